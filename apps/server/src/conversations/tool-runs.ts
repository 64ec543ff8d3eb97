import type { ToolCall } from "@callwright/contract";
import type { ToolOutcome } from "@callwright/engine/conversation";
import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { loggableCause } from "../db/database-retry.ts";
import { toolRun } from "../db/schema/tool-run.ts";
import { storableText } from "../db/storable-text.ts";
import { mapTexts } from "./render-values.ts";
import type { ToolContext, ToolScope } from "./tool-source.ts";

export type ToolRunRow = typeof toolRun.$inferSelect;

/** A run that has ended. */
export interface EndedRun {
  /** Null for a tool that stands in its assistant. */
  toolId: string | null;
  call: ToolCall;
  outcome: ToolOutcome;
  startedAt: Date;
  durationMs: number;
}

/** Stores the runs of one conversation. */
export interface RunRecorder {
  /** Never fails: a run that cannot be stored is logged. */
  record(run: EndedRun): void;
  /** Resolves when every run so far is stored. */
  settled(): Promise<void>;
}

/** A longer result is cut, as it is for the model. */
const RESULT_MAX_CHARACTERS = 16_000;

export function createRunRecorder(
  { db, log, newId }: Pick<ToolContext, "db" | "log" | "newId">,
  { orgId, conversation }: Pick<ToolScope, "orgId" | "conversation">,
): RunRecorder {
  const writing = new Set<Promise<void>>();
  const where = placeOf(conversation);

  return {
    record({ toolId, call, outcome: { result, failed }, startedAt, durationMs }) {
      const given = mapTexts(call.arguments, storableText) as Record<string, unknown>;
      const row = { name: storableText(call.name), arguments: given, result: result.slice(0, RESULT_MAX_CHARACTERS), failed };
      const write = db
        .insert(toolRun)
        .values({ id: newId(), orgId, toolId, ...where, ...row, startedAt, durationMs })
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: loggableCause(error) }, "the run of a tool could not be stored"),
        )
        .finally(() => writing.delete(write));
      writing.add(write);
    },
    settled: async () => void (await Promise.all(writing)),
  };
}

function placeOf(conversation: ToolScope["conversation"]) {
  switch (conversation.type) {
    case "call":
      return { callId: conversation.id };
    case "chat":
      return { chatId: conversation.id, sessionId: conversation.sessionId };
    case "session":
      return { sessionId: conversation.sessionId };
  }
}

/** Newest first. */
export async function listRuns(db: Database, orgId: string, toolId: string, limit: number): Promise<ToolRunRow[]> {
  return db
    .select()
    .from(toolRun)
    .where(and(eq(toolRun.orgId, orgId), eq(toolRun.toolId, toolId)))
    .orderBy(desc(toolRun.startedAt), desc(toolRun.id))
    .limit(limit);
}
