import { parseArgs } from "node:util";
import type { Client } from "@callwright/client";
import type { TestRun } from "@callwright/contract";
import { openAccess } from "../access.ts";
import { printable } from "../account.ts";
import { CliError } from "../cli-error.ts";
import { writeReport } from "../files.ts";
import type { Machine } from "../machine.ts";
import { junitOf } from "../test-report/junit.ts";
import { linesOf } from "../test-report/lines.ts";
import { junitSuiteOf, type SuiteRun } from "../test-report/suite-run.ts";
import { chosenSuites, POLL_MS, readTested, TESTED_OPTIONS } from "../tested.ts";

/**
 * `callwright test [suite]… [--assistant FILE | --assistant-version N] [--junit FILE] [--server URL]`: runs test suites, by default all, and
 * prints the results. Fails if a test does.
 */
export async function test(args: string[], machine: Machine): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...TESTED_OPTIONS, junit: { type: "string" }, server: { type: "string" } },
  });
  const body = await readTested(values);
  const { org } = await openAccess(machine, values.server);
  const suites = await chosenSuites(org.client, positionals);
  const runs: SuiteRun[] = [];
  for (const suite of suites) {
    const run = await finished(org.client, suite.id, await org.client.testRuns.create({ id: suite.id, body }), machine);
    runs.push({ suite, run });
    for (const line of linesOf({ suite, run })) machine.stdout.write(`${printable(line)}\n`);
  }
  if (values.junit !== undefined) await writeReport(values.junit, junitOf(runs.map(junitSuiteOf)));
  const failed = runs.filter(({ run }) => run.status === "failed" || (run.progress?.failed ?? 0) > 0).length;
  if (failed > 0) throw new CliError("refused", `${failed} of ${runs.length} test suites failed.`);
}

async function finished(client: Client, id: string, started: TestRun, machine: Machine): Promise<TestRun> {
  let run = started;
  while (run.status === "queued" || run.status === "in-progress") {
    await machine.wait(POLL_MS);
    run = await client.testRuns.get({ id, runId: run.id });
  }
  return run;
}
