import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Client } from "@callwright/client";
import { CreateAssistant, type CreateTestRun, LIST_LIMIT, type TestRun, type TestSuite } from "@callwright/contract";
import { openAccess } from "../access.ts";
import { printable } from "../account.ts";
import { CliError } from "../cli-error.ts";
import { readFileText } from "../files.ts";
import type { Machine } from "../machine.ts";
import { junitOf } from "../test-report/junit.ts";
import { linesOf } from "../test-report/lines.ts";
import type { SuiteRun } from "../test-report/suite-run.ts";

/** Between two looks at a run. */
const POLL_MS = 500;

/**
 * `callwright test [suite]… [--assistant FILE | --assistant-version N] [--junit FILE] [--server URL]`: runs test suites, by default all, and
 * prints the results. Fails if a test does.
 */
export async function test(args: string[], machine: Machine): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      assistant: { type: "string" },
      "assistant-version": { type: "string" },
      junit: { type: "string" },
      server: { type: "string" },
    },
  });
  const body = await readTarget(values.assistant, values["assistant-version"]);
  const { org } = await openAccess(machine, values.server);
  const suites = await chosenSuites(org.client, positionals);
  const runs: SuiteRun[] = [];
  for (const suite of suites) {
    const run = await finished(org.client, suite.id, await org.client.testRuns.create({ id: suite.id, body }), machine);
    runs.push({ suite, run });
    for (const line of linesOf({ suite, run })) machine.stdout.write(`${printable(line)}\n`);
  }
  if (values.junit !== undefined) await writeReport(values.junit, junitOf(runs));
  const failed = runs.filter(({ run }) => run.status === "failed" || (run.progress?.failed ?? 0) > 0).length;
  if (failed > 0) throw new CliError("refused", `${failed} of ${runs.length} test suites failed.`);
}

async function readTarget(file: string | undefined, version: string | undefined): Promise<CreateTestRun> {
  if (file !== undefined && version !== undefined) throw new CliError("usage", "Use either --assistant or --assistant-version.");
  if (version !== undefined) {
    const assistantVersion = Number(version);
    if (!Number.isInteger(assistantVersion) || assistantVersion < 1)
      throw new CliError("usage", `--assistant-version takes a number, not '${version}'.`);
    return { assistantVersion };
  }
  if (file === undefined) return {};
  return { assistant: parseAssistant(file, await readFileText(file)) };
}

function parseAssistant(file: string, text: string): CreateAssistant {
  try {
    return CreateAssistant.parse(JSON.parse(text));
  } catch (error) {
    throw new CliError("usage", `'${file}' is no assistant: ${error instanceof Error ? error.message : error}`);
  }
}

/** Suites by id or name, in the order of the arguments. */
async function chosenSuites(client: Client, wanted: readonly string[]): Promise<TestSuite[]> {
  const all: TestSuite[] = [];
  for (let cursor: string | undefined; ; ) {
    const { results, metadata } = await client.testSuites.list({
      query: { limit: LIST_LIMIT.max, ...(cursor !== undefined && { cursor }) },
    });
    all.push(...results);
    cursor = metadata.nextCursor;
    if (cursor === undefined) break;
  }
  if (all.length === 0) throw new CliError("usage", "The organization has no test suite.");
  if (wanted.length === 0) return all.toReversed();
  return wanted.map((nameOrId) => {
    const found = all.filter(({ id, name }) => id === nameOrId || name === nameOrId);
    const [suite] = found;
    if (!suite) throw new CliError("usage", `There is no test suite '${nameOrId}'.`);
    if (found.length > 1) throw new CliError("usage", `${found.length} test suites are named '${nameOrId}'. Use an id.`);
    return suite;
  });
}

async function finished(client: Client, id: string, started: TestRun, machine: Machine): Promise<TestRun> {
  let run = started;
  while (run.status === "queued" || run.status === "in-progress") {
    await machine.wait(POLL_MS);
    run = await client.testRuns.get({ id, runId: run.id });
  }
  return run;
}

async function writeReport(file: string, xml: string): Promise<void> {
  try {
    await writeFile(file, xml);
  } catch (error) {
    throw new CliError("usage", `'${file}' cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}
