import { parseArgs } from "node:util";
import type { Client } from "@callwright/client";
import {
  type CreateSimulationRun,
  LIST_LIMIT,
  RUN_MAX_ITERATIONS,
  type SimulationEstimate,
  type SimulationRun,
  type SimulationRunItem,
  type TestSuite,
} from "@callwright/contract";
import { openAccess } from "../access.ts";
import { printable } from "../account.ts";
import { CliError } from "../cli-error.ts";
import { writeReport } from "../files.ts";
import type { Machine } from "../machine.ts";
import { type CellResult, cellsOf } from "../simulation-report/cells.ts";
import { jsonOf } from "../simulation-report/json.ts";
import { junitSuiteOf } from "../simulation-report/junit-cases.ts";
import { linesOf } from "../simulation-report/lines.ts";
import { markdownOf } from "../simulation-report/markdown.ts";
import { resultOf, type SuiteResult } from "../simulation-report/suite-result.ts";
import { type JunitSuite, junitOf } from "../test-report/junit.ts";
import { chosenSuites, POLL_MS, readTested, TESTED_OPTIONS, wholeNumber } from "../tested.ts";

const OPTIONS = {
  ...TESTED_OPTIONS,
  as: { type: "string" },
  seeds: { type: "string" },
  seed: { type: "string" },
  estimate: { type: "boolean", default: false },
  compare: { type: "string" },
  minimum: { type: "string", default: "1" },
  junit: { type: "string" },
  json: { type: "string" },
  summary: { type: "string" },
  server: { type: "string" },
} as const;

const TRANSPORTS: Record<string, NonNullable<CreateSimulationRun["transport"]>> = {
  text: { provider: "vapi.webchat" },
  sound: { provider: "vapi.websocket" },
};

/** What a run has besides the suite. */
type Asked = Pick<CreateSimulationRun, "iterations" | "seed" | "transport">;
type Tested = Awaited<ReturnType<typeof readTested>>;
type Made = Pick<SuiteResult, "suite" | "run" | "url" | "matrix">;
/** A run that was made, or a published version that runs with the same seeds. */
type Compared = { run: string } | { version: number };

/**
 * `callwright simulate [suite]…`: runs suites with their callers and seeds, by default all, and writes reports. Fails if less than `--minimum` of the
 * stable conversations pass, if one has no result, or if a suite is worse than what it is compared with. `--estimate` says what the runs would cost
 * and starts none.
 */
export async function simulate(args: string[], machine: Machine): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [asked, minimum, compared] = [readAsked(values), readMinimum(values.minimum), readCompared(values.compare)];
  const tested = await readTested(values);
  const { org } = await openAccess(machine, values.server);
  const suites = await chosenSuites(org.client, positionals);
  if (compared && "run" in compared && suites.length > 1)
    throw new CliError("usage", "A run is compared with one suite: name the suite before --compare.");
  const bodies = suites.map((suite) => bodyOf(suite, tested, asked));

  if (values.estimate) {
    for (const [index, { id, name = id }] of suites.entries()) {
      const body = bodies[index];
      if (body)
        machine.stdout.write(`${printable(`${name}: ${estimateOf(await org.client.simulationRuns.estimate({ body }))}`)}\n`);
    }
    return;
  }
  const results: SuiteResult[] = [];
  for (const [index, suite] of suites.entries()) {
    const body = bodies[index] ?? bodyOf(suite, tested, asked);
    const before = compared && (await comparedCells(org.client, suite, { compared, body }, machine));
    const made = await runSuite(org.client, suite, { ...body, ...before?.seeds }, machine);
    const result = resultOf(made, { minimum, ...(before && { before }) });
    results.push(result);
    for (const line of linesOf(result)) machine.stdout.write(`${printable(line)}\n`);
  }
  await writeReports(results, values, { client: org.client, minimum, machine });
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  if (failed > 0) throw new CliError("refused", `${failed} of ${results.length} suites failed.`);
}

/** "20 conversations, 5 min of calls, at least $1.20". */
function estimateOf({ conversations, minutes, cost, unpriced }: SimulationEstimate): string {
  const isWhole = unpriced.length === 0;
  const dollars = cost < 0.01 ? "less than $0.01" : `${isWhole ? "about" : "at least"} $${cost.toFixed(2)}`;
  const price = cost > 0 ? dollars : isWhole ? "free" : "price unknown";
  const without = unpriced.map(({ part, provider, model }) => `${part} ${provider} ${model}`).join(", ");
  const length = minutes === 0 ? [] : [`${Math.ceil(minutes)} min of calls`];
  const parts = [`${conversations} conversations`, ...length, price];
  return `${parts.join(", ")}${without === "" ? "" : `, without a price: ${without}`}`;
}

function readAsked({
  as,
  seeds,
  seed,
}: {
  as?: string | undefined;
  seeds?: string | undefined;
  seed?: string | undefined;
}): Asked {
  const transport = as === undefined ? undefined : TRANSPORTS[as];
  if (as !== undefined && !transport) throw new CliError("usage", `--as takes text or sound, not '${as}'.`);
  return {
    ...(transport && { transport }),
    ...(seeds !== undefined && { iterations: wholeNumber("--seeds", seeds, { min: 1, max: RUN_MAX_ITERATIONS }) }),
    ...(seed !== undefined && { seed: wholeNumber("--seed", seed, { min: 0, max: 2 ** 31 - 1 }) }),
  };
}

function readMinimum(text: string): number {
  const minimum = Number(text);
  if (/^\d*\.?\d+$/.test(text) && minimum <= 1) return minimum;
  throw new CliError("usage", `--minimum takes a share from 0 to 1, such as 0.95, not '${text}'.`);
}

function readCompared(text: string | undefined): Compared | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9a-f-]{36}$/i.test(text)) return { run: text };
  if (/^[1-9]\d*$/.test(text)) return { version: Number(text) };
  throw new CliError("usage", `--compare takes the id of a run or the number of a published version, not '${text}'.`);
}

function bodyOf(
  { id, name = id, ...suite }: TestSuite,
  { assistant, assistantVersion }: Tested,
  asked: Asked,
): CreateSimulationRun {
  const simulations = [{ type: "simulationSuite" as const, simulationSuiteId: id }];
  if (!assistant && assistantVersion === undefined) return { simulations, ...asked };
  const assistantId = assistantOf(suite);
  if (assistantId === undefined)
    throw new CliError("usage", `The suite '${name}' tests no assistant that another could replace.`);
  const target = assistant ? { assistant } : { assistantId, assistantVersion };
  return { simulations, target: { type: "assistant", ...target }, ...asked };
}

/** The assistant that a suite tests by default. */
function assistantOf({
  targetPlan,
  targetAssignments = [],
}: Pick<TestSuite, "targetPlan" | "targetAssignments">): string | undefined {
  const [assigned, ...others] = targetAssignments;
  if (targetPlan || others.length > 0) return targetPlan?.assistantId;
  return assigned?.targetType === "assistant" ? assigned.targetId : undefined;
}

/** The earlier side of a comparison, and its seeds, which the later side has, too, unless the command names others. */
async function comparedCells(
  client: Client,
  suite: TestSuite,
  { compared, body }: { compared: Compared; body: CreateSimulationRun },
  machine: Machine,
): Promise<{ label: string; cells: CellResult[]; seeds: Asked }> {
  if ("version" in compared) {
    const { transport, iterations, seed } = body;
    const own = { ...(transport && { transport }), ...(iterations && { iterations }), ...(seed !== undefined && { seed }) };
    const made = await runSuite(client, suite, bodyOf(suite, { assistantVersion: compared.version }, own), machine);
    return { label: `version ${compared.version}`, cells: cellsOf(made.matrix), seeds: {} };
  }
  const run = await client.simulationRuns.get({ id: compared.run });
  if (run.status !== "ended") throw new CliError("usage", `The run ${run.id} has not ended.`);
  const cells = cellsOf(await client.simulationRuns.getMatrix({ id: run.id }));
  if (run.testSuiteId !== suite.id)
    throw new CliError("usage", `The run ${run.id} is not one of the suite '${suite.name ?? suite.id}'.`);
  const { iterations = run.iterations, seed = run.seed } = body;
  return { label: `run ${run.id}`, cells, seeds: { ...(iterations && { iterations }), ...(seed !== undefined && { seed }) } };
}

async function runSuite(client: Client, suite: TestSuite, body: CreateSimulationRun, machine: Machine): Promise<Made> {
  const { url, message, ...created } = await client.simulationRuns.create({ body });
  const name = suite.name ?? suite.id;
  if (message !== undefined) machine.stderr.write(`${printable(`${name}: ${message}`)}\n`);
  const show = openProgress(machine, name);
  let run: SimulationRun = created;
  show(run);
  while (run.status !== "ended") {
    await machine.wait(POLL_MS);
    run = await client.simulationRuns.get({ id: run.id });
    show(run);
  }
  return { suite: { id: suite.id, name }, run, url, matrix: await client.simulationRuns.getMatrix({ id: run.id }) };
}

/** Shows how far a run is: on a terminal in one line that changes, otherwise in a line for each tenth. */
function openProgress({ stderr }: Machine, name: string): (run: SimulationRun) => void {
  let shown = -1;
  return ({ status, itemCounts }) => {
    const { total = 0, passed = 0, failed = 0, canceled = 0 } = itemCounts ?? {};
    const done = passed + failed + canceled;
    const now = stderr.isTTY ? done : Math.floor((10 * done) / Math.max(1, total));
    if (now !== shown) {
      const text = printable(`${name}: ${done} of ${total} done, ${failed} failed`);
      stderr.write(stderr.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
    }
    if (stderr.isTTY && status === "ended") stderr.write("\r\u001b[K");
    shown = now;
  };
}

async function writeReports(
  results: readonly SuiteResult[],
  { junit, json, summary }: { junit?: string | undefined; json?: string | undefined; summary?: string | undefined },
  { client, minimum, machine }: { client: Client; minimum: number; machine: Machine },
): Promise<void> {
  if (junit !== undefined) {
    const suites: JunitSuite[] = [];
    for (const result of results) suites.push(junitSuiteOf(result, await itemsOf(client, result)));
    await writeReport(junit, junitOf(suites));
  }
  if (json !== undefined) await writeReport(json, jsonOf(results, minimum));
  const { GITHUB_STEP_SUMMARY: page } = machine.env;
  if (summary !== undefined) await writeReport(summary, markdownOf(results));
  else if (page) await writeReport(page, markdownOf(results), "a");
}

/** The items of a run, with the conversations of those that failed. */
async function itemsOf(client: Client, { run: { id } }: SuiteResult): Promise<Map<string, SimulationRunItem>> {
  const items = new Map<string, SimulationRunItem>();
  for (let page = 1; ; page++) {
    const found = await client.simulationRuns.listItems({ id, query: { page, limit: LIST_LIMIT.max } });
    for (const item of found)
      items.set(item.id, item.status === "failed" ? await client.simulationRuns.getItem({ id, itemId: item.id }) : item);
    if (found.length < LIST_LIMIT.max) return items;
  }
}
