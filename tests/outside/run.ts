import { spawn } from "node:child_process";

export interface RunOptions {
  cwd?: string;
  /** Added to this process's environment. */
  env?: Readonly<Record<string, string>>;
  /** Exit codes that are no failure. Default: 0. */
  codes?: readonly number[];
  /** Leaves the error output out of the result. */
  onlyOutput?: boolean;
}

/** A program's output, from both streams in their order. Rejects with it if the program fails. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env, codes = [0], onlyOutput = false }: RunOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    let [said, output] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    for (const each of [child.stdout, child.stderr])
      each.on("data", (chunk: Buffer) => {
        said += chunk.toString();
      });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== null && codes.includes(code)) resolve(onlyOutput ? output : said);
      else reject(new Error(`${program} ended with ${code}:\n${said.slice(-4000)}`));
    });
  });
}
