import { setMaxListeners } from "node:events";
import { availableParallelism } from "node:os";
import {
  type CreateTestRun,
  costReport,
  DEFAULT_LINE,
  invalid,
  lineOf,
  PageQuery,
  type SuiteTest,
  TEST_SUITE_MAX_TESTS,
  type TestAttempt,
  type TestRun,
  withAnalysisCost,
} from "@callwright/contract";
import type { Database } from "../../platform/db/connect.ts";
import type { Page } from "../../platform/db/page-start.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { RunQueue } from "../../platform/jobs/runs.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { insertResource } from "../../platform/resource-kit/resource-store.ts";
import { sealHeaders } from "../../platform/secrets/sealed-headers.ts";
import { resolveTarget } from "../assistant/resolve-target.ts";
import { callKeys } from "../call/api/start-call.ts";
import { orgCallLimit } from "../call/runtime/admit-call.ts";
import { chatKeys } from "../chat/open-session.ts";
import { listPrices } from "../cost/price-store.ts";
import { addSpending, requireBudget } from "../cost/spending.ts";
import { carryOutEval } from "./eval/carry-out-eval.ts";
import { endRun, stopRun, stopRuns } from "./gate/end-run.ts";
import { testedKey } from "./gate/gate-state.ts";
import { tellHooks, tellSlack } from "./hook-messages.ts";
import { type MadeAttempt, runAttempt, type TesterConfig } from "./run-attempt.ts";
import * as store from "./run-store.ts";
import { suiteTests, testRuns, testSuites } from "./service.ts";
import { type ItemResult, simulationRun } from "./tables.ts";
import type { TestRunContext } from "./tested-call.ts";
import { resolveTested } from "./tested-target.ts";
import { messagesOf, transcriptOf } from "./transcript-of.ts";
import { markUnstable } from "./unstable-items.ts";

/** Starts a run of the tests as they are now. Fails with `validation-failed`, or as chats with the target do. */
export async function startRun(
  context: ServerContext,
  caller: OrgCaller,
  suiteId: string,
  { name, testIds, ...tested }: CreateTestRun,
  queue: RunQueue,
): Promise<TestRun> {
  const { db, now } = context;
  const { orgId } = caller;
  const suite = await testSuites.get(context, caller, suiteId);
  const tests = await chosenTests(context, caller, suiteId, testIds);
  await requireBudget(db, caller, now());
  const target = await resolveTested(context, orgId, suite, tested);
  const tester = await testerOf(context, orgId, suite.testerPlan);
  const isDraft = tested.assistant !== undefined;
  const gate = await testedKey(context, orgId, { assistantId: suite.targetPlan?.assistantId, ...tested });
  const state = { testSuiteId: suiteId, status: "queued", tests, target, tester, isDraft, gate } as const;
  const id = await storeRun(context, caller, { name, state, places: placesOf(tests) }, queue);
  return getRun(context, caller, suiteId, id);
}

/** Stores a run and queues it. Fails as chats or calls with the target do. */
export async function storeRun(
  context: ServerContext,
  caller: OrgCaller,
  { name, state, places }: { name: string | undefined; state: store.TestRunState; places: readonly store.Place[] },
  queue: RunQueue,
): Promise<string> {
  const { db, now, newId } = context;
  const { orgId } = caller;
  const media = new Set(state.eval ? ["chat"] : state.tests.map(({ type }) => state.medium ?? type));
  if (media.has("chat")) await chatKeys(context, caller, state.target);
  if (media.has("voice")) await callKeys(context, caller, state.target);
  const [id, at] = [newId(), now()];
  const sealed = sealHeaders(context, simulationRun, id, { config: name === undefined ? {} : { name }, state: { ...state } });
  await db.transaction(async (tx) => {
    const row = await insertResource(tx, { table: simulationRun }, { id, orgId, createdAt: at, updatedAt: at, ...sealed });
    await store.insertAttempts(tx, row, places);
    await queue.add(tx, { orgId, id });
  });
  queue.wake();
  return id;
}

async function chosenTests(
  context: ServerContext,
  caller: OrgCaller,
  suiteId: string,
  testIds: CreateTestRun["testIds"],
): Promise<SuiteTest[]> {
  const chosen = await testsOf(context, caller, suiteId, testIds);
  if (chosen.length === 0) throw invalid("the suite must have a test: add one, then run it again");
  return chosen;
}

/** The tests of a suite in the order in which they were added. Fails with `validation-failed`. */
export async function testsOf(
  context: ServerContext,
  caller: OrgCaller,
  suiteId: string,
  testIds: CreateTestRun["testIds"],
): Promise<SuiteTest[]> {
  const query = PageQuery.parse({ limit: TEST_SUITE_MAX_TESTS, sortOrder: "ASC" });
  const { results: all } = await suiteTests(suiteId).page(context, caller, query);
  const wanted = testIds && new Set(testIds.map((id) => id.toLowerCase()));
  const missing = [...(wanted ?? [])].find((id) => all.every((test) => test.id !== id));
  if (missing !== undefined) throw invalid(`testIds must name tests of the suite; ${missing} is none`);
  return wanted ? all.filter(({ id }) => wanted.has(id)) : all;
}

const placesOf = (tests: readonly SuiteTest[]): store.Place[] =>
  tests.flatMap(({ numAttempts = 1 }, test) => Array.from({ length: numAttempts }, (_, attempt) => ({ test, attempt })));

export async function testerOf(
  context: ServerContext,
  orgId: string,
  plan: { assistantId?: string | undefined; assistant?: object | undefined } | undefined,
): Promise<TesterConfig | null> {
  if (plan?.assistantId === undefined && plan?.assistant === undefined) return null;
  const { assistant, variableValues } = await resolveTarget(context, orgId, "chat", plan);
  return { assistant, variableValues };
}

/** Without the conversations. */
export async function listRuns(
  context: ServerContext,
  caller: OrgCaller,
  suiteId: string,
  query: PageQuery,
): Promise<Page<TestRun>> {
  const page = await testRuns(suiteId).page(context, caller, query);
  return { ...page, results: await withAttempts(context, page.results, { isWhole: false }) };
}

export async function getRun(context: ServerContext, caller: OrgCaller, suiteId: string, id: string): Promise<TestRun> {
  return wholeRun(context, await testRuns(suiteId).get(context, caller, id));
}

export async function wholeRun(context: ServerContext, run: TestRun): Promise<TestRun> {
  const [whole] = await withAttempts(context, [run], { isWhole: true });
  return whole ?? run;
}

/** Ends a run. Attempts without a result stay without one. No effect on a run that has ended. */
export async function cancelRun(context: ServerContext, caller: OrgCaller, suiteId: string, id: string): Promise<TestRun> {
  await testRuns(suiteId).get(context, caller, id);
  await stopRun(context, { orgId: caller.orgId, id }, "The run was canceled.");
  return getRun(context, caller, suiteId, id);
}

async function withAttempts(
  { db }: Pick<ServerContext, "db">,
  runs: readonly TestRun[],
  options: { isWhole: boolean },
): Promise<TestRun[]> {
  const ids = runs.map(({ id }) => id);
  const [attempts, progress] = [await store.listAttempts(db, ids, options), await store.countAttempts(db, ids)];
  return runs.map((run) => ({
    ...run,
    progress: progress.get(run.id),
    testResults: run.testResults.map((result, index) => ({
      ...result,
      attempts: (attempts.get(run.id) ?? []).filter(({ test }) => test === index).map((each) => toAttempt(each.result)),
    })),
  }));
}

/** As test suites had it, without what only items have. */
function toAttempt(result: ItemResult): TestAttempt {
  const { evaluations, improvementSuggestions, isUnstable, metrics, latencyMetrics, score, humanScores, ...attempt } = result;
  const { greeting, turns } = attempt;
  if (!turns) return attempt;
  const talk = { greeting, turns };
  return { ...attempt, call: { artifact: { messages: messagesOf(talk), transcript: transcriptOf(talk) } } };
}

/** Chats that are held at the same time. */
const CHATS_TOGETHER = 4;
/** Calls with a simulated caller per processor: one takes 6 % of a core (`npm run bench -- simulations`). */
const CALLS_PER_PROCESSOR = 8;

/** How many items are made at the same time. Calls leave half of the organization's call slots to people. */
async function togetherOf(context: ServerContext, orgId: string, { medium, tests }: store.TestRunState): Promise<number> {
  if (tests.every(({ type }) => (medium ?? type) === "chat")) return CHATS_TOGETHER;
  const { limit } = await orgCallLimit(context, orgId);
  return Math.max(1, Math.min(Math.floor(limit / 2), CALLS_PER_PROCESSOR * availableParallelism()));
}

/** Makes the attempts that wait. A repeated run continues where the last one ended. */
export async function carryOutRun(
  context: TestRunContext,
  { orgId, id }: { orgId: string; id: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = context;
  const run = await store.findOpenRun(context, orgId, id);
  if (!run) return;
  await store.changeRun(db, id, { status: "in-progress", startedAt: now().toISOString() }, now());
  const state = store.stateOf(run);
  if (state.eval) return carryOutEval(context, { orgId, id, target: state.target, eval: state.eval }, signal);
  await makeAttempts(context, { orgId, id, state }, signal);
  await markUnstable(db, run);
  const ending = { status: "completed" as const, endedAt: now().toISOString() };
  const tell = (tx: Database, ended: store.TestRunState) => tellSlack(context, tx, { orgId, id, state: ended });
  await stopRuns(context, orgId, await endRun(context, { orgId, id }, ending, tell));
  context.messages.wake();
}

async function makeAttempts(
  context: TestRunContext,
  { orgId, id, state }: { orgId: string; id: string; state: store.TestRunState },
  signal: AbortSignal,
): Promise<void> {
  const { tests, callers = [], medium, targets = {} } = state;
  const pairs = store.pairsOf(state);
  const waiting = await store.listWaiting(context.db, id);
  // Otherwise, the other attempts would continue beside the job's retry.
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const worker = async () => {
    for (let place = waiting.shift(); place; place = waiting.shift()) {
      const pair = pairs[place.test];
      const test = tests[pair?.test ?? -1];
      if (!pair || !test) throw new Error("an item of a run belongs to no scenario");
      const isFree = await context.db.transaction(async (tx) => {
        const isMarked = await store.markItem(tx, id, place, { status: "running", startedAt: context.now() });
        if (isMarked) await tellHooks(context, tx, { orgId, id, state }, { place, on: "simulation.run.started" });
        return isMarked;
      });
      context.messages.wake();
      if (!isFree) continue;
      const { assistant, behavior } = callers[pair.caller ?? -1] ?? {};
      const { facts } = test;
      const made = await runAttempt(context, {
        orgId,
        target: targets[pair.test] ?? state.target,
        tester: state.tester,
        caller: {
          ...(assistant && { personality: { assistant, variableValues: {} } }),
          ...(behavior && { behavior }),
          ...(state.phone && { calls: state.phone }),
          ...(facts && { facts }),
          ...(state.pairs && { line: state.line ?? lineOf(behavior?.line) ?? DEFAULT_LINE }),
          seed: (state.seed ?? store.FIRST_SEED) + place.attempt,
        },
        test: medium ? { ...test, type: medium } : test,
        signal: either,
      });
      await storeMade(context, { orgId, id, state, place }, made);
    }
  };
  const together = await togetherOf(context, orgId, state);
  // Each conversation listens to the signal in several places.
  setMaxListeners(0, either);
  const workers = Array.from({ length: together }, () =>
    worker().catch((error: unknown) => {
      failed.abort();
      throw error;
    }),
  );
  const ended = await Promise.allSettled(workers);
  // The first failure aborted the others.
  const reasons = ended.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  if (reasons.length > 0) throw reasons.find((each) => each !== failed.signal.reason) ?? reasons[0];
}

async function storeMade(
  context: TestRunContext,
  { orgId, id, state, place }: { orgId: string; id: string; state: store.TestRunState; place: store.Place },
  { attempt, usages, analyses, call }: MadeAttempt,
): Promise<void> {
  const { db, now } = context;
  await db.transaction(async (tx) => {
    const prices = await listPrices(tx, orgId);
    const { cost } = withAnalysisCost(costReport(usages, prices), analyses, prices);
    // The tokens were used even if the result is not needed any more.
    await addSpending(tx, orgId, cost, now());
    const isStored = await store.storeAttempt(tx, id, place, { ...attempt, cost: cost + (call?.cost ?? 0) }, now());
    const ended = { place, on: "simulation.run.ended", callId: attempt.callId } as const;
    if (isStored) await tellHooks(context, tx, { orgId, id, state }, ended);
  });
  context.messages.wake();
}
