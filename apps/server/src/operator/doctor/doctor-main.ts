/** `npm run doctor`, `npm run doctor -- --json` */
import { report } from "./finding.ts";
import { runChecks } from "./run-checks.ts";

const unknown = process.argv.slice(2).filter((argument) => argument !== "--json");
if (unknown.length > 0) {
  process.stderr.write(`Unknown argument ${unknown[0]}. Only --json is known.\n`);
  process.exitCode = 1;
} else report(await runChecks(process.env), process.argv.includes("--json"));
