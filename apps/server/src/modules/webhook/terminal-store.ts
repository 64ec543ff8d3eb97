import { type AskedMessageType, TERMINAL_GONE_AFTER_MS, type TerminalAnswer, type TerminalQuestion } from "@callwright/contract";
import { and, asc, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { webhookQuestion, webhookTerminal } from "./tables.ts";

export type Terminal = Omit<typeof webhookTerminal.$inferSelect, "orgId" | "createdAt" | "seenAt">;

/** Stores a terminal, or renews it. Undefined for the id of another organization's terminal. */
export async function keepTerminal(
  db: Database,
  orgId: string,
  terminal: Terminal,
  now: Date,
): Promise<"new" | "known" | undefined> {
  const { id: _, ...changed } = { ...terminal, seenAt: now };
  const rows = await db
    .insert(webhookTerminal)
    .values({ ...terminal, orgId, createdAt: now, seenAt: now })
    .onConflictDoUpdate({ target: webhookTerminal.id, set: changed, setWhere: eq(webhookTerminal.orgId, orgId) })
    // In PostgreSQL, a row that was just inserted has no `xmax`.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  const [row] = rows;
  return row && (row.isNew ? "new" : "known");
}

export async function removeTerminal(db: Database, orgId: string, id: string): Promise<void> {
  await db.delete(webhookTerminal).where(and(eq(webhookTerminal.orgId, orgId), eq(webhookTerminal.id, id)));
}

/** The last connected terminal that answers such requests. */
export async function findTerminal(
  db: Database,
  orgId: string,
  { type, assistantId }: { type: AskedMessageType; assistantId: string | null },
  now: Date,
): Promise<Terminal | undefined> {
  const { id, types, url, ownerName, seenAt, createdAt } = webhookTerminal;
  const ofAssistant = assistantId === null ? undefined : eq(webhookTerminal.assistantId, assistantId);
  const [row] = await db
    .select({ id, assistantId: webhookTerminal.assistantId, types, url, ownerName })
    .from(webhookTerminal)
    .where(
      and(
        eq(webhookTerminal.orgId, orgId),
        gt(seenAt, new Date(now.getTime() - TERMINAL_GONE_AFTER_MS)),
        or(isNull(webhookTerminal.assistantId), ofAssistant),
        or(isNull(types), sql`${types} ? ${type}`),
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(1);
  return row;
}

export type NewQuestion = Omit<typeof webhookQuestion.$inferInsert, "answer">;

/** False when the terminal has left meanwhile. */
export async function insertQuestion(db: Database, question: NewQuestion): Promise<boolean> {
  const { terminalId } = question;
  return db.transaction(async (tx) => {
    const found = await tx.select().from(webhookTerminal).where(eq(webhookTerminal.id, terminalId)).for("key share");
    if (found.length > 0) await tx.insert(webhookQuestion).values(question);
    return found.length > 0;
  });
}

/** Undefined when the terminal has left; null while it has not answered. */
export async function readAnswer(db: Database, id: string): Promise<TerminalAnswer | null | undefined> {
  const [row] = await db.select({ answer: webhookQuestion.answer }).from(webhookQuestion).where(eq(webhookQuestion.id, id));
  return row?.answer;
}

export async function removeQuestion(db: Database, id: string): Promise<void> {
  await db.delete(webhookQuestion).where(eq(webhookQuestion.id, id));
}

/** Requests without an answer, oldest first. */
export async function listQuestions(db: Database, orgId: string, terminalId: string): Promise<TerminalQuestion[]> {
  const { id, type, callId, body, expiresAt, createdAt, answer } = webhookQuestion;
  const rows = await db
    .select({ id, type, callId, body, expiresAt })
    .from(webhookQuestion)
    .where(and(eq(webhookQuestion.orgId, orgId), eq(webhookQuestion.terminalId, terminalId), isNull(answer)))
    .orderBy(asc(createdAt), asc(id));
  return rows.map((row) => ({ ...row, type: row.type as AskedMessageType, expiresAt: row.expiresAt.toISOString() }));
}

/** The first answer counts. False: the request no longer waits. */
export async function storeAnswer(
  db: Database,
  orgId: string,
  { terminalId, id, answer }: { terminalId: string; id: string; answer: TerminalAnswer },
): Promise<boolean> {
  const ofTerminal = and(eq(webhookQuestion.orgId, orgId), eq(webhookQuestion.terminalId, terminalId));
  const rows = await db
    .update(webhookQuestion)
    .set({ answer })
    .where(and(ofTerminal, eq(webhookQuestion.id, id), isNull(webhookQuestion.answer)))
    .returning({ id: webhookQuestion.id });
  return rows.length > 0;
}

/** Removes terminals that disappeared, with their questions, and questions of a dead node. */
export async function forgetOldTerminals(db: Database, until: Date): Promise<void> {
  await db.delete(webhookTerminal).where(lt(webhookTerminal.seenAt, until));
  await db.delete(webhookQuestion).where(lt(webhookQuestion.expiresAt, until));
}
