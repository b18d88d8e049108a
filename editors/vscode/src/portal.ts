// The portal of this window: one process of `ludarium serve` that shows the text of the editor. It is started by the
// first text that asks for it and ends with the window.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The name under which the portal lists the text. */
const KEY = "text-of-the-editor";

export class Portal {
  #folder?: string;
  #process?: ChildProcess;
  #address?: Promise<string>;

  /** The page on which a text is shown, to be played and changed. */
  async show(program: string, text: string): Promise<string> {
    this.#folder ??= mkdtempSync(join(tmpdir(), "ludarium-portal-"));
    writeFileSync(join(this.#folder, `${KEY}.lud`), text);
    this.#address ??= this.#start(program, this.#folder);
    return `${await this.#address}/editor?game=${KEY}`;
  }

  #start(program: string, folder: string): Promise<string> {
    return new Promise((found, failed) => {
      const child = spawn(program, ["serve", "--port", "0", "--data", join(folder, "data"), "--games", folder]);
      this.#process = child;
      let told = "";
      const listen = (part: Buffer) => {
        told = (told + part.toString()).slice(-4000);
        const address = /http:\/\/[\d.]+:\d+/.exec(told)?.[0];
        if (address) found(address);
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      const stopped = (why: string) => {
        this.#address = undefined;
        failed(new Error(`${program} serve: ${why}\n${told}`));
      };
      child.on("error", (error) => stopped(error.message));
      child.on("exit", (code) => stopped(`ended with ${code}`));
    });
  }

  dispose(): void {
    this.#process?.kill();
    if (this.#folder) rmSync(this.#folder, { recursive: true, force: true });
  }
}
