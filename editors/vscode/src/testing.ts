// The Test Explorer: every model of a project, and everything that is expected of it.

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import * as vscode from "vscode";
import { explainMissing, Missing, programFor, run } from "./program";

interface Expectation {
    topic: string;
    about: string;
    wanted: unknown;
    file: string;
    line: number;
}

/** A line of `penstock plan`: one thing to do for a model. */
interface Planned {
    model: { path: string; definitions: string[]; expectations: Expectation[] };
}

interface Judged extends Expectation {
    met: string;
    seen: unknown;
    reason: string;
}

/** What `penstock test --format json` prints. */
interface Tested {
    root: string;
    models: { name: string; path: string; expectations: Judged[]; seconds: number }[];
}

const PROJECT = "penstock.toml";
const MET = "met";
const UNSEEN = new Set(["undecided", "failed", "broken", "fault"]);

export function offerTests(context: vscode.ExtensionContext): void {
    const controller = vscode.tests.createTestController("penstock", "Penstock");
    context.subscriptions.push(controller);
    controller.refreshHandler = () => findProjects(controller);
    controller.resolveHandler = async (item) => (item ? undefined : findProjects(controller));
    controller.createRunProfile(
        "Test",
        vscode.TestRunProfileKind.Run,
        (request, cancel) => runTests(controller, request, cancel),
        true,
    );
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${PROJECT}`);
    const again = () => void findProjects(controller);
    watcher.onDidChange(again);
    watcher.onDidCreate(again);
    watcher.onDidDelete(again);
    context.subscriptions.push(watcher);
}

/** Those of the folders at once, then those below them, for which all files are looked through. */
async function findProjects(controller: vscode.TestController): Promise<void> {
    const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri);
    controller.items.replace(await projectItems(controller, folders.map((uri) => vscode.Uri.joinPath(uri, PROJECT))));
    const below = await vscode.workspace.findFiles(`**/${PROJECT}`, "**/node_modules/**");
    for (const item of await projectItems(controller, below)) {
        controller.items.add(item);
    }
}

async function projectItems(controller: vscode.TestController, files: vscode.Uri[]): Promise<vscode.TestItem[]> {
    const items = await Promise.all(files.map((file) => projectItem(controller, file)));
    return items.filter((item) => item !== undefined);
}

async function projectItem(controller: vscode.TestController, file: vscode.Uri): Promise<vscode.TestItem | undefined> {
    const directory = dirname(file.fsPath);
    const planned = existsSync(file.fsPath) ? await plan(directory) : [];
    if (planned.length === 0) {
        return undefined;
    }
    const folder = vscode.workspace.getWorkspaceFolder(file);
    const name = relative(folder?.uri.fsPath ?? "", directory) || folder?.name || directory;
    const item = controller.createTestItem(directory, name, file);
    for (const { model } of planned) {
        const variant = [model.path, ...model.definitions.map((one) => `-D${one}`)].join(" ");
        if (!item.children.get(join(directory, variant))) {
            item.children.add(modelItem(controller, directory, variant, model));
        }
    }
    return item;
}

async function plan(directory: string): Promise<Planned[]> {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(directory));
    try {
        const answer = await run(programFor(folder), ["plan"], directory);
        return answer.status === 0 ? answer.output.split("\n").filter(Boolean).map((line) => JSON.parse(line)) : [];
    } catch (problem) {
        if (problem instanceof Missing) {
            void explainMissing(problem.program);
        }
        return [];
    }
}

function modelItem(
    controller: vscode.TestController,
    directory: string,
    name: string,
    model: Planned["model"],
): vscode.TestItem {
    const uri = vscode.Uri.file(join(directory, model.path));
    const item = controller.createTestItem(join(directory, name), name, uri);
    for (const expected of model.expectations) {
        const label = said(expected);
        const own = controller.createTestItem(`${item.id} ${label}`, label, vscode.Uri.file(resolve(directory, expected.file)));
        own.range = new vscode.Range(expected.line - 1, 0, expected.line - 1, 0);
        item.children.add(own);
    }
    return item;
}

function said(expected: Expectation): string {
    const wanted = typeof expected.wanted === "string" ? expected.wanted : JSON.stringify(expected.wanted);
    return [expected.topic, expected.about].filter(Boolean).join(" ") + `: ${wanted}`;
}

async function runTests(
    controller: vscode.TestController,
    request: vscode.TestRunRequest,
    cancel: vscode.CancellationToken,
): Promise<void> {
    const test = controller.createTestRun(request);
    const chosen = request.include ?? [...controller.items].map(([, item]) => item);
    const models = new Set(chosen.flatMap(modelsOf).filter((item) => !request.exclude?.includes(item)));
    models.forEach((item) => [item, ...childrenOf(item)].forEach((one) => test.started(one)));
    const projects = new Map<string, vscode.TestItem[]>();
    for (const item of models) {
        const directory = item.parent?.id ?? "";
        projects.set(directory, [...(projects.get(directory) ?? []), item]);
    }
    for (const [directory, items] of projects) {
        if (!cancel.isCancellationRequested) {
            await testModels(test, directory, items, cancel);
        }
    }
    test.end();
}

/** The models that an item of any level stands for. */
function modelsOf(item: vscode.TestItem): vscode.TestItem[] {
    if (item.parent === undefined) {
        return childrenOf(item);
    }
    return [item.parent.parent === undefined ? item : item.parent];
}

function childrenOf(item: vscode.TestItem): vscode.TestItem[] {
    return [...item.children].map(([, child]) => child);
}

async function testModels(
    test: vscode.TestRun,
    directory: string,
    items: vscode.TestItem[],
    cancel: vscode.CancellationToken,
): Promise<void> {
    const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(directory));
    const paths = new Set(items.map((item) => relative(directory, item.uri?.fsPath ?? "")));
    const words = ["test", ...paths, "--format", "json"];
    const answer = await run(programFor(folder), words, directory, cancel);
    test.appendOutput(`$ penstock ${words.join(" ")}\r\n${answer.errors.replaceAll("\n", "\r\n")}\r\n`);
    const tested = parsed(answer.output);
    const byName = new Map(tested?.models.map((model) => [join(directory, model.name), model]));
    for (const item of items) {
        const model = byName.get(item.id);
        if (model === undefined) {
            test.errored(item, new vscode.TestMessage(answer.errors || "there was no answer"));
        } else {
            tell(test, item, model.expectations, model.seconds);
        }
    }
}

function parsed(output: string): Tested | undefined {
    try {
        return JSON.parse(output) as Tested;
    } catch {
        return undefined;
    }
}

function tell(test: vscode.TestRun, item: vscode.TestItem, expectations: Judged[], seconds: number): void {
    for (const child of childrenOf(item)) {
        const own = expectations.filter((one) => answers(one, child));
        const wrong = own.filter((one) => one.met !== MET);
        if (own.length === 0) {
            test.skipped(child);
        } else if (wrong.length === 0) {
            test.passed(child);
        } else {
            const messages = wrong.map((one) => message(child, one));
            (UNSEEN.has(wrong[0].met) ? test.errored : test.failed).call(test, child, messages);
        }
    }
    const milliseconds = seconds * 1000;
    if (expectations.every((one) => one.met === MET)) {
        test.passed(item, milliseconds);
    } else {
        test.failed(item, [], milliseconds);
    }
}

/** Whether a judgement is about this expectation: `bound *` stands for several channels. */
function answers(judged: Judged, item: vscode.TestItem): boolean {
    return item.label === said(judged) || item.label === said({ ...judged, about: "*" });
}

function message(item: vscode.TestItem, judged: Judged): vscode.TestMessage {
    const told = new vscode.TestMessage(judged.reason || `${said(judged)} is not met`);
    told.expectedOutput = String(judged.wanted);
    told.actualOutput = judged.seen === null || judged.seen === undefined ? undefined : String(judged.seen);
    if (item.uri && item.range) {
        told.location = new vscode.Location(item.uri, item.range);
    }
    return told;
}
