import { createHash } from "node:crypto";
import type { SimulationRunItem, SimulationRunItemQuery, SuiteTest } from "@callwright/contract";
import { FIRST_SEED, type ItemRow, type Place, pairsOf, type TestRunState } from "./run-store.ts";
import { messagesOf, transcriptOf } from "./transcript-of.ts";

/** The run that items belong to. */
export interface RunOfItems {
  id: string;
  orgId: string;
  createdAt: Date;
  state: TestRunState;
}

/** An item has no column for an id: it is the same in each answer, because run and place make it. */
export function itemId(runId: string, { test, attempt }: Place): string {
  const hex = createHash("sha256").update(`${runId} ${test} ${attempt}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** With the conversation, if the row has it. */
export function toItem({ id: runId, orgId, createdAt, state }: RunOfItems, row: ItemRow): SimulationRunItem {
  const { tests, callers = [], seed = FIRST_SEED, medium } = state;
  const pair = pairsOf(state)[row.test];
  const test = tests[pair?.test ?? -1];
  const caller = callers[pair?.caller ?? -1];
  if (!pair || !test) throw new Error("an item of a run belongs to no scenario");
  const { result, startedAt, endedAt } = row;
  const status = statusOf(row);
  const [queuedAt, doneAt] = [createdAt.toISOString(), endedAt?.toISOString()];
  const { script, ...scenario } = test as SuiteTest & Record<string, unknown>;
  const talk = result?.turns && { greeting: result.greeting, turns: result.turns };
  return {
    id: itemId(runId, row),
    orgId,
    createdAt: queuedAt,
    updatedAt: doneAt ?? startedAt?.toISOString() ?? queuedAt,
    runId,
    simulationId: pair.simulationId,
    scenarioId: test.id,
    ...(caller?.id !== undefined && { personalityId: caller.id }),
    status,
    queuedAt,
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(doneAt !== undefined && status === "passed" && { completedAt: doneAt }),
    ...(doneAt !== undefined && status === "failed" && { completedAt: doneAt, failedAt: doneAt }),
    ...(doneAt !== undefined && status === "canceled" && { canceledAt: doneAt }),
    ...(result?.failure !== undefined && { failureReason: result.failure }),
    ...(result?.callId !== undefined && { callId: result.callId }),
    iterationNumber: row.attempt + 1,
    ...(test.hooks && { hooks: test.hooks }),
    metadata: {
      scenario: { ...scenario, instructions: script },
      ...(caller && { personality: { ...caller } }),
      ...(talk && {
        call: {
          transcript: transcriptOf(talk),
          messages: messagesOf(talk).map((each) => ({ ...each })),
          turns: talk.turns,
          ...(talk.greeting !== undefined && { greeting: talk.greeting }),
          ...(result?.endedBy && { endedBy: result.endedBy }),
        },
      }),
    },
    ...(result && {
      results: {
        evaluations: result.evaluations ?? [],
        passed: result.result === "pass",
        scorerResults: result.scorerResults,
        ...(result.latencyMetrics && { latencyMetrics: result.latencyMetrics }),
        ...(result.metrics && { metrics: result.metrics }),
        ...(result.score && { score: result.score }),
        ...(result.humanScores && { humanScores: result.humanScores }),
      },
    }),
    ...(result?.improvementSuggestions && { improvementSuggestions: result.improvementSuggestions }),
    configurations: { transport: { provider: (medium ?? test.type) === "chat" ? "vapi.webchat" : "vapi.websocket" } },
    seed: seed + row.attempt,
    scenarioName: pair.name ?? test.name ?? "Unnamed",
    ...(caller && { callerName: caller.name }),
    ...(result?.playedBy && { playedBy: result.playedBy }),
    ...(result?.cost !== undefined && { cost: result.cost }),
  };
}

export function statusOf({ result, status }: ItemRow): SimulationRunItem["status"] {
  if (result) return result.result === "pass" ? "passed" : "failed";
  return status ?? "queued";
}

/** `updatedAtGe`, and the like. */
const TIME_FILTER = /^((?:created|updated)At)(Gt|Lt|Ge|Le)$/;
const COMPARISONS = {
  Gt: (time: number, wanted: number) => time > wanted,
  Lt: (time: number, wanted: number) => time < wanted,
  Ge: (time: number, wanted: number) => time >= wanted,
  Le: (time: number, wanted: number) => time <= wanted,
};

function isInTime(item: SimulationRunItem, query: SimulationRunItemQuery): boolean {
  return Object.entries(query).every(([name, wanted]) => {
    const [, field, comparison] = TIME_FILTER.exec(name) ?? [];
    if (field === undefined || wanted === undefined) return true;
    const holds = COMPARISONS[comparison as keyof typeof COMPARISONS];
    return holds(Date.parse(item[field as "createdAt" | "updatedAt"]), new Date(wanted).getTime());
  });
}

export const isWanted =
  (query: SimulationRunItemQuery) =>
  (item: SimulationRunItem): boolean =>
    isInTime(item, query) && isNamed(item, query);

const isNamed = (item: SimulationRunItem, { simulationId, runId, status }: SimulationRunItemQuery): boolean =>
  (simulationId === undefined || item.simulationId === simulationId.toLowerCase()) &&
  (runId === undefined || item.runId === runId.toLowerCase()) &&
  (status === undefined || item.status === status);
