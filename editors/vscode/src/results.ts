// What the server answers to lenses and commands, shown where it belongs: drawings in a panel, texts in an editor.

import * as vscode from "vscode";
import { showPage, showPicture } from "./pictures";

/** The answer to a command, as the server sends it: whatever is not there is not shown. */
interface Answer {
    svg?: string;
    charts?: Record<string, string>;
    html?: string | null;
    text?: string;
    files?: Record<string, string>;
}

/** What the panels of answers are called. */
const TITLES: Record<string, string> = {
    "penstock.automaton": "Automaton",
    "penstock.simulate": "Run",
    "penstock.report": "Bounds",
};

/** Show the answer to a command, and hand it on. */
export async function shown(command: string, answer: unknown): Promise<unknown> {
    if (command.startsWith("penstock.") && typeof answer === "object" && answer !== null) {
        await show(TITLES[command] ?? "Penstock", answer);
    }
    return answer;
}

async function show(title: string, answer: Answer): Promise<void> {
    if (answer.html) {
        showPage(title, answer.html);
    }
    if (answer.svg) {
        showPicture(title, answer.svg);
    }
    for (const [property, chart] of Object.entries(answer.charts ?? {})) {
        showPicture(`Counterexample of ${property}`, chart);
    }
    if (answer.text) {
        await openText(answer.text, "promela");
    }
    if (answer.files) {
        await chooseFile(answer.files);
    }
}

async function openText(content: string, language: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument({ content, language });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}

/** A program has many files: the user chooses which to look at. */
async function chooseFile(files: Record<string, string>): Promise<void> {
    const name = await vscode.window.showQuickPick(Object.keys(files), { placeHolder: "File of the program" });
    if (name !== undefined) {
        await openText(files[name], /\.[ch]$/.test(name) ? "c" : "plaintext");
    }
}
