import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";

const area = path.resolve(import.meta.dirname, "..");
const requirements = path.join(area, "requirements.txt");
const wanted = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16);
const environment = path.join(area, "node_modules", `.python-${wanted}`);
const python = path.join(environment, "bin", "python");

/** Installs what requirements.txt names, when it is not installed. */
export async function setup(): Promise<void> {
  if (existsSync(path.join(environment, "complete"))) return;
  rmSync(environment, { recursive: true, force: true });
  await run("python3", ["-m", "venv", environment]);
  await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]);
  await run("touch", [path.join(environment, "complete")]);
}

/** What one step of a script led to. */
export interface Step {
  step: string;
  /** The error, with its class. */
  error?: string;
  value?: unknown;
}

/** Runs a Python script of this area, as `stepsOf`. */
export const steps = (script: string, variables: Record<string, string>): Promise<Step[]> =>
  stepsOf(python, [path.join(area, script)], variables);

/** Runs a program, which writes one step a line. Fails when it ends before its last one. */
export async function stepsOf(program: string, args: readonly string[], variables: Record<string, string>): Promise<Step[]> {
  const lines = (await run(program, args, variables)).trimEnd().split("\n");
  if (lines.pop() !== "done") throw new Error(`${program} ${args.join(" ")} did not come to its end`);
  return lines.map((line) => JSON.parse(line) as Step);
}

function run(program: string, args: readonly string[], variables: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...variables }, stdio: ["ignore", "pipe", "pipe"] });
    let [said, problems] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      problems += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(said);
      else reject(new Error(`${program} ended with ${code}: ${problems.slice(-2000)}`));
    });
  });
}
