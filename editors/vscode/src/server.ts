// The language server: started, watched, and started again where its settings change.

import * as vscode from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { SELECTOR } from "./languages";
import { explainMissing, programFor, run } from "./program";
import { shown } from "./results";

export class Server {
    private client: LanguageClient | undefined;

    constructor(context: vscode.ExtensionContext) {
        context.subscriptions.push(
            vscode.commands.registerCommand("penstock.restart", () => this.restart()),
            vscode.workspace.onDidChangeConfiguration((change) =>
                change.affectsConfiguration("penstock.path") ? this.restart() : undefined,
            ),
        );
    }

    async start(): Promise<void> {
        const folder = vscode.workspace.workspaceFolders?.[0];
        const program = programFor(folder);
        try {
            await run(program, ["--version"], folder?.uri.fsPath ?? process.cwd());
        } catch {
            void explainMissing(program);
            return;
        }
        this.client = new LanguageClient(
            "penstock",
            "Penstock",
            { command: program, args: ["lsp"], transport: TransportKind.stdio },
            {
                documentSelector: SELECTOR,
                initializationOptions: settings(),
                synchronize: { configurationSection: "penstock", fileEvents: watched() },
                // What lenses and commands ask for comes back as data: it is shown here.
                middleware: { executeCommand: async (name, words, next) => shown(name, await next(name, words)) },
            },
        );
        await this.client.start();
    }

    async stop(): Promise<void> {
        await this.client?.stop();
        this.client = undefined;
    }

    private async restart(): Promise<void> {
        await this.stop();
        await this.start();
    }

    /** Ask the server for something; undefined where it is not running. */
    async ask(command: string, ...words: unknown[]): Promise<unknown> {
        return this.client === undefined ? undefined : vscode.commands.executeCommand(command, ...words);
    }
}

/** What the server wants to know before the first change of a setting. */
function settings(): { bounds: string; budget: number } {
    const set = vscode.workspace.getConfiguration("penstock");
    return { bounds: set.get("bounds", "save"), budget: set.get("budget", 10) };
}

/** Files that are not open matter, too: included ones, and projects. */
function watched(): vscode.FileSystemWatcher[] {
    return ["**/*.{pml,prom,promela,pr,apml,pch,h}", "**/penstock.toml"].map((pattern) =>
        vscode.workspace.createFileSystemWatcher(pattern),
    );
}
