import type { ChatStatus, SessionStatus } from "@callwright/contract";
import { and, asc, desc, eq, gt, isNull, lte, max, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { openRow, type SealedDatabase, sealHeaders } from "../../platform/secrets/sealed-headers.ts";
import type { TeamConfig } from "../tool/run/agents/agent-config.ts";
import { chat, session } from "./tables.ts";

export type ChatRow = typeof chat.$inferSelect;
export type SessionRow = typeof session.$inferSelect;
export type NewChatRow = typeof chat.$inferInsert;
export type NewSessionRow = typeof session.$inferInsert;

/** The source of the session's agents; undefined for a single assistant. Only `resolveTarget` makes it. */
export function teamOf({ team }: Pick<SessionRow, "team">): TeamConfig | undefined {
  return (team ?? undefined) as TeamConfig | undefined;
}

type Beginning = Partial<SessionRow> &
  Pick<
    SessionRow,
    "orgId" | "assistant" | "assistantId" | "assistantVersion" | "assistantOverrides" | "team" | "expirationSeconds"
  >;

/** A session that is not stored yet. */
export function newSession({ now, newId }: Pick<ServerContext, "now" | "newId">, beginning: Beginning): SessionRow {
  const at = now();
  return {
    id: newId(),
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
    name: null,
    status: "active",
    customer: null,
    customerId: null,
    phoneNumberId: null,
    openingMessages: [],
    promptLength: 0,
    firstSeq: 0,
    variables: {},
    expiresAt: new Date(at.getTime() + beginning.expirationSeconds * 1000),
    tokenId: null,
    answeringChatId: null,
    answeringUntil: null,
    ...beginning,
  };
}

const live = (orgId: string, id: string): SQL | undefined =>
  and(eq(session.orgId, orgId), eq(session.id, id), isNull(session.deletedAt));

export async function findSession(store: SealedDatabase, orgId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await store.db.select().from(session).where(live(orgId, id));
  return openRow(store, session, row);
}

/** Two telephone numbers that write to each other. */
export interface TextPair {
  phoneNumberId: string;
  customerNumber: string;
}

/** Locks the session of two numbers: until the transaction ends, no other transaction looks for it in order to begin one. */
export async function lockTextSession(tx: Database, orgId: string, { phoneNumberId, customerNumber }: TextPair): Promise<void> {
  const name = `text-session:${orgId}:${phoneNumberId}:${customerNumber}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** The newest active session in which two telephone numbers write to each other. */
export async function findTextSession(
  db: Database,
  orgId: string,
  { phoneNumberId, customerNumber, now }: TextPair & { now: Date },
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        ...[eq(session.orgId, orgId), eq(session.phoneNumberId, phoneNumberId), eq(session.status, "active")],
        ...[isNull(session.deletedAt), isNull(session.tokenId), gt(session.expiresAt, now)],
        eq(sql`${session.customer} ->> 'number'`, customerNumber),
      ),
    )
    .orderBy(desc(session.createdAt), desc(session.id))
    .limit(1);
  return row?.id;
}

export async function findChat(db: Database, orgId: string, id: string): Promise<ChatRow | undefined> {
  const [row] = await db
    .select()
    .from(chat)
    .where(and(eq(chat.orgId, orgId), eq(chat.id, id), isNull(chat.deletedAt)));
  return row;
}

const inSession = (orgId: string, sessionId: string): SQL | undefined =>
  and(eq(chat.orgId, orgId), eq(chat.sessionId, sessionId));

/** The chats of a session in their order, all or those up to and including a place. Deleted chats are included, because they were said. */
export async function listSessionChats(db: Database, orgId: string, sessionId: string, untilSeq?: number): Promise<ChatRow[]> {
  return db
    .select()
    .from(chat)
    .where(and(inSession(orgId, sessionId), untilSeq === undefined ? undefined : lte(chat.seq, untilSeq)))
    .orderBy(asc(chat.seq));
}

/** The place of the last chat of a session; null when it has none. */
export async function findLastSeq(db: Database, orgId: string, sessionId: string): Promise<number | null> {
  const [row] = await db
    .select({ last: max(chat.seq) })
    .from(chat)
    .where(inSession(orgId, sessionId));
  return row?.last ?? null;
}

export async function insertSession(store: SealedDatabase, row: NewSessionRow): Promise<void> {
  await store.db.insert(session).values(sealHeaders(store, session, row.id, row));
}

export async function setOpeningMessages(
  db: Database,
  orgId: string,
  id: string,
  openingMessages: SessionRow["openingMessages"],
): Promise<void> {
  await db
    .update(session)
    .set({ openingMessages })
    .where(and(eq(session.orgId, orgId), eq(session.id, id)));
}

export async function setTeam(store: SealedDatabase, { orgId, id, team }: SessionRow): Promise<void> {
  await store.db
    .update(session)
    .set(sealHeaders(store, session, id, { team }))
    .where(and(eq(session.orgId, orgId), eq(session.id, id)));
}

export async function insertChat(db: Database, row: NewChatRow): Promise<void> {
  await db.insert(chat).values(row);
}

/** Marks `chatId` as the chat that is being answered. Undefined if another chat is. */
export async function holdSession(
  store: SealedDatabase,
  orgId: string,
  id: string,
  { chatId, until, now }: { chatId: string; until: Date; now: Date },
): Promise<SessionRow | undefined> {
  const isFree = or(isNull(session.answeringChatId), lte(session.answeringUntil, now));
  const [row] = await store.db
    .update(session)
    .set({ answeringChatId: chatId, answeringUntil: until })
    .where(and(live(orgId, id), isFree))
    .returning();
  return openRow(store, session, row);
}

const heldBy = (orgId: string, id: string, chatId: string): SQL | undefined =>
  and(eq(session.orgId, orgId), eq(session.id, id), eq(session.answeringChatId, chatId));

const RELEASED = { answeringChatId: null, answeringUntil: null };

export async function renewHold(db: Database, orgId: string, id: string, chatId: string, until: Date): Promise<void> {
  await db
    .update(session)
    .set({ answeringUntil: until })
    .where(heldBy(orgId, id, chatId));
}

/** Releases the session unchanged. Has no effect if another chat holds it. */
export async function releaseSession(db: Database, orgId: string, id: string, chatId: string): Promise<void> {
  await db
    .update(session)
    .set(RELEASED)
    .where(heldBy(orgId, id, chatId));
}

/**
 * Releases the session after an answer, which restarts its time to live and may have ended it. Other changes are kept. Returns its status; undefined
 * if another chat holds it.
 */
export async function concludeTurn(
  db: Database,
  orgId: string,
  id: string,
  chatId: string,
  { ends, at }: { ends: boolean; at: Date },
): Promise<SessionStatus | undefined> {
  const expiresAt = sql`${at.toISOString()}::timestamptz + make_interval(secs => ${session.expirationSeconds})`;
  const [row] = await db
    .update(session)
    .set({ ...RELEASED, ...(ends && { status: "completed" as const }), expiresAt, updatedAt: at })
    .where(heldBy(orgId, id, chatId))
    .returning({ status: session.status });
  return row?.status;
}

/** in-progress → the status in which the answer ended. Also stores an answer whose chat was already considered lost. */
export async function concludeChat(
  db: Database,
  orgId: string,
  id: string,
  conclusion: Pick<ChatRow, "output" | "agents" | "variables" | "failure" | "costs" | "updatedAt"> & {
    status: Exclude<ChatStatus, "in-progress">;
  },
): Promise<void> {
  await db
    .update(chat)
    .set(conclusion)
    .where(and(eq(chat.orgId, orgId), eq(chat.id, id)));
}

/** in-progress → incomplete, for a chat whose server died while it answered. */
export async function concludeOrphan(db: Database, orgId: string, id: string, now: Date): Promise<void> {
  await db
    .update(chat)
    .set({ status: "incomplete", updatedAt: now })
    .where(and(eq(chat.orgId, orgId), eq(chat.id, id), eq(chat.status, "in-progress")));
}
