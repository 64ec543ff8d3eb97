import {
  type AssistantFigures,
  type CallProblem,
  ENDED_BY,
  endedBy,
  explainEndedReason,
  OVERVIEW_MAX_STEPS,
  type Overview,
  type OverviewQuery,
  PlatformError,
  type ResponsePercentile,
  TURN_SEGMENTS,
} from "@callwright/contract";
import { commaSeparated, instantOf, storableInstant } from "../../db/list-filters.ts";
import type { OrgCaller } from "../../http/caller.ts";
import type { ServerContext } from "../../server-context.ts";
import * as store from "./overview-store.ts";

type Context = Pick<ServerContext, "db" | "now">;

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
const FIGURES_DAYS = 30;
const SHOWN_PROBLEMS = 8;
/** Ids of one request. */
const MAX_ASSISTANTS = 1_000;
/** The events that a problem is read from can be long. */
const MESSAGE_MAX_CHARACTERS = 300;

/** Fails with `validation-failed`. */
export async function getOverview({ db, now }: Context, { orgId }: OrgCaller, query: OverviewQuery): Promise<Overview> {
  const range = rangeOf(query, now());
  const [steps, reasons, response, running] = await Promise.all([
    store.readSteps(db, orgId, range),
    store.readReasons(db, orgId, range),
    store.readResponse(db, orgId, range),
    store.readLive(db, orgId),
  ]);
  const problems = await store.readProblems(db, orgId, range, {
    reasons: reasons.filter(({ endedReason }) => isProblem(endedReason)).map(({ endedReason }) => endedReason),
    limit: SHOWN_PROBLEMS,
  });
  const sum = (name: "calls" | "minutes" | "cost" | "successful" | "judged") =>
    steps.reduce((total, each) => total + each[name], 0);
  return {
    timeRange: { start: range.start.toISOString(), end: range.end.toISOString(), step: range.step, timezone: range.timezone },
    ...running,
    ...{ calls: sum("calls"), minutes: sum("minutes"), cost: sum("cost") },
    success: { successful: sum("successful"), failed: sum("judged") - sum("successful") },
    ...(response && {
      response: {
        calls: response.calls,
        p50: percentileOf(response.percentiles.p50),
        p95: percentileOf(response.percentiles.p95),
      },
    }),
    ended: ENDED_BY.map((by) => {
      const own = reasons.filter(({ endedReason }) => endedBy(endedReason) === by);
      return { by, calls: own.reduce((total, { calls }) => total + calls, 0), reasons: own };
    }),
    steps,
    problems: problems.map(toProblem),
  };
}

function rangeOf({ createdAtGe, createdAtLe, step, timezone }: OverviewQuery, now: Date): store.OverviewRange {
  const end = createdAtLe === undefined ? now : instantOf(createdAtLe);
  const start = createdAtGe === undefined ? storableInstant(end.getTime() - DEFAULT_DAYS * DAY_MS) : instantOf(createdAtGe);
  const steps = (end.getTime() - start.getTime()) / (step === "hour" ? DAY_MS / 24 : DAY_MS);
  const problems = [
    ...(steps < 0 ? ["createdAtLe must not be before createdAtGe"] : []),
    ...(steps > OVERVIEW_MAX_STEPS
      ? [`step gives more than ${OVERVIEW_MAX_STEPS} steps; take a longer one or a shorter range`]
      : []),
  ];
  if (problems.length > 0) throw new PlatformError("validation-failed", {}, { problems });
  return { start, end, step, timezone };
}

/** The caller's own doing is none. */
function isProblem(endedReason: string): boolean {
  const { fault } = explainEndedReason(endedReason);
  return fault !== "none";
}

/** The means of the calls around a percentile, scaled so that they add up to it. */
function percentileOf({ ms, calls, meansMs }: store.ResponseRow["percentiles"]["p50"]): ResponsePercentile {
  const sum = TURN_SEGMENTS.reduce((total, name) => total + (meansMs[name] ?? 0), 0);
  const segments = TURN_SEGMENTS.map((name) => ({ name, durationMs: sum > 0 ? ((meansMs[name] ?? 0) / sum) * ms : 0 }));
  return { ms, calls, segments: segments.filter(({ durationMs }) => durationMs > 0) };
}

function toProblem({ callId, createdAt, assistantId, assistantName, endedReason, type, payload }: store.ProblemRow): CallProblem {
  const text = (name: string) => {
    const value = payload?.[name];
    return typeof value === "string" ? value.slice(0, MESSAGE_MAX_CHARACTERS) : undefined;
  };
  const [part, provider, toolName] = [text("part"), text("provider"), text("name")];
  const message = text("message") ?? text("result");
  return {
    ...{
      callId,
      createdAt: createdAt.toISOString(),
      kind: endedReason ? "ended" : type === "tool.answered" ? "tool" : "failure",
    },
    ...(assistantId !== null && { assistantId }),
    ...(assistantName !== null && { assistantName }),
    ...(endedReason !== null && { endedReason }),
    ...(part !== undefined && { part }),
    ...(provider !== undefined && { provider }),
    ...(toolName !== undefined && { toolName }),
    ...(message !== undefined && { message }),
  };
}

/** Assistants without calls in this time are left out. */
export async function listAssistantFigures(
  { db, now }: Context,
  { orgId }: OrgCaller,
  { assistantIdAny }: { assistantIdAny: string },
): Promise<AssistantFigures[]> {
  const ids = [...new Set(commaSeparated(assistantIdAny))];
  if (ids.length > MAX_ASSISTANTS)
    throw new PlatformError("validation-failed", {}, { problems: [`assistantIdAny must have at most ${MAX_ASSISTANTS} ids`] });
  if (ids.length === 0) return [];
  const since = new Date(now().getTime() - FIGURES_DAYS * DAY_MS);
  const rows = await store.readFigures(db, orgId, ids, since);
  return rows.map(({ p50, lastCallAt, ...row }) => ({
    ...row,
    lastCallAt: new Date(lastCallAt).toISOString(),
    ...(p50 !== null && { responseP50Ms: p50 }),
  }));
}
