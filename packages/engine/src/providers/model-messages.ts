import { createHash } from "node:crypto";
import { type HistoryItem, TOOL_STILL_RUNNING, type ToolItem } from "@callwright/contract";
import type { ModelMessage, ProviderMetadata } from "ai";
import type { ModelThoughts } from "./model-thoughts.ts";

/** What a provider's protocol asks of a conversation. */
export interface PromptRules {
  /** One system prompt at the beginning; then user and assistant in turns, the user first and last. */
  takesTurns?: boolean;
  /** Ids of calls have 9 letters or digits. With `takesTurns`, the assistant says something between the answers of tools and the user. */
  isStrictAboutTools?: boolean;
  /** With `takesTurns`: the system prompt is the beginning of the user's first message. */
  promptIsUsers?: boolean;
  /** Calls of tools and their answers are notes of the user. */
  toolsAreTold?: boolean;
  /** The provider's options on the system prompt. */
  systemOptions?: ProviderMetadata;
}

/** The user's message if a protocol requires one and there is none. */
const OPENING = "(The conversation begins.)";
const CONTINUATION = "(Go on.)";
/** The assistant's message if it was interrupted before its answer about the tools. */
const INTERRUPTED = "(Interrupted.)";

/** A history as messages of the AI SDK. */
export function toModelMessages(
  given: readonly HistoryItem[],
  rules: PromptRules,
  thoughts: ModelThoughts | undefined,
): ModelMessage[] {
  const told = rules.toolsAreTold ? given.map(asNote) : given;
  const history = rules.takesTurns ? inTurns(told, rules) : told;
  const idOf = rules.isStrictAboutTools ? shortId : (id: string) => id;
  const messages: ModelMessage[] = [];
  for (const [index, item] of history.entries()) {
    if (item.type !== "tool") {
      const options = item.type === "system" && index === 0 && rules.systemOptions;
      messages.push({ role: item.type, content: item.text, ...(options && { providerOptions: options }) });
      continue;
    }
    const previous = history[index - 1];
    if (previous?.type === "tool" && previous.step === item.step) continue;
    const calls = callsOfStep(history, item.step);
    // The words before the calls are of the same step.
    const words = previous?.type === "assistant" ? [{ type: "text" as const, text: previous.text }] : [];
    if (words.length > 0) messages.pop();
    const before = calls.flatMap(({ call }) => thoughts?.of(call.id)?.thoughts ?? []);
    messages.push(
      { role: "assistant", content: [...before, ...words, ...calls.map((each) => toCallPart(each, idOf, thoughts))] },
      { role: "tool", content: calls.map((each) => toResultPart(each, idOf)) },
    );
  }
  return messages;
}

const callsOfStep = (history: readonly HistoryItem[], step: number): ToolItem[] =>
  history.filter((item): item is ToolItem => item.type === "tool" && item.step === step);

/** An id of 9 letters or digits for the id of a call. */
const shortId = (id: string) => (/^[a-zA-Z0-9]{9}$/.test(id) ? id : createHash("sha256").update(id).digest("hex").slice(0, 9));

function toCallPart({ call }: ToolItem, idOf: (id: string) => string, thoughts: ModelThoughts | undefined) {
  const metadata = thoughts?.of(call.id)?.metadata;
  return {
    type: "tool-call" as const,
    toolCallId: idOf(call.id),
    toolName: call.name,
    input: call.arguments,
    ...(metadata && { providerOptions: metadata }),
  };
}

const toResultPart = ({ call, answer }: ToolItem, idOf: (id: string) => string) => ({
  type: "tool-result" as const,
  toolCallId: idOf(call.id),
  toolName: call.name,
  output: {
    type: answer?.failed ? ("error-text" as const) : ("text" as const),
    value: answer?.result ?? TOOL_STILL_RUNNING,
  },
});

/** The answer of a tool as a note. */
function asNote(item: HistoryItem): HistoryItem {
  if (item.type !== "tool") return item;
  const { call, answer } = item;
  const result = answer?.result ?? TOOL_STILL_RUNNING;
  return { type: "user", text: noteOf(`${call.name}(${JSON.stringify(call.arguments)}) answered: ${result}`) };
}

const noteOf = (text: string): string => `(System: ${text})`;

/** The history as user and assistant in turns. System messages after the prompt become notes of the user. */
function inTurns(
  history: readonly HistoryItem[],
  { isStrictAboutTools = false, promptIsUsers = false }: PromptRules,
): HistoryItem[] {
  const turns: HistoryItem[] = [];
  for (const item of history) {
    const isNote = item.type === "system" && turns.length > 0;
    const next: HistoryItem = isNote ? { type: "user", text: noteOf(item.text) } : item;
    const last = turns.at(-1);
    if (next.type === "assistant" && (last === undefined || last.type === "system")) turns.push({ type: "user", text: OPENING });
    if (isStrictAboutTools && last?.type === "tool" && next.type === "user") turns.push({ type: "assistant", text: INTERRUPTED });
    if (last && last.type !== "tool" && next.type !== "tool" && last.type === next.type)
      turns[turns.length - 1] = { ...last, text: `${last.text}\n\n${next.text}` };
    else turns.push(next);
  }
  const end = turns.at(-1);
  if (end === undefined || end.type === "system") turns.push({ type: "user", text: OPENING });
  else if (end.type === "assistant") turns.push({ type: "user", text: CONTINUATION });
  const [prompt, first, ...rest] = turns;
  if (!promptIsUsers || prompt?.type !== "system" || first?.type !== "user") return turns;
  return [{ ...first, text: `${prompt.text}\n\n${first.text}` }, ...rest];
}
