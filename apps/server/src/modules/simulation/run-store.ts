import type {
  CallerBehavior,
  Cost,
  CreateAssistant,
  CreateEval,
  CreateSimulationRun,
  EvalRun,
  EvalRunResult,
  HumanScore,
  ItemImprovements,
  Line,
  SuiteTest,
  TestProgress,
  TestRun,
} from "@callwright/contract";
import { and, asc, count, eq, exists, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { openRow, type SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import type { Target } from "../assistant/resolve-target.ts";
import type { GateState } from "./gate/gate-state.ts";
import type { TesterConfig } from "./run-attempt.ts";
import { type ItemResult, isOpenTestRun, simulationItem, simulationRun } from "./tables.ts";

/** A scenario of a run with its caller. */
export interface RunPair {
  /** Place in the run's tests. */
  test: number;
  /** Place in the run's callers. Absent: the caller of the suite's plan, or a neutral one. */
  caller?: number;
  /** The stored simulation, or an id for this pair alone. */
  simulationId: string;
  name?: string;
  /** Equal for equal conversations, but for the seed. */
  print?: string;
}

/** A personality as it was when the run began. */
export interface RunCaller {
  /** Absent for an inline one, and for one of the gallery. */
  id?: string;
  /** Its key in the gallery. */
  key?: string;
  name: string;
  assistant: CreateAssistant;
  behavior?: CallerBehavior;
}

/** A number of the simulated line. */
export interface CalledNumber {
  id: string;
  number: string;
}

/** The start state of a run, so that later changes of the suite and its target do not change it. */
export interface TestRunState {
  /** Absent for a run of several suites, or of simulations. */
  testSuiteId?: string;
  status: TestRun["status"];
  tests: SuiteTest[];
  target: Target;
  tester: TesterConfig | null;
  isDraft: boolean;
  failure?: string;
  endedAt?: string;
  startedAt?: string;
  /** Absent in a run of the tests of a suite: each test once. */
  pairs?: RunPair[];
  callers?: RunCaller[];
  /** The request, for its answers. */
  request?: Pick<CreateSimulationRun, "simulations" | "target" | "iterations" | "transport" | "line">;
  /** Absent: as each test says. */
  medium?: "chat" | "voice";
  /** The line of every caller. */
  line?: Line;
  /** The number that the callers call. */
  phone?: CalledNumber;
  /** The seed of the first iteration. Default 1. */
  seed?: number;
  /** The targets of tests with overrides of their own, by the place of the test. */
  targets?: Record<number, Target>;
  gate?: GateState;
  /** In a run of an eval, which has no tests. */
  eval?: EvalOfRun;
  evalOutcome?: EvalOutcome;
}

/** The eval that a run makes in place of tests. */
export interface EvalOfRun {
  messages: CreateEval["messages"];
  target: EvalRun["target"];
  /** The stored eval, or the one of the request. */
  evalId?: string;
  inline?: CreateEval;
}

/** What came of the run of an eval. Apart from the request, whose headers are stored encrypted. */
export interface EvalOutcome {
  endedReason: EvalRun["endedReason"];
  /** Also of a conversation that could not go on. */
  result: EvalRunResult;
  cost: number;
  costs: Cost[];
}

export const FIRST_SEED = 1;

/** The pairs of a run, also of one that was stored without. */
export const pairsOf = ({ pairs, tests }: Pick<TestRunState, "pairs" | "tests">): RunPair[] =>
  pairs ?? tests.map(({ id }, test) => ({ test, simulationId: id }));

export const stateOf = ({ state }: Pick<ResourceRow, "state">): TestRunState => state as unknown as TestRunState;

/** An attempt of a run. */
export interface Place {
  test: number;
  attempt: number;
}

export async function insertAttempts(
  db: Database,
  { id, orgId }: Pick<ResourceRow, "id" | "orgId">,
  places: readonly Place[],
): Promise<void> {
  if (places.length === 0) return;
  await db.insert(simulationItem).values(places.map((place) => ({ runId: id, orgId, ...place })));
}

/** A run that has not ended. */
export async function findOpenRun(store: SealedDatabase, orgId: string, id: string): Promise<ResourceRow | undefined> {
  const [row] = await store.db
    .select()
    .from(simulationRun)
    .where(and(eq(simulationRun.orgId, orgId), eq(simulationRun.id, id), isOpenTestRun));
  return openRow(store, simulationRun, row);
}

export async function listOpenRuns(db: Database): Promise<{ orgId: string; id: string }[]> {
  return db.select({ orgId: simulationRun.orgId, id: simulationRun.id }).from(simulationRun).where(isOpenTestRun);
}

/** Without effect on a run that has ended. Returns the changed state. */
export async function changeRun(
  db: Database,
  id: string,
  change: Partial<Pick<TestRunState, "status" | "failure" | "endedAt" | "startedAt" | "evalOutcome">>,
  updatedAt: Date,
): Promise<TestRunState | undefined> {
  const state = sql`${simulationRun.state} || ${JSON.stringify(change)}::jsonb`;
  const [row] = await db
    .update(simulationRun)
    .set({ state, updatedAt })
    .where(and(eq(simulationRun.id, id), isOpenTestRun))
    .returning({ state: simulationRun.state });
  return row && stateOf(row);
}

/** How a run ends without all of its results. */
export const endedState = (failure: string, at: Date) => ({ status: "failed" as const, failure, endedAt: at.toISOString() });

const isNotCanceled = sql`${simulationItem.status} is distinct from 'canceled'`;

const isAt = (runId: string, { test, attempt }: Place) =>
  and(eq(simulationItem.runId, runId), eq(simulationItem.test, test), eq(simulationItem.attempt, attempt));

/** Notes what happens to an item that has no result. False if it has one, or was canceled. */
export async function markItem(
  db: Database,
  runId: string,
  place: Place,
  change: { status: "running" | "evaluating" | "canceled"; startedAt?: Date; endedAt?: Date },
): Promise<boolean> {
  const marked = await db
    .update(simulationItem)
    .set(change)
    .where(and(isAt(runId, place), isNull(simulationItem.result), isNotCanceled))
    .returning({ runId: simulationItem.runId });
  return marked.length > 0;
}

export async function listWaiting(db: Database, runId: string): Promise<Place[]> {
  return db
    .select({ test: simulationItem.test, attempt: simulationItem.attempt })
    .from(simulationItem)
    .where(and(eq(simulationItem.runId, runId), isNull(simulationItem.result), isNotCanceled))
    .orderBy(asc(simulationItem.test), asc(simulationItem.attempt));
}

/** False when its result is stored already, or its run has ended. */
export async function storeAttempt(
  db: Database,
  runId: string,
  place: Place,
  result: ItemResult,
  endedAt: Date,
): Promise<boolean> {
  const open = db
    .select({ id: simulationRun.id })
    .from(simulationRun)
    .where(and(eq(simulationRun.id, runId), isOpenTestRun));
  const stored = await db
    .update(simulationItem)
    .set({ result, status: null, endedAt })
    .where(and(isAt(runId, place), isNull(simulationItem.result), isNotCanceled, exists(open)))
    .returning({ runId: simulationItem.runId });
  return stored.length > 0;
}

export interface StoredAttempt extends Place {
  result: ItemResult;
}

export type ItemRow = typeof simulationItem.$inferSelect;

/** The items of a run in order. Without `isWhole` their results have no greeting and no turns. */
export async function listItems(db: Database, runId: string, { isWhole }: { isWhole: boolean }): Promise<ItemRow[]> {
  return db
    .select({
      ...getTableColumns(simulationItem),
      result: isWhole ? simulationItem.result : withoutWords,
    })
    .from(simulationItem)
    .where(eq(simulationItem.runId, runId))
    .orderBy(asc(simulationItem.test), asc(simulationItem.attempt));
}

const withoutWords = sql<ItemResult | null>`${simulationItem.result} - 'turns' - 'greeting'`;

export async function findItem(db: Database, runId: string, place: Place): Promise<ItemRow | undefined> {
  const [row] = await db.select().from(simulationItem).where(isAt(runId, place));
  return row;
}

/** Replaces the verdicts of one person. `userId`: null for a token. */
export async function storeScores(
  db: Database,
  runId: string,
  place: Place,
  { userId, scores }: { userId: string | null; scores: readonly HumanScore[] },
): Promise<void> {
  const others = sql`(select coalesce(jsonb_agg(each), '[]'::jsonb) from jsonb_array_elements(${simulationItem.result} -> 'humanScores') each where each ->> 'userId' is distinct from ${userId})`;
  const result = sql`${simulationItem.result} || jsonb_build_object('humanScores', coalesce(${others}, '[]'::jsonb) || ${JSON.stringify(scores)}::jsonb)`;
  await db.update(simulationItem).set({ result }).where(isAt(runId, place));
}

export async function storeImprovements(db: Database, runId: string, place: Place, made: ItemImprovements): Promise<void> {
  const result = sql`${simulationItem.result} || ${JSON.stringify({ improvementSuggestions: made })}::jsonb`;
  await db.update(simulationItem).set({ result }).where(isAt(runId, place));
}

export interface ItemCounts {
  total: number;
  passed: number;
  failed: number;
  running: number;
  queued: number;
  canceled: number;
}

export async function countItems(db: Database, runIds: readonly string[]): Promise<Map<string, ItemCounts>> {
  const state = sql<string | null>`coalesce(${simulationItem.result} ->> 'result', ${simulationItem.status})`;
  const rows = await db
    .select({ runId: simulationItem.runId, state, items: count() })
    .from(simulationItem)
    .where(inArray(simulationItem.runId, [...runIds]))
    .groupBy(simulationItem.runId, state);
  const sumOf = (runId: string, ...states: (string | null)[]) =>
    rows.filter((each) => each.runId === runId && states.includes(each.state)).reduce((sum, { items }) => sum + items, 0);
  return new Map(
    runIds.map((id) => [
      id,
      {
        total: rows.filter(({ runId }) => runId === id).reduce((sum, { items }) => sum + items, 0),
        passed: sumOf(id, "pass"),
        failed: sumOf(id, "fail"),
        running: sumOf(id, "running", "evaluating"),
        queued: sumOf(id, null),
        canceled: sumOf(id, "canceled"),
      },
    ]),
  );
}

/** The attempts with a result, by their run. Without `isWhole` they have no greeting and no turns. */
export async function listAttempts(
  db: Database,
  runIds: readonly string[],
  { isWhole }: { isWhole: boolean },
): Promise<Map<string, StoredAttempt[]>> {
  const rows = await db
    .select({
      runId: simulationItem.runId,
      test: simulationItem.test,
      attempt: simulationItem.attempt,
      result: isWhole ? simulationItem.result : withoutWords,
    })
    .from(simulationItem)
    .where(inArray(simulationItem.runId, [...runIds]))
    .orderBy(asc(simulationItem.test), asc(simulationItem.attempt));
  const attempts = new Map<string, StoredAttempt[]>(runIds.map((id) => [id, []]));
  for (const { runId, result, ...place } of rows) if (result) attempts.get(runId)?.push({ ...place, result });
  return attempts;
}

export async function countAttempts(db: Database, runIds: readonly string[]): Promise<Map<string, TestProgress>> {
  const result = sql<string | null>`${simulationItem.result} ->> 'result'`;
  const rows = await db
    .select({ runId: simulationItem.runId, result, attempts: count() })
    .from(simulationItem)
    .where(inArray(simulationItem.runId, [...runIds]))
    .groupBy(simulationItem.runId, result);
  const sumOf = (runId: string, wanted?: string) =>
    rows
      .filter((each) => each.runId === runId && (wanted === undefined || each.result === wanted))
      .reduce((sum, each) => sum + each.attempts, 0);
  return new Map(runIds.map((id) => [id, { total: sumOf(id), passed: sumOf(id, "pass"), failed: sumOf(id, "fail") }]));
}
