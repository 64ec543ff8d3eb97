import { CallFailure } from "@callwright/call";
import type { ChatInputMessage } from "@callwright/contract";
import { CHAT_INPUT_MAX_MESSAGES } from "@callwright/contract";
import { type ChatTarget, chat, endChat } from "./chat-client.ts";
import type { WidgetMessage } from "./history.ts";

export interface ChatReply {
  onSession(sessionId: string): void;
  onWords(text: string): void;
  /** The assistant ended the session. */
  onSessionCompleted(): void;
}

/** A message to send, with the context that the session may lack. */
interface Turn {
  target: ChatTarget;
  messages: readonly WidgetMessage[];
  reply: ChatReply;
  signal: AbortSignal;
}

const hasCode = (error: unknown, ...codes: string[]) => error instanceof CallFailure && codes.includes(error.code);

/** If the session expired, ended or was deleted, a new one starts with the previous messages. */
const isSessionGone = (error: unknown) => hasCode(error, "not-found", "session-over");

/** Retry delays while the session is still answering. The server also waits, and sends 2 s in `Retry-After`. */
const BUSY_PAUSES_MS = [2_000, 4_000];

/** The chat side of a conversation: one turn at a time, in one chat session. */
export class ChatSession {
  readonly #fetch: typeof fetch;
  #sessionId: string | undefined;
  /** Messages in the session's history. */
  #known = new Set<string>();
  #abort = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  constructor(fetchLike: typeof fetch) {
    this.#fetch = fetchLike;
  }

  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /**
   * Sends the last of these messages and reads the reply. Earlier messages that the session lacks are sent along (the assistant's first
   * message, what was said in a call). Resolves with true when the reply is complete, with false if it was canceled. Throws a
   * `CallFailure`.
   */
  say(target: ChatTarget, messages: readonly WidgetMessage[], reply: ChatReply): Promise<boolean> {
    const { signal } = this.#abort;
    const turn = this.#last.then(() => this.#turn({ target, messages, reply, signal }));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the session here and on the server. Returns the ended session. */
  end(target: ChatTarget): string | undefined {
    const ended = this.#sessionId;
    this.forget();
    // If the request fails, the session expires.
    if (ended) endChat(target, ended, this.#fetch).catch(() => undefined);
    return ended;
  }

  /** Cancels a running reply. The next message starts a new session. */
  forget(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#sessionId = undefined;
    this.#known = new Set();
    this.#last = Promise.resolve();
  }

  async #turn(turn: Turn): Promise<boolean> {
    try {
      return await this.#exchangeWhenFree(turn);
    } catch (error) {
      if (turn.signal.aborted) return false;
      if (!this.#sessionId || !isSessionGone(error)) throw error;
      this.#sessionId = undefined;
      this.#known = new Set();
      return this.#exchange(turn);
    }
  }

  async #exchangeWhenFree(turn: Turn): Promise<boolean> {
    for (const pauseMs of BUSY_PAUSES_MS) {
      try {
        return await this.#exchange(turn);
      } catch (error) {
        if (!hasCode(error, "session-busy")) throw error;
      }
      await pause(pauseMs, turn.signal);
    }
    return this.#exchange(turn);
  }

  async #exchange({ target, messages, reply, signal }: Turn): Promise<boolean> {
    if (signal.aborted) return false;
    const untold = messages.filter(({ id, text }) => text && !this.#known.has(id)).slice(-CHAT_INPUT_MAX_MESSAGES);
    const said = messages.at(-1)?.text ?? "";
    const input = untold.length > 1 ? untold.map(inputOf) : said;
    const progress = chat({ target, sessionId: this.#sessionId, input, signal, fetch: this.#fetch });
    for await (const step of progress) {
      if (signal.aborted) return false;
      if (step.type === "session") {
        this.#sessionId = step.sessionId;
        reply.onSession(step.sessionId);
      }
      if (step.type === "delta") reply.onWords(step.text);
      if (step.type === "session-completed") reply.onSessionCompleted();
    }
    if (signal.aborted) return false;
    for (const { id } of messages) this.#known.add(id);
    return true;
  }

  /** The session itself has sent this message. */
  knows(id: string): void {
    this.#known.add(id);
  }
}

function inputOf({ role, text }: WidgetMessage): ChatInputMessage {
  return { role, content: text };
}

/** Waits. Rejects with the signal's reason on abort. */
function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs);
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
  });
}
