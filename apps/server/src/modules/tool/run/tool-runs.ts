import type { ToolCall } from "@callwright/contract";
import type { ToolOutcome } from "@callwright/engine/conversation";
import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { storableText } from "../../../platform/db/storable-text.ts";
import { toolRun } from "../tables.ts";
import { mapTexts } from "./render-values.ts";
import type { ToolContext, ToolScope } from "./tool-source.ts";

export type ToolRunRow = typeof toolRun.$inferSelect;

/** A run that has ended. */
export interface EndedRun {
  /** Null for an inline tool of an assistant. */
  toolId: string | null;
  call: ToolCall;
  outcome: ToolOutcome;
  startedAt: Date;
  durationMs: number;
}

/** A longer result is cut, as it is for the model. */
const RESULT_MAX_CHARACTERS = 16_000;

export async function storeRun(
  { db, newId }: Pick<ToolContext, "db" | "newId">,
  where: { orgId: string } & ReturnType<typeof placeOf>,
  { toolId, call, outcome: { result, failed }, startedAt, durationMs }: EndedRun,
): Promise<void> {
  const given = mapTexts(call.arguments, storableText) as Record<string, unknown>;
  const row = { name: storableText(call.name), arguments: given, result: result.slice(0, RESULT_MAX_CHARACTERS), failed };
  await db.insert(toolRun).values({ id: newId(), ...where, toolId, ...row, startedAt, durationMs });
}

/** The ids of a conversation. */
export function placeOf(conversation: ToolScope["conversation"]): { callId?: string; chatId?: string; sessionId?: string } {
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
