/** `npm run doctor`, `npm run doctor -- --json` */
import { runChecks } from "./run-checks.ts";

const MARKS = { ok: "ok      ", warning: "warning ", problem: "problem " };

const unknown = process.argv.slice(2).filter((argument) => argument !== "--json");
if (unknown.length > 0) {
  process.stderr.write(`Unknown argument ${unknown[0]}. Only --json is known.\n`);
  process.exitCode = 1;
} else {
  const findings = await runChecks(process.env);
  if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  else for (const { check, level, message } of findings) process.stdout.write(`${MARKS[level]} ${check}: ${message}\n`);
  process.exitCode = findings.some(({ level }) => level === "problem") ? 1 : 0;
}
