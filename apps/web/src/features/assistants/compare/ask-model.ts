import type { CreateAssistant, CreateChat, ErrorBody, WebChatEvent } from "@callwright/contract";

/** Tokens as the provider counts them, of all requests of an answer. */
export interface TokenCount {
  input: number;
  /** A part of the input. */
  cached: number;
  output: number;
}

/**
 * One answer, as far as it is there.
 *
 * ```
 *   asking ──▶ answered     or failed, with the reason
 * ```
 */
export interface ComparedAnswer {
  state: "asking" | "answered" | "failed";
  text: string;
  /** From the question to the first word as this browser sees it, in milliseconds. */
  firstTokenMs?: number;
  totalMs?: number;
  /** Absent if the provider counts none. */
  tokens?: TokenCount;
  reason?: string;
}

interface AskOptions {
  stream: (body: Pick<CreateChat, "assistant" | "input" | "name" | "sessionEnd">) => AsyncIterable<WebChatEvent>;
  /** A clock in milliseconds. */
  now: () => number;
  onChange: (answer: ComparedAnswer) => void;
}

/** Asks an assistant's model a question, and reports the answer while it arrives. Never fails. */
export async function askModel(config: CreateAssistant, question: string, { stream, now, onChange }: AskOptions): Promise<void> {
  let answer: ComparedAnswer = { state: "asking", text: "" };
  const change = (fields: Partial<ComparedAnswer>) => {
    answer = { ...answer, ...fields };
    onChange(answer);
  };
  const startedAt = now();
  const passed = () => Math.round(now() - startedAt);
  change({});
  try {
    const body = { assistant: wordsOnly(config), input: question, name: "Comparison", sessionEnd: true };
    for await (const event of stream(body)) {
      const { delta, error, usage } = event as EventFields;
      if (delta !== undefined && delta !== "")
        change({ text: (answer.text + delta).trimStart(), firstTokenMs: answer.firstTokenMs ?? passed() });
      if (usage) change({ tokens: added(answer.tokens, usage) });
      if (error) change({ state: "failed", reason: [error.message].flat().join(" ") });
    }
    if (answer.state === "asking") change({ state: "answered", totalMs: passed() });
  } catch (error) {
    change({ state: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
}

/** The assistant without tools, hooks and servers: a comparison must not act twice. */
function wordsOnly({ name, model }: CreateAssistant): CreateAssistant {
  if (!model) return { ...(name !== undefined && { name }), serverMessages: [] };
  const { tools: _, toolIds: __, ...words } = model;
  return { ...(name !== undefined && { name }), model: words as typeof model, serverMessages: [] };
}

interface EventFields {
  delta?: string;
  error?: ErrorBody;
  usage?: { inputTokens: number; cachedTokens: number; outputTokens: number };
}

function added(before: TokenCount | undefined, usage: NonNullable<EventFields["usage"]>): TokenCount {
  const { input, cached, output } = before ?? { input: 0, cached: 0, output: 0 };
  return { input: input + usage.inputTokens, cached: cached + usage.cachedTokens, output: output + usage.outputTokens };
}
