// Starts `ludarium lsp` for texts in ludemes and does what its lenses ask for. Everything about the language is the
// server's; this file knows the editor.
import * as vscode from "vscode";
import { type Executable, LanguageClient, type LanguageClientOptions, TransportKind } from "vscode-languageclient/node";
import { type Choice, playArguments, program, rulesArguments } from "./commandLine";
import { Portal } from "./portal";

let client: LanguageClient | undefined;
/** The program that serves. */
let started = "";

const settings = () => vscode.workspace.getConfiguration("ludarium");
const ludarium = () => program(settings().get("path", "ludarium"));

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const portal = new Portal();
  const command = (name: string, run: (...args: never[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  command("ludarium.play", play);
  command("ludarium.rules", (uri?: string | vscode.Uri) => terminal(uri, "Rules", rulesArguments));
  command("ludarium.portal", async (uri?: string | vscode.Uri) => {
    const text = (await textOf(uri))?.getText();
    if (text === undefined) return;
    try {
      await vscode.env.openExternal(vscode.Uri.parse(await portal.show(ludarium(), text)));
    } catch (error) {
      await vscode.window.showErrorMessage(String(error));
    }
  });
  command("ludarium.restart", async () => {
    await stop();
    await start();
  });
  context.subscriptions.push(
    portal,
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (!change.affectsConfiguration("ludarium.path") || ludarium() === started) return;
      await stop();
      await start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function start(): Promise<void> {
  started = ludarium();
  const server: Executable = { command: started, args: ["lsp"], transport: TransportKind.stdio };
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "lud" }],
    // Saved definitions change what all texts mean.
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{ludef,def}") },
    outputChannelName: "Ludarium",
  };
  const starting = new LanguageClient("ludarium", "Ludarium", server, options);
  client = starting;
  try {
    await starting.start();
  } catch (error) {
    client = undefined;
    const answer = await vscode.window.showErrorMessage(
      `Ludarium's language server does not start: ${started} lsp (${String(error)}). Where is the program?`,
      "Set the Path",
    );
    if (answer) await vscode.commands.executeCommand("workbench.action.openSettings", "ludarium.path");
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

/** The text that a lens or a command is about: the one it names, or the one that is shown. */
async function textOf(uri?: string | vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (typeof uri === "string") return vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  if (uri instanceof vscode.Uri) return vscode.workspace.openTextDocument(uri);
  return vscode.window.activeTextEditor?.document;
}

async function play(uri?: string | vscode.Uri, choice?: Choice): Promise<void> {
  // The editor's own menu gives something else as the second argument: only what is a choice counts.
  await terminal(uri, "Play", (file, definitions) =>
    playArguments(file, choice, definitions, settings().get("playArguments", [])),
  );
}

/** Runs the program on a text in a terminal. A task: it needs no quoting, and what was shown stays when it has ended. */
async function terminal(
  uri: string | vscode.Uri | undefined,
  what: string,
  args: (file: string, definitions: string | undefined) => string[],
): Promise<void> {
  const text = await textOf(uri);
  if (!text) return;
  // The program reads the file, so the file must say what the editor shows.
  if ((text.isDirty || text.isUntitled) && !(await text.save())) return;
  const folder = vscode.workspace.getWorkspaceFolder(text.uri);
  const inFolder = folder && new vscode.RelativePattern(folder, "**/*.{ludef,def}");
  const defines = inFolder && (await vscode.workspace.findFiles(inFolder, undefined, 1)).length > 0;
  const name = text.uri.path.split("/").pop() ?? "game";
  const task = new vscode.Task(
    { type: "process" },
    vscode.TaskScope.Workspace,
    `${what} ${name}`,
    "ludarium",
    new vscode.ProcessExecution(ludarium(), args(text.uri.fsPath, defines ? folder?.uri.fsPath : undefined)),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: true, clear: true, showReuseMessage: false };
  await vscode.tasks.executeTask(task);
}
