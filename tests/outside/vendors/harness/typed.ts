import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL("..", import.meta.url));
/** In `node_modules`, where packages are found and git, lint and format do not look. */
const FOLDER = path.join(HERE, "node_modules", ".bodies");
const TSC = path.resolve(HERE, "../../../node_modules/.bin/tsc");
const OPTIONS = ["--noEmit", "--ignoreConfig", "--strict", "--skipLibCheck", "--target", "es2023", "--module", "nodenext"];

/**
 * The compiler's errors when bodies are assigned to the vendor's types: an unknown field, a missing one, a wrong value. `imports` imports the types,
 * `bodies` has the type of each body. Empty: they fit.
 */
export async function typeProblems(
  name: string,
  imports: string,
  bodies: readonly (readonly [string, unknown])[],
): Promise<string> {
  const file = path.join(FOLDER, `${name}.mts`);
  const literals = bodies.map(([type, body], index) => `export const body${index}: ${type} = ${JSON.stringify(body, null, 2)};`);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, [imports, ...literals, ""].join("\n"));
  return new Promise((resolve) => {
    execFile(TSC, [...OPTIONS, "--types", "node", file], { cwd: FOLDER }, (_error, stdout, stderr) =>
      resolve((stdout + stderr).trim()),
    );
  });
}

/** The query of an address as the values that vendors' types have: numbers and truth values. */
export const queryValues = (query: Readonly<Record<string, string | string[]>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === "string" && /^(\d+(\.\d+)?|true|false)$/.test(value) ? JSON.parse(value) : value,
    ]),
  );
