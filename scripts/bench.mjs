/** `npm run bench -- call`: runs a benchmark of `bench/`, from source. Its output is the report. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { installForDevelopment } from "./install.mjs";
import { runSource } from "./run.mjs";
import { root } from "./workspaces.mjs";

const folder = path.join(root, "bench");
const names = existsSync(folder)
  ? readdirSync(folder)
      .filter((file) => file.endsWith(".bench.ts"))
      .map((file) => file.replace(/\.bench\.ts$/, ""))
  : [];
const [name, ...args] = process.argv.slice(2);

if (!names.includes(name)) {
  console.error(`Say which benchmark to run: ${names.map((known) => `npm run bench -- ${known}`).join(", ")}.`);
  process.exit(1);
}
if (!(await installForDevelopment())) process.exit(1);
await runSource(path.join("bench", `${name}.bench.ts`), args);
