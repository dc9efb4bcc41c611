// Where the extension begins: the language server, what it can be asked for, the debugger and the tests.

import * as vscode from "vscode";
import { offerCommands } from "./commands";
import { offerDebugging } from "./debugging";
import { offerFollowing } from "./following";
import { Server } from "./server";
import { offerTests } from "./testing";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
    server = new Server(context);
    offerCommands(context, server);
    offerDebugging(context);
    offerFollowing(context);
    offerTests(context);
    await server.start();
}

export async function deactivate(): Promise<void> {
    await server?.stop();
}
