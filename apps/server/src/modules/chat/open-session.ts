import {
  type ConversationMessage,
  type CreateWebChat,
  invalid,
  PlatformError,
  SESSION_SECONDS,
  toHistory,
} from "@callwright/contract";
import { findOrg } from "../../platform/auth/stores/orgs.ts";
import { SESSION_HOOK_EVENT } from "../../platform/capabilities/runnable.ts";
import { noWords, privacyOf } from "../../platform/compliance/privacy.ts";
import type { Logger } from "../../platform/config/logger.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { withoutSecrets } from "../../platform/secrets/without-secrets.ts";
import { admitVisitor } from "../../platform/visitors/admit-visitor.ts";
import type { RequestedTarget } from "../../platform/visitors/allowed-target.ts";
import { orgPlans, strictestOf } from "../assistant/effective-compliance.ts";
import { requireRunnable } from "../assistant/require-runnable.ts";
import { resolveTarget } from "../assistant/resolve-target.ts";
import { assistantsOf } from "../assistant/team/assistants-of.ts";
import { type OpenAgents, openAgents } from "../assistant/team/open-agents.ts";
import type { OrgKeys } from "../credential/provider-keys.ts";
import { phoneNumbers } from "../telephony/numbers/service.ts";
import { createTexter, type TextContext, type Texter } from "../telephony/numbers/texter.ts";
import { fullReason, sessionMessages, sessionVariables } from "./chat-history.ts";
import { requireOpenCalls, type SaidInput } from "./chat-input.ts";
import { converse, storablePrompt } from "./converse.ts";
import { getChat } from "./private-chat-service.ts";
import { holdEnd, takeHold } from "./session-hold.ts";
import * as store from "./store.ts";

/** A message to an assistant. */
export interface ChatRequest {
  caller: OrgCaller;
  /** IP address of the client. */
  clientAddress: string;
  /** Aborts when the client disconnects without an `Idempotency-Key`; that ends the answer. */
  signal: AbortSignal;
  log: Logger;
  body: Omit<CreateWebChat, "stream" | "input"> & {
    input: SaidInput;
    name?: string | undefined;
    /** The number that a new session writes with. */
    phoneNumberId?: string | undefined;
  };
  /** The input is a text that the assistant says. */
  isAnswer?: boolean;
  /** A text message begins a session only while the newest session of the two numbers is this one, or there is none. */
  newestSession?: { id: string | undefined; of: store.TextPair };
}

/** The services that chats need. */
export type ChatContext = ServerContext & Pick<TextContext, "line">;

/** A session that is held for one chat, with its conversation. Close its tools when the chat is answered. */
export interface OpenSession extends OpenAgents {
  session: store.SessionRow;
  /** The session is not stored yet. */
  isNew: boolean;
  /** Place of the chat in the session. */
  seq: number;
  /** The earlier messages, the prompt first. */
  history: readonly ConversationMessage[];
  /** Values that tools extracted before. */
  variables: Record<string, unknown>;
  orgKeys: OrgKeys;
}

/**
 * The session that a request speaks in, held for `chatId`: the one it names, one that goes on from the chat it names, or a new one.
 * Fails with `not-found`, `session-busy`, `session-over`, as `requireRunnable`, `requireOpenCalls` and `resolveTools` do, what refuses a
 * visitor, and what refuses a target.
 */
export async function openSession(context: ChatContext, request: ChatRequest, chatId: string): Promise<OpenSession> {
  const { sessionId, previousChatId, startAt } = request.body;
  if (sessionId !== undefined && previousChatId !== undefined)
    throw invalid("previousChatId must not be given together with sessionId");
  if (startAt !== undefined && (sessionId ?? previousChatId) !== undefined)
    throw invalid("startAt is for a new session only: leave it out");
  if (sessionId !== undefined) {
    await requireKeptWords(context, await admitTo(context, request, sessionId, "Session"), "sessionId");
    return goOnIn(context, request, chatId, sessionId);
  }
  if (previousChatId !== undefined) return goOnFrom(context, request, chatId, previousChatId);
  return begin(context, request, chatId);
}

/** A conversation cannot be continued if its organization or assistant stores no words. Fails with `validation-failed`. */
async function requireKeptWords(
  { db }: ServerContext,
  { orgId, assistant }: Pick<store.SessionRow, "orgId" | "assistant">,
  field: "sessionId" | "previousChatId",
): Promise<void> {
  const rule = privacyOf(strictestOf([assistant.compliancePlan, ...orgPlans(await findOrg(db, orgId))]));
  if (rule) throw invalid(`${field} cannot be used: ${noWords(rule)}`);
}

/** Continues an admitted session. `after`: the last chat that the client saw. */
async function goOnIn(
  context: ChatContext,
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
      ...(await preparing(context, request, chatId, session, messages, { isNew: false })),
      variables: sessionVariables(session, chats),
    };
  } catch (error) {
    await store.releaseSession(db, orgId, sessionId, chatId);
    throw error;
  }
}

/** In the chat's own session when nothing was said there since; otherwise in one that branches off. */
async function goOnFrom(
  context: ChatContext,
  request: ChatRequest,
  chatId: string,
  previousChatId: string,
): Promise<OpenSession> {
  const { db } = context;
  const { orgId } = request.caller;
  const previous = found(await store.findChat(db, orgId, previousChatId), "Chat");
  const { sessionId, seq } = previous;
  const origin = await admitTo(context, request, sessionId, "Chat");
  await requireKeptWords(context, origin, "previousChatId");
  if (seq === (await store.findLastSeq(db, orgId, sessionId))) return goOnIn(context, request, chatId, sessionId, previous);

  const chats = await store.listSessionChats(db, orgId, sessionId, seq);
  const messages = sessionMessages(origin, chats);
  requireRoom(messages, 0);
  const variables = sessionVariables(origin, chats);
  const {
    id: _,
    createdAt: _c,
    updatedAt: _u,
    deletedAt: _d,
    name: _n,
    status: _s,
    firstSeq: _f,
    expiresAt: _e,
    ...kept
  } = origin;
  const held = heldFor(context, request.caller, chatId);
  const session = store.newSession(context, { ...kept, ...held, variables, openingMessages: messages });
  const prepared = await preparing(context, request, chatId, session, messages, { isNew: true });
  return { session, isNew: true, seq: 0, variables, ...prepared };
}

async function begin(context: ChatContext, request: ChatRequest, chatId: string): Promise<OpenSession> {
  const { caller, clientAddress, body } = request;
  const visitor = admitVisitor(context, caller, { action: "message", target: body, clientAddress });
  const isOfVisitor = visitor !== null;
  const { variableValues: _, ...target } = await resolveTarget(context, caller.orgId, "chat", body, { isOfVisitor });
  const session = store.newSession(context, {
    ...heldFor(context, caller, chatId),
    ...target,
    customer: body.customer ?? null,
    phoneNumberId: body.phoneNumberId ?? null,
    expirationSeconds: body.sessionExpirationSeconds ?? SESSION_SECONDS.default,
  });
  const prompt = storablePrompt(await converse(context, request.log, session));
  if (!privacyOf(session.assistant.compliancePlan))
    Object.assign(session, { openingMessages: prompt, promptLength: prompt.length });
  return {
    session,
    isNew: true,
    seq: 0,
    variables: {},
    ...(await preparing(context, request, chatId, session, prompt, { isNew: true })),
  };
}

/** What answers this request. Fails as `requireRunnable`, `requireOpenCalls` and `resolveTools` do. */
async function preparing(
  context: ChatContext,
  { caller, body }: ChatRequest,
  chatId: string,
  session: store.SessionRow,
  history: readonly ConversationMessage[],
  { isNew }: { isNew: boolean },
): Promise<Pick<OpenSession, "history" | "orgKeys" | "tools" | "team">> {
  requireOpenCalls(toHistory(history), body.input);
  const orgKeys = await chatKeys(context, caller, session);
  return { history, orgKeys, ...(await openTools(context, caller, chatId, session, isNew)) };
}

/** The keys of every agent's model, once it is sure that the chat can be answered. */
export async function chatKeys(
  context: Parameters<typeof requireRunnable>[0],
  caller: Pick<OrgCaller, "orgId" | "tag">,
  { assistant, team }: Pick<store.SessionRow, "assistant" | "team">,
): Promise<OrgKeys> {
  const keys = await requireRunnable(context, caller, assistant, team ? [] : ["model"]);
  if (!team) return keys;
  for (const each of assistantsOf({ assistant, team: store.teamOf({ team }) ?? null }))
    Object.assign(keys, await requireRunnable(context, caller, each, ["model"]));
  return keys;
}

/** Fails as `openAgents` does. */
async function openTools(
  context: ChatContext,
  caller: OrgCaller,
  chatId: string,
  session: store.SessionRow,
  isNew: boolean,
): Promise<OpenAgents> {
  const { orgId } = caller;
  const target = { ...session, team: store.teamOf(session) ?? null };
  return openAgents(context, caller, target, {
    conversation: { type: "chat", id: chatId, sessionId: session.id, texter: await texterOf(context, caller, session) },
    describe: async () => ({ chat: withoutSecrets(await getChat(context, { orgId }, chatId)) }),
    hookEvents: isNew ? [SESSION_HOOK_EVENT] : [],
    isOfVisitor: session.tokenId !== null,
    parts: ["model"],
  });
}

/** Undefined for a session without a number that writes, and for one of a visitor. */
async function texterOf(
  context: ChatContext,
  caller: OrgCaller,
  { phoneNumberId, customer, tokenId }: store.SessionRow,
): Promise<Texter | undefined> {
  if (phoneNumberId === null || tokenId !== null) return undefined;
  const number = await phoneNumbers.get(context, caller, phoneNumberId).catch((error: unknown) => {
    if (error instanceof PlatformError && error.code === "not-found") return undefined;
    throw error;
  });
  const customerNumber = typeof customer?.number === "string" ? customer.number : undefined;
  return number && createTexter(context, number, customerNumber);
}

/** What holds a new session for the chat of this request. */
const heldFor = ({ now }: ServerContext, { orgId, tag, apiToken }: OrgCaller, answeringChatId: string) => ({
  orgId,
  tokenId: tag === "public" ? (apiToken?.id ?? null) : null,
  answeringChatId,
  answeringUntil: holdEnd(now()),
});

/**
 * A session in which the caller may continue; its assistant was chosen when it began. A visitor gets only a session that began with the same token:
 * others are not found, as those of other organizations.
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
  const { squadId, workflowId } = store.teamOf(session) ?? {};
  const stored = { ...(squadId !== undefined && { squadId }), ...(workflowId !== undefined && { workflowId }) };
  const isStoredTeam = Object.keys(stored).length > 0;
  const target: RequestedTarget = isStoredTeam ? stored : assistantId === null ? { assistant } : { assistantId };
  admitVisitor(context, caller, { action: "message", target, clientAddress });
  const own = { assistantId, squadId, workflowId };
  for (const field of ["assistantId", "squadId", "workflowId"] as const)
    if (body[field] !== undefined && body[field] !== own[field])
      throw invalid(`${field} must be that of the session, or left out`);
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
