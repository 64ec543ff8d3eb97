import type { ServerResponse } from "node:http";
import { bodyOf, type LocalServer, startLocalServer } from "../../testing/local-server.ts";
import { sse } from "./dialect.ts";
import { ODD_ANSWERS, type OddAnswer, type OddCase } from "./odd-answers.ts";
import { CHAT } from "./openai-rules.ts";
import { unknownField } from "./request-shape.ts";

interface Message {
  role: string;
  content: string | null;
}
interface OddRequest {
  messages: Message[];
  tools?: unknown[];
}

export interface OddServer extends Pick<LocalServer, "abandoned" | "close"> {
  /** Base URL. */
  url: string;
  /** Bodies of the requests so far. */
  readonly requests: readonly OddRequest[];
}

/**
 * A model server that answers each request with this case. Refuses fields that OpenAI's protocol does not have, and roles as `template` does: Gemma's
 * templates take user and assistant in turns after one system prompt, those of Mistral 0.2 no system prompt (both at Hugging Face, read 2026-11-29).
 */
export async function startOddServer(name: OddCase, template: "any" | "turns" | "plain" = "any"): Promise<OddServer> {
  const requests: OddRequest[] = [];
  const server = await startLocalServer(async (request, response) => {
    const body = JSON.parse((await bodyOf(request)).toString()) as OddRequest;
    requests.push(body);
    const unknown = unknownField(CHAT, body);
    if (unknown !== undefined) return json(response, 422, { error: { message: `${unknown}: Extra inputs are not permitted` } });
    if (template !== "any" && !alternates(body.messages, template))
      return json(response, 500, {
        error: { code: 500, message: "Conversation roles must alternate user/assistant/user/assistant/..." },
      });
    const last = body.messages.at(-1);
    const isAnswered = last?.role === "tool" || /\(System: .*answered: /.test(last?.content ?? "");
    const odd: OddAnswer = ODD_ANSWERS[name];
    if (isAnswered && !odd.repeats) return stream(response, { deltas: [{ content: "Done." }], finish: "stop" });
    const isWhole = odd.wholeFor === "tools" ? (body.tools?.length ?? 0) > 0 : odd.wholeFor !== "first" || requests.length === 1;
    return odd.whole && isWhole ? json(response, odd.whole.status, odd.whole.body) : stream(response, odd);
  });
  return {
    url: `${server.url}/v1`,
    requests,
    get abandoned() {
      return server.abandoned;
    },
    close: server.close,
  };
}

function alternates(messages: readonly Message[], template: "turns" | "plain"): boolean {
  const [first] = messages;
  const turns = template === "turns" && first?.role === "system" ? messages.slice(1) : messages;
  return turns.every(({ role }, index) => role === (index % 2 === 0 ? "user" : "assistant"));
}

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

function stream(response: ServerResponse, { deltas = [], finish, before, after, breaks, hasNoDone }: OddAnswer): void {
  const chunk = (delta: object, reason: string | null = null) =>
    sse({
      id: "x",
      object: "chat.completion.chunk",
      created: 1,
      model: "odd",
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (before) response.write(before);
  for (const delta of deltas) response.write(chunk(delta));
  // The words must be sent before the connection breaks.
  if (breaks) response.write("", () => setImmediate(() => response.destroy()));
  else if (after) response.end(after);
  else if (finish === undefined) response.end();
  else response.end(chunk({}, finish) + (hasNoDone ? "" : sse("[DONE]")));
}
