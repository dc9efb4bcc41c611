// Panels that follow the debugger: the chart of the run so far, and the automata with where each process is.

import * as vscode from "vscode";
import { DEBUG_TYPE } from "./debugging";
import { showPicture } from "./pictures";

/** What is drawn at each stop, by the request that asks the adapter for it. */
const DRAWINGS: Record<string, string> = {
    "penstock/chart": "Run",
    "penstock/automata": "Where it is",
};

/** Requests whose panels are open while a run is debugged. */
const followed = new Set<string>();

export function offerFollowing(context: vscode.ExtensionContext): void {
    context.subscriptions.push(
        vscode.debug.registerDebugAdapterTrackerFactory(DEBUG_TYPE, {
            createDebugAdapterTracker: (session) => ({
                onDidSendMessage: (message: { type?: string; event?: string }) => {
                    if (message.type === "event" && message.event === "stopped") {
                        followed.forEach((request) => void draw(session, request));
                    }
                },
            }),
        }),
        vscode.commands.registerCommand("penstock.follow.chart", () => follow("penstock/chart")),
        vscode.commands.registerCommand("penstock.follow.automata", () => follow("penstock/automata")),
    );
}

async function follow(request: string): Promise<void> {
    followed.add(request);
    const session = vscode.debug.activeDebugSession;
    if (session?.type === DEBUG_TYPE) {
        await draw(session, request);
    } else {
        void vscode.window.showInformationMessage("It is drawn as soon as a model is being debugged.");
    }
}

async function draw(session: vscode.DebugSession, request: string): Promise<void> {
    try {
        const answer = (await session.customRequest(request)) as { text: string };
        showPicture(DRAWINGS[request], answer.text, () => followed.delete(request));
    } catch {
        return; // the run has gone on meanwhile, and stops again
    }
}
