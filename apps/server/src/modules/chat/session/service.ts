import {
  type CreateSession,
  invalid,
  PlatformError,
  type SaidMessage,
  SESSION_SECONDS,
  type Session,
  type SessionQuery,
  type UpdateSession,
} from "@callwright/contract";
import { SESSION_HOOK_EVENT } from "../../../platform/capabilities/runnable.ts";
import { noWords, privacyOf } from "../../../platform/compliance/privacy.ts";
import type { Logger } from "../../../platform/config/logger.ts";
import { readPageParts } from "../../../platform/db/page-parts.ts";
import { type Page, pageStart, toPage } from "../../../platform/db/page-start.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { found } from "../../../platform/http/found.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { requireReferences } from "../../../platform/resource-kit/references.ts";
import { resolveTarget } from "../../assistant/resolve-target.ts";
import { resolveTools } from "../../tool/run/resolve-tools.ts";
import type { ToolContext } from "../../tool/run/tool-source.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import { sessionMessages } from "../chat-history.ts";
import { converse, storablePrompt } from "../converse.ts";
import { chatKeys } from "../open-session.ts";
import { listChatsOf } from "../private-chat-store.ts";
import { beginSession, hasSessionHooks } from "../session-hooks.ts";
import { findLastSeq, findSession, insertSession, listSessionChats, newSession, type SessionRow } from "../store.ts";
import { redactSaid } from "../stored-words.ts";
import { toSession } from "./entity.ts";
import * as store from "./store.ts";

type WritingContext = ToolContext & Pick<ServerContext, "localSpeech"> & { messages: ServerMessages };

/** A conversation for several chats. Its prompt is rendered now, once, unless `messages` begins with another one. */
export async function createSession(
  context: WritingContext,
  caller: OrgCaller,
  body: CreateSession,
  log: Logger,
): Promise<Session> {
  const { orgId } = caller;
  if (body.phoneNumber) throw new PlatformError("telephony-not-available");
  const { variableValues: _, ...target } = await resolveSessionTarget(context, orgId, body);
  const rule = privacyOf(target.assistant.compliancePlan);
  if (rule) throw invalid(`a session cannot be made: ${noWords(rule)}`);
  await chatKeys(context, caller, target);
  await requireReferences(context.db, orgId, [{ field: "phoneNumberId", what: "phone number", id: body.phoneNumberId }]);
  const row = newSession(context, {
    ...target,
    orgId,
    name: body.name ?? null,
    status: body.status ?? "active",
    customer: body.customer ?? null,
    customerId: body.customerId ?? null,
    phoneNumberId: body.phoneNumberId ?? null,
    expirationSeconds: body.expirationSeconds ?? SESSION_SECONDS.default,
  });
  const prompt = storablePrompt(await converse(context, log, row));
  const session = { ...row, ...beginning(prompt, redactSaid(row.assistant, body.messages ?? [])) };
  if (hasSessionHooks(session.assistant)) return createWithHooks(context, session, log);
  await insert(context, session);
  return toSession(session, [], session.createdAt);
}

async function insert(context: WritingContext, session: SessionRow): Promise<void> {
  await context.db.transaction(async (tx) => {
    await insertSession({ ...context, db: tx }, session);
    await context.messages.sessionChanged(tx, session, { type: "session.created" });
  });
  context.messages.wake();
}

/** Resolves the tools of the hooks before the session is stored, so that a mistake stores nothing. */
async function createWithHooks(context: WritingContext, session: SessionRow, log: Logger): Promise<Session> {
  const { orgId, id, createdAt } = session;
  const { model: _, ...assistant } = session.assistant;
  const conversation = { type: "session" as const, sessionId: id };
  const tools = await resolveTools(context, orgId, assistant, {
    conversation,
    assistantId: session.assistantId,
    hookEvents: [SESSION_HOOK_EVENT],
  });
  try {
    await insert(context, session);
    const begun = await beginSession(context, log, session, { history: sessionMessages(session, []), variables: {}, tools });
    const { variables } = begun;
    await store.changeSession(context, orgId, id, { variables, updatedAt: createdAt });
    return toSession({ ...session, openingMessages: [...session.openingMessages, ...begun.history], variables }, [], createdAt);
  } finally {
    await tools.close();
  }
}

/** Resolves the target as a chat does. With an id, other fields that name a target are ignored. */
async function resolveSessionTarget(context: ToolContext, orgId: string, body: CreateSession) {
  const { assistantId, squadId, workflowId, assistantOverrides } = body;
  const isStored = assistantId !== undefined || squadId !== undefined || workflowId !== undefined;
  const { assistant, squad } = isStored ? {} : body;
  if (!isStored && !assistant && !squad) throw new PlatformError("session-target-missing");
  return resolveTarget(context, orgId, "chat", { assistantId, squadId, workflowId, assistant, squad, assistantOverrides });
}

/** The messages before the chats: `messages`, after the prompt unless they contain one. */
function beginning(
  prompt: readonly SaidMessage[],
  messages: readonly SaidMessage[],
): Pick<SessionRow, "openingMessages" | "promptLength"> {
  const bringsPrompt = messages[0]?.role === "system" || messages[0]?.role === "developer";
  return bringsPrompt
    ? { openingMessages: [...messages], promptLength: 0 }
    : { openingMessages: [...prompt, ...messages], promptLength: prompt.length };
}

/** Fails with `page-too-large` if their messages are too long. */
export async function listSessions(context: ToolContext, { orgId }: OrgCaller, query: SessionQuery): Promise<Page<Session>> {
  const page = await store.pageSessions(context.db, orgId, query, pageStart(query));
  const { results: ids, metadata } = toPage(query, page, ({ id }) => id);
  return { results: await readPageParts(ids, (part) => readSessions(context, orgId, part)), metadata };
}

async function readSessions(context: ToolContext, orgId: string, ids: string[]): Promise<Session[]> {
  const rows = new Map((await store.findSessions(context, orgId, ids)).map((row) => [row.id, row]));
  const chats = await listChatsOf(context.db, orgId, ids);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [toSession(row, chats.get(id) ?? [], context.now())] : [];
  });
}

export async function getSession(context: ToolContext, { orgId }: OrgCaller, id: string): Promise<Session> {
  return withChats(context, orgId, found(await findSession(context, orgId, id), "Session"));
}

/** Null sets a field back to its default. Fails with `session-busy` when what was said is to be rewritten while a chat is answered. */
export async function updateSession(
  context: WritingContext,
  { orgId }: OrgCaller,
  id: string,
  { name, status, expirationSeconds, messages }: UpdateSession,
): Promise<Session> {
  const at = context.now();
  const changed = await context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const row = found(await store.findSessionForUpdate(tx, orgId, id), "Session");
    const change: store.SessionChange = { updatedAt: at };
    if (name !== undefined) change.name = name;
    if (status !== undefined) change.status = status ?? "active";
    const seconds = expirationSeconds === undefined ? row.expirationSeconds : (expirationSeconds ?? SESSION_SECONDS.default);
    change.expirationSeconds = seconds;
    change.expiresAt = new Date(row.expiresAt.getTime() + (seconds - row.expirationSeconds) * 1000);
    if (change.status === "active") change.expiresAt = new Date(at.getTime() + seconds * 1000);
    if (messages !== undefined) {
      if (row.answeringUntil && row.answeringUntil > at) throw new PlatformError("session-busy");
      const prompt = row.openingMessages.slice(0, row.promptLength);
      Object.assign(change, beginning(prompt, redactSaid(row.assistant, messages ?? [])));
      change.firstSeq = ((await findLastSeq(db, orgId, id)) ?? -1) + 1;
    }
    const updated = found(await store.changeSession(tx, orgId, id, change), "Session");
    await context.messages.sessionChanged(db, updated, { type: "session.updated" });
    return updated;
  });
  context.messages.wake();
  return withChats(context, orgId, changed);
}

export async function deleteSession(context: WritingContext, { orgId }: OrgCaller, id: string): Promise<Session> {
  const session = await context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const deleted = found(await store.changeSession(tx, orgId, id, { deletedAt: context.now() }), "Session");
    const whole = await withChats(tx, orgId, deleted);
    const { assistant: _, assistantOverrides: __, ...fields } = whole;
    await context.messages.sessionChanged(db, deleted, { type: "session.deleted", fields: { session: fields } });
    return whole;
  });
  context.messages.wake();
  return session;
}

/** Without effect on one that is not deleted. */
export async function restoreSession(context: ToolContext, { orgId }: OrgCaller, id: string): Promise<Session> {
  const restored = await store.restoreSession(context, orgId, id, context.now());
  return withChats(context, orgId, found(restored ?? (await findSession(context, orgId, id)), "Session"));
}

async function withChats({ db, now }: ToolContext, orgId: string, row: SessionRow): Promise<Session> {
  return toSession(row, await listSessionChats(db, orgId, row.id), now());
}
