import {
  type AgentStarted,
  type Chat,
  type ChatMessage,
  type CreateChat,
  type ErrorBody,
  type HistoryItem,
  readArguments,
  type ToolItem,
  type WebChatEvent,
} from "@callwright/contract";
import { createListeners } from "../../data/listeners.ts";
import { messageRows } from "./message-rows.ts";
import { messageText } from "./message-text.ts";

/** One question and its answer. */
export interface PlaygroundTurn {
  /** Known once the answer starts. */
  chatId: string | undefined;
  question: string;
  /** The answer: what was said and the tool calls, in order. */
  rows: readonly PlaygroundRow[];
  /** Agents of a squad or a workflow that took the conversation over. */
  agents?: readonly AgentStarted[];
  /** `streaming` while the answer arrives; `stopped` by the user; `failed` with a reason. */
  state: "streaming" | "answered" | "stopped" | "failed";
  reason?: string;
  /** Said before the session began, such as in the call that it continues. */
  isGiven?: boolean;
}

/** `speaker`: name of the squad's member or the workflow's node. */
export type PlaygroundRow = HistoryItem & { speaker?: string };

export interface PlaygroundState {
  turns: readonly PlaygroundTurn[];
  /** The session's id, after its first message. */
  sessionId: string | undefined;
  /** The assistant ended the conversation. */
  isOver: boolean;
}

export const NOTHING_SAID: PlaygroundState = { turns: [], sessionId: undefined, isOver: false };

/** Target of a message: the session, an earlier chat, or an agent in a new session. */
export type ChatPlace = { sessionId: string } | { previousChatId: string } | NewConversation;

export type NewConversation = Pick<
  CreateChat,
  "assistant" | "assistantId" | "squadId" | "squad" | "workflowId" | "workflow" | "startAt" | "assistantOverrides"
>;

export type Ask = (place: ChatPlace, question: string, signal: AbortSignal) => AsyncIterable<WebChatEvent>;

/**
 * A chat, outside React: text arrives faster than the screen renders.
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
  const { subscribe, tell } = createListeners();
  const become = (change: Partial<PlaygroundState>) => {
    state = { ...state, ...change };
    tell();
  };
  const changeLast = (change: Partial<PlaygroundTurn>) => {
    const last = state.turns.at(-1);
    if (last) become({ turns: [...state.turns.slice(0, -1), { ...last, ...change }] });
  };
  const take = (event: WebChatEvent) => {
    const { id, sessionId } = event;
    const { delta, error, tool_call, tool_result, sessionStatus, agent } = event as StreamFields;
    const { rows = [], agents = [] } = state.turns.at(-1) ?? {};
    const speaker = agentsOf(state.turns).at(-1)?.name;
    if (state.sessionId !== sessionId) become({ sessionId });
    if (error) changeLast({ chatId: id, state: "failed", reason: reasonOf(error) });
    else if (delta !== undefined) changeLast({ chatId: id, rows: withText(rows, delta, speaker) });
    else if (agent) changeLast({ chatId: id, agents: [...agents, agent] });
    else if (tool_call) changeLast({ chatId: id, rows: [...rows, { ...calledRow(tool_call), ...spokenBy(speaker) }] });
    else if (tool_result) changeLast({ chatId: id, rows: rows.map((row) => withResult(row, tool_result)) });
    else if (sessionStatus === "completed") become({ isOver: true });
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
    subscribe,
    /** Sends a message, in this conversation or a new one. Resolves when the answer is complete, stopped or failed. */
    send: (question: string, agent: NewConversation | undefined): Promise<void> => {
      const place = placeOf(state, agent);
      if (running || !place) return Promise.resolve();
      become({ turns: [...state.turns, { chatId: undefined, question, rows: [], state: "streaming" }] });
      return follow(place, question);
    },
    /** Removes a turn and all later ones, so that the next message replaces it. */
    rewind: (index: number): void => {
      stop();
      become({ turns: state.turns.slice(0, index), sessionId: undefined, isOver: false });
    },
    stop,
  };
}

/** After a turn was removed, the conversation continues from the previous chat. */
function placeOf({ sessionId, turns }: PlaygroundState, agent: NewConversation | undefined): ChatPlace | undefined {
  if (sessionId !== undefined) return { sessionId };
  const previousChatId = turns.findLast(({ chatId }) => chatId !== undefined)?.chatId;
  if (previousChatId !== undefined) return { previousChatId };
  return agent;
}

/** The agents of a squad or a workflow that had the conversation, in order. */
export function agentsOf(turns: readonly PlaygroundTurn[]): AgentStarted[] {
  return turns.flatMap(({ agents = [] }) => agents);
}

/** The conversation of a session, from its chats in any order. */
export function resumedState(
  sessionId: string,
  chats: readonly Chat[],
  isOver: boolean,
  messages: readonly ChatMessage[] = [],
): PlaygroundState {
  const ordered = chats.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  const said = ordered.flatMap(({ input, output = [] }) => [...(typeof input === "string" ? [input] : (input ?? [])), ...output]);
  const given = messages.slice(0, Math.max(0, messages.length - said.length));
  return { sessionId, isOver, turns: [...givenTurns(given), ...ordered.map(turnOf)] };
}

/** Turns that were given to a session. The agent's words before the first one are left out. */
function givenTurns(messages: readonly ChatMessage[]): PlaygroundTurn[] {
  const turns: (PlaygroundTurn & { rows: PlaygroundRow[] })[] = [];
  for (const row of messageRows(messages)) {
    if (row.type === "user") turns.push({ chatId: undefined, question: row.text, rows: [], state: "answered", isGiven: true });
    else if (row.type !== "system") turns.at(-1)?.rows.push(row);
  }
  return turns;
}

/** Can a turn be replaced? It needs a chat before it to continue from, so given turns and the first turn after them cannot. */
export function isReplaceable(turns: readonly PlaygroundTurn[], index: number): boolean {
  return !turns[index]?.isGiven && !turns[index - 1]?.isGiven;
}

function turnOf({ id, input, output = [], status, failure }: Chat): PlaygroundTurn {
  const asked = typeof input === "string" ? input : messageText(input?.findLast(({ role }) => role === "user"));
  const state = status === "failed" ? "failed" : status === "incomplete" ? "stopped" : "answered";
  return {
    chatId: id,
    question: asked,
    // A tool's instructions to the model are not part of the conversation.
    rows: messageRows(output).filter(({ type }) => type !== "system"),
    state,
    ...(failure ? { reason: failure.message } : {}),
  };
}

/** The fields of the events of a stream. */
interface StreamFields {
  delta?: string;
  agent?: AgentStarted;
  sessionStatus?: string;
  error?: ErrorBody;
  tool_call?: { id: string; function: { name: string; arguments: string } };
  tool_result?: { tool_call_id: string; content: string; failed: boolean; durationMs: number };
}

function withText(rows: readonly PlaygroundRow[], text: string, speaker: string | undefined): PlaygroundRow[] {
  const last = rows.at(-1);
  if (last?.type === "assistant" && last.speaker === speaker) return [...rows.slice(0, -1), { ...last, text: last.text + text }];
  return [...rows, { type: "assistant", text: text.trimStart(), ...spokenBy(speaker) }];
}

const spokenBy = (speaker: string | undefined) => (speaker === undefined ? {} : { speaker });

function calledRow({ id, function: called }: NonNullable<StreamFields["tool_call"]>): ToolItem {
  return { type: "tool", step: 0, call: { id, name: called.name, arguments: readArguments(called.arguments) }, answer: null };
}

function withResult(row: PlaygroundRow, { tool_call_id, content, failed, durationMs }: NonNullable<StreamFields["tool_result"]>) {
  if (row.type !== "tool" || row.call.id !== tool_call_id) return row;
  return { ...row, answer: { result: content, failed, durationMs } };
}

function reasonOf({ message }: ErrorBody): string {
  return Array.isArray(message) ? message.join(" ") : message;
}
