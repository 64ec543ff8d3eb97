import { type ConversationMessage, type CreateWebChat, PlatformError, SESSION_SECONDS } from "@callwright/contract";
import type { Conversation } from "@callwright/engine/conversation";
import type { OrgCaller } from "../../http/caller.ts";
import type { Logger } from "../../logger.ts";
import type { ServerContext } from "../../server-context.ts";
import { admitVisitor } from "../../visitors/admit-visitor.ts";
import type { VisitorTarget } from "../../visitors/allowed-target.ts";
import { requireRunnable } from "../assistant/require-runnable.ts";
import { resolveTarget } from "../assistant/resolve-target.ts";
import { readKnowledge } from "../knowledge-base/read-knowledge.ts";
import { fullReason, sessionMessages } from "./chat-history.ts";
import type { SaidInput } from "./chat-input.ts";
import { converse, storablePrompt } from "./converse.ts";
import { holdEnd, takeHold } from "./session-hold.ts";
import * as store from "./store.ts";

/** Somebody says something to an assistant. */
export interface ChatRequest {
  caller: OrgCaller;
  /** IP address of the client. */
  clientAddress: string;
  /** Ends the answer: aborts when the client goes away and will not come back for it. */
  signal: AbortSignal;
  log: Logger;
  body: Omit<CreateWebChat, "stream" | "input"> & { input: SaidInput; name?: string | undefined };
}

/** A session that is held for one chat, and what is said in it. */
export interface OpenSession {
  session: store.SessionRow;
  /** Not stored yet. */
  isNew: boolean;
  /** Place of the chat in it. */
  seq: number;
  conversation: Conversation;
}

/** What a session is made with. */
type Beginning = Pick<
  store.SessionRow,
  "assistant" | "assistantId" | "assistantVersion" | "assistantOverrides" | "customer" | "expirationSeconds"
> &
  Partial<Pick<store.SessionRow, "promptLength" | "customerId" | "phoneNumberId">>;

/**
 * The session that a request speaks in, held for `chatId`: the one it names, one that goes on from the chat it names, or a new one.
 * Fails with `not-found`, `session-busy`, `session-over`, as `requireRunnable` does, what refuses a visitor, and what refuses a target.
 */
export async function openSession(context: ServerContext, request: ChatRequest, chatId: string): Promise<OpenSession> {
  const { sessionId, previousChatId } = request.body;
  if (sessionId !== undefined && previousChatId !== undefined)
    throw invalid("previousChatId must not be given together with sessionId");
  if (sessionId !== undefined) {
    await admitTo(context, request, sessionId, "Session");
    return goOnIn(context, request, chatId, sessionId);
  }
  if (previousChatId !== undefined) return goOnFrom(context, request, chatId, previousChatId);
  return begin(context, request, chatId);
}

/** In a session that the caller was admitted to. `after`: the chat that the client saw last. */
async function goOnIn(
  context: ServerContext,
  request: ChatRequest,
  chatId: string,
  sessionId: string,
  after?: store.ChatRow,
): Promise<OpenSession> {
  const { db, now } = context;
  const { orgId } = request.caller;
  const session = await takeHold(context, orgId, sessionId, chatId);
  try {
    const chats = await store.listSessionChats(db, orgId, sessionId);
    const last = chats.at(-1);
    if (after && last?.id !== after.id) throw new PlatformError("session-busy");
    const messages = sessionMessages(session, chats);
    requireOpen(session, now());
    requireRoom(messages, chats.length);
    if (last?.status === "in-progress") await store.concludeOrphan(db, orgId, last.id, now());
    return {
      session,
      isNew: false,
      seq: last ? last.seq + 1 : 0,
      conversation: await answering(context, request, session, messages),
    };
  } catch (error) {
    await store.releaseSession(db, orgId, sessionId, chatId);
    throw error;
  }
}

/** In the chat's own session when nothing was said there since; otherwise in one that branches off. */
async function goOnFrom(
  context: ServerContext,
  request: ChatRequest,
  chatId: string,
  previousChatId: string,
): Promise<OpenSession> {
  const { db } = context;
  const { orgId } = request.caller;
  const previous = await store.findChat(db, orgId, previousChatId);
  if (!previous) throw new PlatformError("not-found", { what: "Chat" });
  const { sessionId, seq } = previous;
  const origin = await admitTo(context, request, sessionId, "Chat");
  if (seq === (await store.findLastSeq(db, orgId, sessionId))) return goOnIn(context, request, chatId, sessionId, previous);

  const messages = sessionMessages(origin, await store.listSessionChats(db, orgId, sessionId, seq));
  requireRoom(messages, 0);
  const session = newSession(context, request, chatId, origin, messages);
  return { session, isNew: true, seq: 0, conversation: await answering(context, request, session, messages) };
}

async function begin(context: ServerContext, request: ChatRequest, chatId: string): Promise<OpenSession> {
  const { caller, clientAddress, body } = request;
  admitVisitor(context, caller, { action: "message", target: body, clientAddress });
  const { variableValues: _, ...target } = await resolveTarget(context, caller.orgId, "chat", body);
  const session = newSession(context, request, chatId, {
    ...target,
    customer: body.customer ?? null,
    expirationSeconds: body.sessionExpirationSeconds ?? SESSION_SECONDS.default,
  });
  const conversation = await answering(context, request, session);
  session.openingMessages = storablePrompt(conversation);
  session.promptLength = session.openingMessages.length;
  return { session, isNew: true, seq: 0, conversation };
}

/** The conversation that answers this request. Fails as `requireRunnable` does. */
async function answering(
  context: ServerContext,
  { caller, log }: ChatRequest,
  session: store.SessionRow,
  history?: readonly ConversationMessage[],
): Promise<Conversation> {
  const orgKeys = await requireRunnable(context, caller, session.assistant, ["model"]);
  const knowledge = await readKnowledge(context, caller, session);
  return converse(context, log, session, { orgKeys, knowledge, ...(history && { history }) });
}

function newSession(
  { now, newId }: ServerContext,
  { caller }: ChatRequest,
  chatId: string,
  beginning: Beginning,
  openingMessages: ConversationMessage[] = [],
): store.SessionRow {
  const at = now();
  const { assistant, assistantId, assistantVersion, assistantOverrides, customer, expirationSeconds } = beginning;
  const { promptLength = 0, customerId = null, phoneNumberId = null } = beginning;
  return {
    ...{ id: newId(), orgId: caller.orgId, createdAt: at, updatedAt: at, deletedAt: null, name: null },
    status: "active",
    ...{ assistant, assistantId, assistantVersion, assistantOverrides, customer, customerId, phoneNumberId },
    ...{ openingMessages, promptLength, firstSeq: 0, expirationSeconds },
    expiresAt: new Date(at.getTime() + expirationSeconds * 1000),
    tokenId: caller.tag === "public" ? (caller.apiToken?.id ?? null) : null,
    answeringChatId: chatId,
    answeringUntil: holdEnd(at),
  };
}

/**
 * The session that a caller may go on with; its assistant was chosen when it began. For a visitor only one that was begun with the same
 * token: `what` of others is as absent as that of other organizations.
 */
async function admitTo(
  context: ServerContext,
  { caller, clientAddress, body }: ChatRequest,
  id: string,
  what: "Session" | "Chat",
): Promise<store.SessionRow> {
  const session = await store.findSession(context, caller.orgId, id);
  if (!session || (caller.tag === "public" && session.tokenId !== caller.apiToken?.id))
    throw new PlatformError("not-found", { what });
  const { assistantId, assistant } = session;
  const target: VisitorTarget = assistantId === null ? { assistant } : { assistantId };
  admitVisitor(context, caller, { action: "message", target, clientAddress });
  if (body.assistantId !== undefined && body.assistantId !== assistantId)
    throw invalid("assistantId must be that of the session, or left out");
  return session;
}

function requireRoom(messages: readonly ConversationMessage[], chats: number): void {
  const reason = fullReason(messages, chats);
  if (reason) throw new PlatformError("session-over", { reason });
}

function requireOpen({ status, expiresAt }: store.SessionRow, now: Date): void {
  if (status === "completed") throw new PlatformError("session-over", { reason: "has ended" });
  if (expiresAt <= now) throw new PlatformError("session-over", { reason: "has expired" });
}

function invalid(problem: string): PlatformError {
  return new PlatformError("validation-failed", {}, { problems: [problem] });
}
