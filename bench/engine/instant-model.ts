import type { FakePart } from "../../packages/engine/src/providers/testing/dialect.ts";
import { compatibleDialect } from "../../packages/engine/src/providers/testing/openai-dialect.ts";
import { bodyOf, startLocalServer } from "../../packages/engine/src/testing/local-server.ts";

/** Times of one request, as `performance.now()` of the process that the model runs in. */
export interface ModelStep {
  arrivedMs: number;
  /** Before its first word or call is sent. */
  firstPartMs: number;
  endMs: number;
}

export interface InstantModel {
  /** Base URL. */
  url: string;
  /** Since the last `take`. */
  take(): ModelStep[];
  close(): Promise<void>;
}

/** A question with these words makes the model call the tool, and then give its usual answer. */
export const LOOK_UP = "Look it up:";
export const KNOWLEDGE_TOOL = "ask_handbook";
const HOURS = "We are open on Saturday from nine in the morning until five.";
const wordsOf = (answer = HOURS) => answer.split(/(?= )/);

interface Message {
  role: string;
  content: string | null;
}

/**
 * OpenAI-compatible models that answer at once, for any number of conversations. `answers`: the models' texts, by name; other models say the opening
 * hours.
 */
export async function startInstantModel(answers: Readonly<Record<string, string>> = {}): Promise<InstantModel> {
  let steps: ModelStep[] = [];
  let calls = 0;
  const server = await startLocalServer(async (request, response) => {
    const body = String(await bodyOf(request));
    const arrivedMs = performance.now();
    const { model, messages } = JSON.parse(body) as { model: string; messages: Message[] };
    const last = messages.at(-1);
    const asks = last?.role === "user" && last.content?.includes(LOOK_UP);
    const query = JSON.stringify({ query: last?.content ?? "" });
    const parts: FakePart[] = asks
      ? [{ id: `call_${calls++}`, name: KNOWLEDGE_TOOL, arguments: query }]
      : wordsOf(answers[model]);
    const stream = compatibleDialect.stream(model, { inputTokens: 1, cachedTokens: 0, outputTokens: parts.length }, {});
    response.writeHead(200, { "content-type": compatibleDialect.contentType });
    response.write(stream.begin().join(""));
    const firstPartMs = performance.now();
    for (const part of parts) response.write(stream.part(part).join(""));
    response.end(stream.end({ inputTokens: 1, cachedTokens: 0, outputTokens: parts.length }).join(""));
    steps.push({ arrivedMs, firstPartMs, endMs: performance.now() });
  });
  return {
    url: `${server.url}/v1`,
    take() {
      const taken = steps;
      steps = [];
      return taken;
    },
    close: server.close,
  };
}
