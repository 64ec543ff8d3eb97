import { type AskedMessageType, TOOL_ANSWER_MAX_BYTES, type WebhookTarget } from "@callwright/contract";
import type { ToolOutcome } from "@callwright/engine/conversation";
import type { OutsideAnswer } from "../../../platform/net/ask-outside.ts";
import { withoutSecrets } from "../../../platform/secrets/without-secrets.ts";
import type { RequestAttempt, RetriedRequest } from "../../credential/outgoing/retry-request.ts";
import { askTerminal } from "../../webhook/ask-terminal.ts";
import { messageHeaders } from "../../webhook/attempt-row.ts";
import { inOurNames, inServersNames } from "../../webhook/message-names.ts";
import { findTerminal } from "../../webhook/terminal-store.ts";
import type { ReachableServer } from "./function-tool.ts";
import { requestUrl, requireUnencrypted } from "./request-address.ts";
import { runRequest, timeoutMsOf } from "./run-request.ts";
import type { ToolScope } from "./tool-source.ts";

type Values = Readonly<Record<string, unknown>>;

interface MessageParts {
  headers: Record<string, string>;
  fields: Values;
}

/** A server message that the conversation waits for an answer to. */
export interface ServerQuestion {
  type: AskedMessageType;
  target: WebhookTarget;
  server: ReachableServer;
  /** Fails with a `TemplateError` or a `ToolRequestError`. */
  build(): MessageParts | Promise<MessageParts>;
  read(answer: OutsideAnswer): ToolOutcome;
  /** Whether the status means success. Default: 200 to 299. */
  isAnswer?(status: number): boolean;
}

/** Requests whose answers may contain an assistant. Results of tools are stored unchanged. */
const ANSWERED_WITH_PARTS: ReadonlySet<AskedMessageType> = new Set(["assistant-request", "handoff-destination-request"]);

const isGood = (status: number) => status >= 200 && status < 300;

/** Asks a server, or the terminal that answers in its place. The exchange is in the log of deliveries when the answer is there. */
export async function askServer(scope: ToolScope, question: ServerQuestion, signal: AbortSignal): Promise<ToolOutcome> {
  const { context, orgId, conversation, assistantId } = scope;
  const { type, target, server, build, read, isAnswer = isGood } = question;
  const [id, createdAt] = [context.newId(), context.now()];
  const callId = conversation.type === "call" ? conversation.id : null;
  const own = messageHeaders(id, callId);
  const attempts: RequestAttempt[] = [];
  const terminal = scope.isPrivate ? undefined : await findTerminal(context.db, orgId, { type, assistantId }, createdAt);
  const answeredBy = terminal?.ownerName ?? null;
  let message: Values = {};
  let headers: Record<string, string> = {};

  async function compose(): Promise<RetriedRequest> {
    const built = await build();
    headers = built.headers;
    message = { messageId: id, timestamp: createdAt.getTime(), type, ...built.fields, ...(await scope.describe()) };
    const assistant = { ...withoutSecrets(scope.assistant), ...(assistantId !== null && { id: assistantId }) };
    const body = { message: { ...message, assistant } };
    const request = messageRequest(server, { ...headers, ...own }, inServersNames({ headers }, body, context.config));
    return { ...request, onAttempt: (attempt) => attempts.push(attempt) };
  }

  /** The terminal's own server does not need the headers. */
  async function askThere(request: RetriedRequest): Promise<OutsideAnswer> {
    if (!terminal) throw new Error("there is no terminal");
    const { body, timeoutMs } = request;
    const startedAt = context.now();
    const asked = askTerminal({ ...context, signal }, { id, orgId, terminal, type, callId, body, timeoutMs, createdAt });
    const outcome = await asked.then(
      ({ status, body: text }) => ({ answer: { status, text, headers: {}, isCut: false } }),
      (error: unknown) => ({ error }),
    );
    attempts.push({ startedAt, durationMs: context.now().getTime() - startedAt.getTime(), outcome });
    if ("error" in outcome) throw outcome.error;
    return outcome.answer;
  }

  const readOurs = (answer: OutsideAnswer) =>
    read(ANSWERED_WITH_PARTS.has(type) ? { ...answer, text: inOurNames({ headers }, answer.text) } : answer);
  const outcome = await runRequest(scope, compose, readOurs, signal, terminal && askThere);
  if (attempts.length > 0) {
    const asked = { id, createdAt, type, target, message, own, headers, attempts, isAnswer, answeredBy };
    scope.onAsked({ ...asked, url: terminal?.url ?? server.url });
  }
  return outcome;
}

/** Fails with a `ToolRequestError`. */
export function messageRequest(server: ReachableServer, headers: Record<string, string>, body: unknown): RetriedRequest {
  requireUnencrypted(server.encryptedPaths);
  return {
    method: "POST",
    url: requestUrl(server.url),
    headers,
    body: JSON.stringify(body),
    credentialId: server.credentialId,
    timeoutMs: timeoutMsOf(server),
    backoffPlan: server.backoffPlan,
    maxBytes: TOOL_ANSWER_MAX_BYTES,
  };
}
