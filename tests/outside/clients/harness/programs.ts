import path from "node:path";
import { pythonOf } from "../../python-of.ts";
import { run } from "../../run.ts";

const area = path.resolve(import.meta.dirname, "..");
const { program, install } = pythonOf(area);
export const setup = install;

/** The result of one step of a script. */
export interface Step {
  step: string;
  /** The error, with its class. */
  error?: string;
  value?: unknown;
}

/** Runs a Python script of this area, as `stepsOf`. */
export const steps = (script: string, env: Record<string, string>): Promise<Step[]> =>
  stepsOf(program("python"), [path.join(area, script)], env);

/** Runs a program that writes one step a line. Fails if it ends before its last one. */
export async function stepsOf(name: string, args: readonly string[], env: Record<string, string>): Promise<Step[]> {
  const lines = (await run(name, args, { env, onlyOutput: true })).trimEnd().split("\n");
  if (lines.pop() !== "done") throw new Error(`${name} ${args.join(" ")} did not come to its end`);
  return lines.map((line) => JSON.parse(line) as Step);
}
