import { spawn } from "node:child_process";
import path from "node:path";

const area = path.resolve(import.meta.dirname, "..");

export interface RunOptions {
  cwd?: string;
  /** Exit codes that are no failure. Default: 0. */
  codes?: readonly number[];
}

/** What a program writes, to both outputs in their order. Rejects with it when the program fails. */
export function run(program: string, args: readonly string[], { cwd, codes = [0] }: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const output of [child.stdout, child.stderr])
      output.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== null && codes.includes(code)) resolve(said);
      else reject(new Error(`${program} ended with ${code}:\n${said.slice(-4000)}`));
    });
  });
}

/** A program of this area's packages. */
export const packageProgram = (name: string): string => path.join(area, "node_modules", ".bin", name);
