import type { Chat, ErrorBody, WebChatEvent } from "@callwright/contract";
import { messageText } from "./message-text.ts";

/** One question and its answer. */
export interface PlaygroundTurn {
  /** Known from the first word of the answer on. */
  chatId: string | undefined;
  question: string;
  answer: string;
  /** `streaming` while words may still come; `stopped` by the person; `failed` with a reason. */
  state: "streaming" | "answered" | "stopped" | "failed";
  reason?: string;
}

export interface PlaygroundState {
  turns: readonly PlaygroundTurn[];
  /** Of the conversation, once it has one. */
  sessionId: string | undefined;
  /** The assistant ended the conversation: it takes no more. */
  isOver: boolean;
}

/** Where a question goes: on with the session, on from an earlier chat, or to an assistant in a session of its own. */
export type ChatPlace = { sessionId: string } | { previousChatId: string } | { assistantId: string };

export type Ask = (place: ChatPlace, question: string, signal: AbortSignal) => AsyncIterable<WebChatEvent>;

/**
 * A conversation in writing, outside of React: words arrive faster than screens are drawn.
 *
 * ```
 *  send ──▶ streaming ──end of the stream──▶ answered
 *                  ├────stop──────────────▶ stopped    what was said stays
 *                  └────failure───────────▶ failed     with the reason
 * ```
 */
export function createPlayground({ ask, initial }: { ask: Ask; initial: PlaygroundState }) {
  let state = initial;
  let running: AbortController | undefined;
  const listeners = new Set<() => void>();
  const become = (change: Partial<PlaygroundState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const changeLast = (change: Partial<PlaygroundTurn>) => {
    const last = state.turns.at(-1);
    if (last) become({ turns: [...state.turns.slice(0, -1), { ...last, ...change }] });
  };
  const take = (event: WebChatEvent) => {
    const { id, sessionId } = event;
    const { delta, error } = event as { delta?: string; error?: ErrorBody };
    if (state.sessionId !== sessionId) become({ sessionId });
    if (error) changeLast({ chatId: id, state: "failed", reason: reasonOf(error) });
    else if (delta !== undefined) changeLast({ chatId: id, answer: (state.turns.at(-1)?.answer ?? "") + delta });
    else become({ isOver: true });
  };
  const follow = async (place: ChatPlace, question: string) => {
    const run = new AbortController();
    running = run;
    try {
      for await (const event of ask(place, question, run.signal)) {
        if (run.signal.aborted) return;
        take(event);
      }
      if (state.turns.at(-1)?.state === "streaming") changeLast({ state: "answered" });
    } catch (error) {
      if (!run.signal.aborted) changeLast({ state: "failed", reason: error instanceof Error ? error.message : String(error) });
    } finally {
      if (running === run) running = undefined;
    }
  };
  const stop = () => {
    if (!running) return;
    running.abort();
    running = undefined;
    changeLast({ state: "stopped" });
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Asks in this conversation, or with `assistantId` begins one. Resolves when the answer is there, was stopped or failed. */
    send: (question: string, assistantId: string | undefined): Promise<void> => {
      const place = placeOf(state, assistantId);
      if (running || !place) return Promise.resolve();
      become({ turns: [...state.turns, { chatId: undefined, question, answer: "", state: "streaming" }] });
      return follow(place, question);
    },
    /** Takes a turn and all after it away, so that the next question stands in its place. */
    rewind: (index: number): void => {
      stop();
      become({ turns: state.turns.slice(0, index), sessionId: undefined, isOver: false });
    },
    stop,
  };
}

/** After a turn was taken back the conversation goes on from the chat before it. */
function placeOf({ sessionId, turns }: PlaygroundState, assistantId: string | undefined): ChatPlace | undefined {
  if (sessionId !== undefined) return { sessionId };
  const previousChatId = turns.findLast(({ chatId }) => chatId !== undefined)?.chatId;
  if (previousChatId !== undefined) return { previousChatId };
  return assistantId === undefined ? undefined : { assistantId };
}

/** The conversation of a session, from its chats in any order. */
export function resumedState(sessionId: string, chats: readonly Chat[], isOver: boolean): PlaygroundState {
  const ordered = chats.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  return { sessionId, isOver, turns: ordered.map(turnOf) };
}

function turnOf({ id, input, output = [], status, failure }: Chat): PlaygroundTurn {
  const asked = typeof input === "string" ? input : messageText(input?.findLast(({ role }) => role === "user"));
  const state = status === "failed" ? "failed" : status === "incomplete" ? "stopped" : "answered";
  return {
    chatId: id,
    question: asked,
    answer: output.map(messageText).filter(Boolean).join("\n"),
    state,
    ...(failure ? { reason: failure.message } : {}),
  };
}

function reasonOf({ message }: ErrorBody): string {
  return Array.isArray(message) ? message.join(" ") : message;
}
