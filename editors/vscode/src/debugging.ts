// The debugger: `penstock dap` on the model at hand, also where there is no launch.json.

import * as vscode from "vscode";
import { isModel } from "./languages";
import { programFor } from "./program";

export const DEBUG_TYPE = "penstock";

export function offerDebugging(context: vscode.ExtensionContext): void {
    context.subscriptions.push(
        vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
            createDebugAdapterDescriptor: (session) =>
                new vscode.DebugAdapterExecutable(programFor(session.workspaceFolder), ["dap"]),
        }),
        vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, {
            resolveDebugConfiguration: (_folder, configuration) => completed(configuration),
        }),
        vscode.commands.registerCommand("penstock.debug", (uri?: vscode.Uri, property?: string) =>
            debugModel(uri ?? vscode.window.activeTextEditor?.document.uri, property),
        ),
    );
}

/** What is missing in a configuration is taken from the editor. */
function completed(configuration: vscode.DebugConfiguration): vscode.DebugConfiguration | undefined {
    if (configuration.type) {
        return configuration;
    }
    const document = vscode.window.activeTextEditor?.document;
    return document && isModel(document.languageId) ? configurationFor(document.uri) : undefined;
}

function configurationFor(uri: vscode.Uri, property?: string): vscode.DebugConfiguration {
    const launched = { type: DEBUG_TYPE, request: "launch", program: uri.fsPath, stopOnEntry: true };
    return property
        ? { ...launched, name: `Counterexample of ${property}`, from: "verify", property }
        : { ...launched, name: "Run by hand", from: "hand" };
}

async function debugModel(uri: vscode.Uri | undefined, property?: string): Promise<void> {
    if (uri) {
        await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(uri), configurationFor(uri, property));
    }
}
