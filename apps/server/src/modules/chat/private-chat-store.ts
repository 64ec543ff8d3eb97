import type { ChatQuery } from "@callwright/contract";
import { and, asc, count, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { entityFilters, ids, oneOf } from "../../platform/db/list-filters.ts";
import { type PageStart, pageOrder, startFilter } from "../../platform/db/page-start.ts";
import { restorableSince } from "../../platform/db/restorable-since.ts";
import { openRow, type SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import { agentFilters } from "./agent-filters.ts";
import type { ChatRow, SessionRow } from "./store.ts";
import { chat, session } from "./tables.ts";

/** A chat, with the shown fields of its session, which knows the assistant. */
export interface ListedChat {
  chat: ChatRow;
  session: Pick<SessionRow, keyof typeof LISTED>;
}

/** Leaves out the session's opening messages: a page may repeat one session in several rows. */
const LISTED = {
  id: session.id,
  assistantId: session.assistantId,
  assistant: session.assistant,
  assistantOverrides: session.assistantOverrides,
  team: session.team,
  status: session.status,
};

const own = (orgId: string, id: string): SQL | undefined => and(eq(chat.orgId, orgId), eq(chat.id, id));

export async function findChatInSession(store: SealedDatabase, orgId: string, id: string) {
  const [row] = await store.db
    .select({ chat, session })
    .from(chat)
    .innerJoin(session, eq(session.id, chat.sessionId))
    .where(and(own(orgId, id), isNull(chat.deletedAt)));
  return row && { ...row, session: openRow(store, session, row.session) };
}

/** The chats of a page, and one further chat if there is one; `total` counts all pages. */
export async function pageChats(
  db: Database,
  orgId: string,
  query: ChatQuery,
  start: PageStart,
): Promise<{ rows: Pick<ChatRow, "id" | "createdAt">[]; total: number }> {
  const those = and(eq(chat.orgId, orgId), isNull(chat.deletedAt), ...entityFilters(chat, query), ...chatFilters(query));
  const rows = await db
    .select({ id: chat.id, createdAt: chat.createdAt })
    .from(chat)
    .innerJoin(session, eq(session.id, chat.sessionId))
    .where(and(those, startFilter(chat, start, query.sortOrder)))
    .orderBy(...pageOrder(chat, query.sortOrder))
    .limit(query.limit + 1)
    .offset(start.offset);
  const [counted] = await db
    .select({ total: count() })
    .from(chat)
    .innerJoin(session, eq(session.id, chat.sessionId))
    .where(those);
  return { rows, total: counted?.total ?? 0 };
}

/** In the order of the ids. */
export async function findListedChats(store: SealedDatabase, orgId: string, ids: string[]): Promise<ListedChat[]> {
  const rows = await store.db
    .select({ chat, session: LISTED })
    .from(chat)
    .innerJoin(session, eq(session.id, chat.sessionId))
    .where(and(eq(chat.orgId, orgId), inArray(chat.id, ids)));
  const byId = new Map(rows.map((row) => [row.chat.id, { ...row, session: openRow(store, session, row.session) }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function chatFilters(query: ChatQuery): SQL[] {
  return [
    ...oneOf(chat.id, ids(query.id), ids(query.idAny)),
    ...agentFilters(query),
    ...oneOf(chat.sessionId, ids(query.sessionId)),
    ...oneOf(chat.previousChatId, ids(query.previousChatId)),
  ];
}

/** The chats of several sessions by session, in the order of each. */
export async function listChatsOf(db: Database, orgId: string, sessionIds: string[]): Promise<Map<string, ChatRow[]>> {
  if (sessionIds.length === 0) return new Map();
  const chats = await db
    .select()
    .from(chat)
    .where(and(eq(chat.orgId, orgId), inArray(chat.sessionId, sessionIds)))
    .orderBy(asc(chat.sessionId), asc(chat.seq));
  const bySession = new Map<string, ChatRow[]>(sessionIds.map((id) => [id, []]));
  for (const each of chats) bySession.get(each.sessionId)?.push(each);
  return bySession;
}

/** Without effect on one that is deleted. What was said stays part of its session. */
export async function deleteChat(db: Database, orgId: string, id: string, now: Date): Promise<void> {
  await db
    .update(chat)
    .set({ deletedAt: now })
    .where(and(own(orgId, id), isNull(chat.deletedAt)));
}

/** Brings back what was deleted lately. */
export async function restoreChat(db: Database, orgId: string, id: string, now: Date): Promise<void> {
  await db
    .update(chat)
    .set({ deletedAt: null, updatedAt: now })
    .where(and(own(orgId, id), gt(chat.deletedAt, restorableSince(now))));
}
