// Commands of the palette: they ask the server about the model that is being edited.

import * as vscode from "vscode";
import { isModel } from "./languages";
import type { Server } from "./server";

/** What a user can ask for; the server knows each by the name behind `penstock.`. */
const ORDERS = ["verify", "bound", "report", "simulate", "automaton", "closed", "translated", "generate"];

export function offerCommands(context: vscode.ExtensionContext, server: Server): void {
    for (const name of ORDERS) {
        // The server registers `penstock.NAME` for lenses, with the model as an argument; the palette has none to give.
        const command = vscode.commands.registerCommand(`penstock.ask.${name}`, () => ask(server, `penstock.${name}`));
        context.subscriptions.push(command);
    }
}

async function ask(server: Server, command: string): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !isModel(document.languageId)) {
        void vscode.window.showInformationMessage("Open a model first: a .pml, .apml or .pch file.");
        return;
    }
    await server.ask(command, document.uri.toString());
}
