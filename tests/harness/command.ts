import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

/** Run a command, answer its standard output as bytes. Rejects with its standard error when it fails. */
export async function command(name: string, args: readonly string[]): Promise<Buffer> {
  const { stdout } = await execFileAsync(name, [...args], { encoding: "buffer", maxBuffer: 512 * 1024 * 1024 });
  return stdout;
}
