// The command `penstock`: where it is, how it is run, and what is said where it is missing.

import { execFile, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";

/** What a run of the command gave. */
export interface Answer {
    status: number;
    output: string;
    errors: string;
}

/** The setting, else an environment of the folder's own, else whatever the system finds. */
export function programFor(folder: vscode.WorkspaceFolder | undefined): string {
    const set = vscode.workspace.getConfiguration("penstock", folder).get<string>("path", "").trim();
    if (set) {
        return set.replace("${workspaceFolder}", folder?.uri.fsPath ?? "");
    }
    const places = folder ? [".venv", "venv"].map((name) => join(folder.uri.fsPath, name, ...inEnvironment)) : [];
    return places.find(existsSync) ?? "penstock";
}

const inEnvironment = process.platform === "win32" ? ["Scripts", "penstock.exe"] : ["bin", "penstock"];

const MOST_OUTPUT = 64 * 1024 * 1024;

/** Run the command to its end, or until somebody cancels it. */
export function run(
    program: string,
    words: string[],
    directory: string,
    cancel?: vscode.CancellationToken,
): Promise<Answer> {
    return new Promise((resolve, reject) => {
        const child: ChildProcess = execFile(
            program,
            words,
            { cwd: directory, maxBuffer: MOST_OUTPUT },
            (problem, output, errors) => {
                if (problem && typeof problem.code === "string") {
                    reject(new Missing(program, problem.message));
                    return;
                }
                resolve({ status: typeof problem?.code === "number" ? problem.code : 0, output, errors });
            },
        );
        // As Ctrl-C does: it ends what it has started, and tells what it has found.
        cancel?.onCancellationRequested(() => child.kill("SIGINT"));
    });
}

/** The command cannot be started. */
export class Missing extends Error {
    constructor(
        readonly program: string,
        why: string,
    ) {
        super(why);
    }
}

/** Say once how to get the command; the answer may be another path. */
export async function explainMissing(program: string): Promise<void> {
    const setPath = "Set its path";
    const again = "Try again";
    const said = await vscode.window.showErrorMessage(
        `Penstock cannot be started as \`${program}\`. Install it with: pip install 'penstock[lsp]'`,
        setPath,
        again,
    );
    if (said === setPath) {
        await vscode.commands.executeCommand("workbench.action.openSettings", "penstock.path");
    } else if (said === again) {
        await vscode.commands.executeCommand("penstock.restart");
    }
}
