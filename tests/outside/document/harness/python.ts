import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { run } from "./run.ts";

const area = path.resolve(import.meta.dirname, "..");
const requirements = path.join(area, "requirements.txt");
const wanted = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16);
const environment = path.join(area, "node_modules", `.python-${wanted}`);

/** A program that requirements.txt installs. */
export const pythonProgram = (name: string): string => path.join(environment, "bin", name);

/** Installs what requirements.txt names, when it is not installed. */
export async function setup(): Promise<void> {
  if (existsSync(path.join(environment, "complete"))) return;
  rmSync(environment, { recursive: true, force: true });
  await run("python3", ["-m", "venv", environment]);
  await run(pythonProgram("python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]);
  await run("touch", [path.join(environment, "complete")]);
}
