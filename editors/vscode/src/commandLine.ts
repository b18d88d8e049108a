// What the program is asked to do. Plain functions, so that they can be tested without an editor.
import { homedir } from "node:os";

/** What a lens adds to "play": the second argument of its command. */
export interface Choice {
  ruleset?: string;
  option?: string;
}

/** A setting's path with `~` written out. */
export function program(setting: string): string {
  const path = setting.trim() || "ludarium";
  return path === "~" || path.startsWith("~/") || path.startsWith("~\\") ? homedir() + path.slice(1) : path;
}

/** `definitions` is a folder whose definitions are used beside the library's, as the language server does. */
export function playArguments(
  file: string,
  choice: Choice | undefined,
  definitions: string | undefined,
  more: string[],
): string[] {
  const chosen: string[] = [];
  if (typeof choice?.ruleset === "string") chosen.push("--ruleset", choice.ruleset);
  if (typeof choice?.option === "string") chosen.push("--option", choice.option);
  return ["play", file, ...chosen, ...definitionArguments(definitions), ...more];
}

export function rulesArguments(file: string, definitions: string | undefined): string[] {
  return ["rules", file, ...definitionArguments(definitions)];
}

function definitionArguments(folder: string | undefined): string[] {
  return folder === undefined ? [] : ["--more-defs", folder];
}
