import {
  type AssistantFigures,
  type CallProblem,
  ENDED_BY,
  endedBy,
  explainEndedReason,
  invalid,
  OVERVIEW_MAX_STEPS,
  type Overview,
  type OverviewQuery,
  type OverviewStep,
  type ResponsePercentile,
  TURN_SEGMENTS,
} from "@callwright/contract";
import { commaSeparated, instantOf, storableInstant } from "../../platform/db/list-filters.ts";
import { present } from "../../platform/db/present.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import * as store from "./overview-store.ts";

type Context = Pick<ServerContext, "db" | "now">;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
const FIGURES_DAYS = 30;
/** Causes, and the problems that they are found among. */
const SHOWN_PROBLEMS = 8;
const READ_PROBLEMS = 200;
const SHOWN_TOOLS = 10;
/** Maximum ids of one request. */
const MAX_ASSISTANTS = 1_000;
/** The events that a problem is read from can be long. */
const MESSAGE_MAX_CHARACTERS = 300;

/** Fails with `validation-failed`. */
export async function getOverview({ db, now }: Context, { orgId }: OrgCaller, query: OverviewQuery): Promise<Overview> {
  const range = rangeOf(query, now());
  const [sums, running, toolErrors] = await Promise.all([
    store.readSums(db, orgId, range),
    store.readLive(db, orgId),
    store.readToolErrors(db, orgId, range, SHOWN_TOOLS),
  ]);
  const reasons = reasonsOf(sums);
  const [response, problems] = await Promise.all([
    readResponse(db, orgId, range, sums),
    store.readProblems(db, orgId, range, {
      reasons: reasons.filter(({ endedReason }) => isProblem(endedReason)).map(({ endedReason }) => endedReason),
      limit: READ_PROBLEMS,
    }),
  ]);
  const { calls, minutes, cost, unpriced, successful, judged } = totalOf(sums);
  return {
    timeRange: { start: range.start.toISOString(), end: range.end.toISOString(), step: range.step, timezone: range.timezone },
    ...running,
    calls,
    minutes,
    cost,
    unpriced,
    success: { successful, failed: judged - successful },
    ...(response && { response }),
    ended: ENDED_BY.map((by) => {
      const own = reasons.filter(({ endedReason }) => endedBy(endedReason) === by);
      return { by, calls: own.reduce((total, each) => total + each.calls, 0), reasons: own };
    }),
    steps: stepsOf(sums),
    toolErrors,
    problems: byCause(problems),
  };
}

type Sums = readonly store.StepSums[];

const TOTALS = ["calls", "minutes", "cost", "unpriced", "successful", "judged"] as const;

function totalOf(sums: Sums) {
  const totals = TOTALS.map((name) => [name, sums.reduce((total, each) => total + each[name], 0)]);
  return Object.fromEntries(totals) as Record<(typeof TOTALS)[number], number>;
}

/** The steps of the sums, in their order. */
function stepsOf(sums: Sums): OverviewStep[] {
  const byStep = new Map<number, store.StepSums[]>();
  for (const each of sums) {
    const own = byStep.get(each.at);
    if (own) own.push(each);
    else byStep.set(each.at, [each]);
  }
  return [...byStep].map(([at, own]) => stepOf(at, own));
}

function stepOf(at: number, sums: Sums): OverviewStep {
  const waits = sortedWaits(sums);
  const response = { responseP50Ms: percentile(waits, 0.5), responseP95Ms: percentile(waits, 0.95) };
  return { date: new Date(at).toISOString(), ...totalOf(sums), ...response };
}

/** The reasons of ended calls, the most frequent first. */
function reasonsOf(sums: Sums): { endedReason: string; calls: number }[] {
  const counts = new Map<string, number>();
  for (const { endedReason, calls } of sums)
    if (endedReason !== null) counts.set(endedReason, (counts.get(endedReason) ?? 0) + calls);
  const found = [...counts].map(([endedReason, calls]) => ({ endedReason, calls }));
  return found.sort((one, other) => other.calls - one.calls || (one.endedReason < other.endedReason ? -1 : 1));
}

function sortedWaits(sums: Sums): Int32Array {
  const all = new Int32Array(sums.reduce((total, { waits }) => total + waits.length, 0));
  let at = 0;
  for (const { waits } of sums) {
    all.set(waits, at);
    at += waits.length;
  }
  return all.sort();
}

/** The smallest value that is not below this share of all. Undefined without values. */
const percentile = (sorted: Int32Array, share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];

/** The percentiles of the overview, and the calls around each. */
const PERCENTILES = [
  { share: 0.5, from: 0.45, to: 0.55 },
  { share: 0.95, from: 0.92, to: 0.98 },
] as const;

async function readResponse(
  db: Context["db"],
  orgId: string,
  range: store.OverviewSteps,
  sums: Sums,
): Promise<Overview["response"]> {
  const waits = sortedWaits(sums);
  if (waits.length === 0) return undefined;
  const at = (share: number) => percentile(waits, share) ?? 0;
  const around = PERCENTILES.map(({ from, to }) => ({ from: at(from), to: at(to) }));
  const segments = await store.readSegments(db, orgId, range, around);
  const [p50, p95] = PERCENTILES.map(({ share }, index) => {
    const ms = at(share);
    // The waits that took at least as long.
    return percentileOf(ms, waits.length - waits.indexOf(ms), segments[index] ?? {});
  });
  return p50 && p95 && { calls: waits.length, p50, p95 };
}

function rangeOf({ createdAtGe, createdAtLe, step, timezone }: OverviewQuery, now: Date): store.OverviewSteps {
  const end = createdAtLe === undefined ? now : instantOf(createdAtLe);
  const start = createdAtGe === undefined ? storableInstant(end.getTime() - DEFAULT_DAYS * DAY_MS) : instantOf(createdAtGe);
  const steps = (end.getTime() - start.getTime()) / (step === "hour" ? DAY_MS / 24 : DAY_MS);
  const problems = [
    ...(steps < 0 ? ["createdAtLe must not be before createdAtGe"] : []),
    ...(steps > OVERVIEW_MAX_STEPS
      ? [`step gives more than ${OVERVIEW_MAX_STEPS} steps; take a longer one or a shorter range`]
      : []),
  ];
  if (problems.length > 0) throw invalid(...problems);
  return { start, end, step, timezone };
}

/** An end that the caller chose is not a problem. */
function isProblem(endedReason: string): boolean {
  const { fault } = explainEndedReason(endedReason);
  return fault !== "none";
}

/** The means of the calls around a percentile, scaled so that they add up to it. */
function percentileOf(ms: number, calls: number, meansMs: Record<string, number>): ResponsePercentile {
  const sum = TURN_SEGMENTS.reduce((total, name) => total + (meansMs[name] ?? 0), 0);
  const segments = TURN_SEGMENTS.map((name) => ({ name, durationMs: sum > 0 ? ((meansMs[name] ?? 0) / sum) * ms : 0 }));
  return { ms, calls, segments: segments.filter(({ durationMs }) => durationMs > 0) };
}

/** One problem for each cause, the last one, in the order of the last. */
function byCause(rows: readonly store.ProblemRow[]): CallProblem[] {
  const causes = new Map<string, CallProblem>();
  for (const row of rows) {
    const problem = toProblem(row);
    const { kind, endedReason, endedMessage, part, provider, toolName } = problem;
    const cause = JSON.stringify([kind, endedReason, endedMessage, part, provider, toolName]);
    const first = causes.get(cause);
    causes.set(cause, first ? { ...first, calls: first.calls + 1 } : problem);
  }
  return [...causes.values()].slice(0, SHOWN_PROBLEMS);
}

function toProblem({ type, payload, endedReason, endedMessage, isUndelivered, ...of }: store.ProblemRow): CallProblem {
  const { callId, createdAt, assistantId, assistantName } = of;
  const text = (name: string) => {
    const value = payload?.[name];
    return typeof value === "string" ? value.slice(0, MESSAGE_MAX_CHARACTERS) : undefined;
  };
  return {
    ...present({ callId, createdAt, assistantId, assistantName, endedReason, endedMessage }),
    calls: 1,
    kind: endedReason ? "ended" : type === "tool.answered" ? "tool" : "failure",
    part: text("part"),
    provider: text("provider"),
    toolName: text("name"),
    message: text("message") ?? text("result"),
    ...(isUndelivered && { isUndelivered }),
  };
}

/** Assistants without calls in this time are left out. */
export async function listAssistantFigures(
  { db, now }: Context,
  { orgId }: OrgCaller,
  { assistantIdAny }: { assistantIdAny: string },
): Promise<AssistantFigures[]> {
  const ids = [...new Set(commaSeparated(assistantIdAny))];
  if (ids.length > MAX_ASSISTANTS) throw invalid(`assistantIdAny must have at most ${MAX_ASSISTANTS} ids`);
  if (ids.length === 0) return [];
  const since = new Date(now().getTime() - FIGURES_DAYS * DAY_MS);
  const rows = await store.readFigures(db, orgId, ids, since);
  return rows.map(({ p50, p95, transportMs, lastCallAt, ...row }) => ({
    ...row,
    lastCallAt: new Date(lastCallAt).toISOString(),
    ...present({ responseP50Ms: p50, responseP95Ms: p95, transportMs }),
  }));
}
