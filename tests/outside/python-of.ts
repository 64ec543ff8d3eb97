import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { run } from "./run.ts";

/** The Python of an area: a virtual environment in its node_modules, with the packages of its requirements.txt. */
export function pythonOf(area: string) {
  const requirements = path.join(area, "requirements.txt");
  const wanted = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 16);
  const environment = path.join(area, "node_modules", `.python-${wanted}`);
  const program = (name: string) => path.join(environment, "bin", name);

  /** Installs it if it is missing. */
  async function install(): Promise<void> {
    if (existsSync(path.join(environment, "complete"))) return;
    rmSync(environment, { recursive: true, force: true });
    await run("python3", ["-m", "venv", environment]);
    await run(program("python"), ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements]);
    await run("touch", [path.join(environment, "complete")]);
  }
  return { program, install };
}
