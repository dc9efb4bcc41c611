// Panels beside the text for automata, charts and pages.

import * as vscode from "vscode";

const POLICY =
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:;">`;
const panels = new Map<string, vscode.WebviewPanel>();

/** Show a drawing in the panel of this title; a second one with the same title takes its place. */
export function showPicture(title: string, svg: string, closed?: () => void): void {
    reveal(title, page(svg.slice(svg.indexOf("<svg"))), closed);
}

/** Show a page that Penstock wrote: it has no scripts, and can run none. */
export function showPage(title: string, html: string): void {
    reveal(title, html.replace(/<head>/i, `<head>${POLICY}`));
}

function reveal(title: string, html: string, closed?: () => void): void {
    const known = panels.get(title);
    const panel = known ?? opened(title, closed);
    panel.webview.html = html;
    if (!known) {
        panel.reveal(undefined, true);
    }
}

function opened(title: string, closed?: () => void): vscode.WebviewPanel {
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("penstock.picture", title, where, { enableScripts: false });
    panel.onDidDispose(() => {
        panels.delete(title);
        closed?.();
    });
    panels.set(title, panel);
    return panel;
}

/** A page that shows a drawing and can do nothing else: names in a model are text, never markup or script. */
function page(svg: string): string {
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
${POLICY}
<style>body { background: var(--vscode-editor-background); padding: 1em } svg { max-width: 100%; height: auto }</style>
</head>
<body>${svg}</body>
</html>`;
}
