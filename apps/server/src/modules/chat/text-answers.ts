import { setTimeout as delay } from "node:timers/promises";
import { CHAT_TURN_MAX_MS, PlatformError } from "@callwright/contract";
import { endsWithin } from "../../platform/config/ends-within.ts";
import { asOrganization } from "../call/api/incoming-call.ts";
import { createTexter } from "../telephony/numbers/texter.ts";
import type { IncomingText } from "../telephony/phone-line.ts";
import type { AcceptedChat, ChatService } from "./chat-service.ts";
import type { ChatContext, ChatRequest } from "./open-session.ts";
import { findTextSession } from "./store.ts";
import { textingChat } from "./text-transport.ts";

/** A person who writes faster than the assistant answers. */
const WAITING_MAX = 10;
/** A carrier waits 15 s for its request. */
const TAKE_MAX_MS = 10_000;
/** The longest time of one answer: another person may write in the same session, also on another node. */
const RETRY_MAX_MS = CHAT_TURN_MAX_MS;
const RETRY_AGAIN_MS = 500;
/** Refusals that end by themselves. */
const PASSING: ReadonlySet<string> = new Set(["session-busy", "chats-at-capacity"]);
/** The session was ended or deleted meanwhile, or is full. */
const OVER: ReadonlySet<string> = new Set(["session-over", "not-found"]);

/**
 * Answers people who write to numbers. The messages of two numbers are answered one after the other, in one session.
 *
 * ```
 *   message ─▶ number has an agent, person may be written to ─▶ waits for its turn ─▶ chat stored ─▶ answered ─▶ sent
 * ```
 */
export function createTextAnswers(context: ChatContext, chats: ChatService) {
  const { db, log, now } = context;
  /** By the two numbers: the last message, and how many wait. */
  const lanes = new Map<string, { last: Promise<unknown>; waiting: number }>();
  let isClosed = false;
  const answered = () => Promise.all([...lanes.values()].map(({ last }) => last));

  async function acceptIn(request: Omit<ChatRequest, "body">, { orgId, from, to, text }: IncomingText): Promise<AcceptedChat> {
    const { id: phoneNumberId, assistantId, squadId, workflowId } = to;
    const of = { phoneNumberId, customerNumber: from };
    const untilMs = performance.now() + RETRY_MAX_MS;
    let overId: string | undefined;
    for (;;) {
      const id = await findTextSession(db, orgId, { ...of, now: now() });
      const goesOn = id !== undefined && id !== overId;
      const target = { assistantId, squadId, workflowId, phoneNumberId, customer: { number: from } };
      try {
        const body = { input: text, sessionEnd: false, ...(goesOn ? { sessionId: id } : target) };
        return await chats.accept({ ...request, body, ...(!goesOn && { newestSession: { id, of } }) });
      } catch (error) {
        const code = error instanceof PlatformError ? error.code : "";
        if (goesOn && OVER.has(code)) overId = id;
        else if (PASSING.has(code) && !isClosed && performance.now() < untilMs) await delay(RETRY_AGAIN_MS);
        else throw error;
      }
    }
  }

  return {
    /** Accepts a message. Resolves when it is stored or refused, or after a limited wait. */
    async take(message: IncomingText): Promise<void> {
      const { orgId, from, to } = message;
      const told = { orgId, phoneNumberId: to.id };
      const notAnswered = (reason: string) => log.warn({ ...told, reason }, "a text message was not answered");
      const texter = createTexter(context, to, from);
      if (!texter || isClosed) return void notAnswered("the number cannot send an answer");
      if ((to.assistantId ?? to.squadId ?? to.workflowId) === undefined) return void notAnswered("nobody answers the number");
      const key = `${to.id} ${from}`;
      const lane = lanes.get(key) ?? { last: Promise.resolve(), waiting: 0 };
      if (lane.waiting >= WAITING_MAX) return void notAnswered("too many of the same person wait");
      const failed = (error: unknown) => {
        if (error instanceof PlatformError) notAnswered([error.message, ...(error.problems ?? [])].join(" "));
        else log.error({ ...told, err: error }, "a text message could not be answered");
      };
      const request = { caller: asOrganization(orgId), clientAddress: "", signal: new AbortController().signal, log };
      const accepted = lane.last.then(async () => {
        await texter.requireAllowed(from);
        return acceptIn(request, message);
      });
      lane.waiting += 1;
      lane.last = accepted
        .then((chat) => textingChat(chat, texter, from).answer())
        .catch(failed)
        .finally(() => {
          lane.waiting -= 1;
          if (lane.waiting === 0) lanes.delete(key);
        });
      lanes.set(key, lane);
      await endsWithin(
        accepted.catch(() => {}),
        TAKE_MAX_MS,
      );
    },

    /** Resolves when every received message is answered, or the signal aborts. */
    async drain(signal: AbortSignal) {
      const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      while (lanes.size > 0 && !signal.aborted) await Promise.race([answered(), aborted]);
    },

    /** Waits until every answer is sent. After the chats are closed. */
    async close() {
      isClosed = true;
      await answered();
    },
  };
}
