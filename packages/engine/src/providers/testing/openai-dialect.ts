import { type Dialect, type FakeStream, pieces, type ReadTurn, sse } from "./dialect.ts";
import { refusalOfOpenAi } from "./openai-rules.ts";
import { readResponsesRequest, responsesStream } from "./responses-stream.ts";

interface Message {
  role: string;
  content: string | null;
  tool_calls?: { function: { name: string; arguments: string } }[];
}

/** A server with OpenAI's chat completions, streamed: https://developers.openai.com/api/reference/resources/chat, read 2026-11-29. */
export const compatibleDialect: Dialect = {
  contentType: "text/event-stream",
  basePath: "/v1",
  modelOf: ({ method, url }, { model }) =>
    method === "POST" && url?.endsWith("/v1/chat/completions") ? String(model) : undefined,
  keyOf: ({ headers }) => headers.authorization?.replace("Bearer ", "") ?? String(headers["api-key"] ?? ""),
  stream: (model) => chatStream(model),
  // As OpenAI does, the message contains a part of the key.
  refusal: (key) => ({ status: 401, message: `Incorrect API key provided: ${key.slice(0, 8)}****.` }),
  errorBody: ({ message, details }) => ({
    error: { message, type: "invalid_request_error", param: null, code: null, ...details },
  }),
  refusalOf: () => undefined,
  read(body) {
    const messages = body.messages as Message[];
    const isPrompt = ({ role }: Message) => role === "system" || role === "developer";
    const turns = messages.filter((message) => !isPrompt(message)).flatMap(readMessage);
    const system = messages.flatMap((message) => (isPrompt(message) ? [message.content] : []));
    const tools = ((body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name);
    const maxTokens = body.max_tokens ?? body.max_completion_tokens;
    return { system: system.join("\n"), turns, tools, maxTokens, temperature: body.temperature };
  },
};

/** OpenAI itself, with chat completions and Responses. */
export const openAiDialect: Dialect = {
  ...compatibleDialect,
  modelOf: ({ method, url }, { model }) =>
    method === "POST" && /\/v1\/(?:chat\/completions|responses)$/.test(url ?? "") ? String(model) : undefined,
  stream: (model, _usage, body) => ("input" in body ? responsesStream(model) : chatStream(model)),
  refusalOf: refusalOfOpenAi,
  read: (body) => ("input" in body ? readResponsesRequest(body) : compatibleDialect.read(body)),
};

function chatStream(model: string): FakeStream {
  const event = (fields: object) => sse({ id: "chatcmpl-fake", object: "chat.completion.chunk", created: 0, model, ...fields });
  const delta = (fields: object, finish: string | null = null) =>
    event({ choices: [{ index: 0, delta: fields, finish_reason: finish }] });
  let calls = 0;
  return {
    begin: () => [delta({ role: "assistant", content: "" })],
    part(part) {
      if (typeof part === "string") return [delta({ content: part })];
      if ("thought" in part) return [];
      const index = calls++;
      const call = (fields: object) => delta({ tool_calls: [{ index, ...fields }] });
      return [
        call({ id: part.id, type: "function", function: { name: part.name, arguments: "" } }),
        ...pieces(part.arguments).map((text) => call({ function: { arguments: text } })),
      ];
    },
    end: ({ inputTokens, cachedTokens, outputTokens }) => [
      delta({}, calls > 0 ? "tool_calls" : "stop"),
      event({
        choices: [],
        usage: {
          prompt_tokens: inputTokens,
          completion_tokens: outputTokens,
          total_tokens: inputTokens + outputTokens,
          prompt_tokens_details: { cached_tokens: cachedTokens },
        },
      }),
      sse("[DONE]"),
    ],
    fail: (message) => [sse({ error: { message, type: "server_error", param: null, code: null } })],
  };
}

function readMessage({ role, content, tool_calls = [] }: Message): ReadTurn[] {
  if (role === "tool") return [{ role: "answer", result: content ?? "" }];
  const words: ReadTurn[] = content ? [{ role: role as "user" | "assistant", text: content }] : [];
  const calls = tool_calls.map(
    ({ function: call }): ReadTurn => ({ role: "call", name: call.name, arguments: JSON.parse(call.arguments) as unknown }),
  );
  return [...words, ...calls];
}
