// What the server answers to lenses and commands, shown where it belongs: drawings in a panel, texts in an editor.

import * as vscode from "vscode";
import { showPage, showPicture } from "./pictures";

/** The answer to an order, as the server sends it. */
interface Shown {
    title: string;
    text: string;
    svg: string;
    html: string;
    promela: string;
    files: Record<string, string>;
}

/** Show an answer, and hand it on. */
export async function shown(command: string, answer: unknown): Promise<unknown> {
    if (command.startsWith("penstock.") && isShown(answer)) {
        await show(answer);
    }
    return answer;
}

function isShown(answer: unknown): answer is Shown {
    return typeof answer === "object" && answer !== null && "title" in answer && "svg" in answer;
}

async function show(answer: Shown): Promise<void> {
    if (answer.text) {
        void vscode.window.showInformationMessage(answer.text);
    }
    if (answer.html) {
        showPage(answer.title, answer.html);
    }
    if (answer.svg) {
        showPicture(answer.title, answer.svg);
    }
    if (answer.promela) {
        await openText(answer.promela, "promela");
    }
    if (Object.keys(answer.files).length > 0) {
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
