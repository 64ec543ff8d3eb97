import { refusalOfAnthropic } from "./anthropic-rules.ts";
import { type Dialect, type FakeStream, type FakeUsage, pieces, type ReadTurn, sse } from "./dialect.ts";

interface Block {
  type: string;
  text?: string;
  name?: string;
  input?: unknown;
  content?: string | { text: string }[];
}

/** Anthropic's Messages API, streamed: https://platform.claude.com/docs/en/build-with-claude/streaming, read 2026-11-29. */
export const anthropicDialect: Dialect = {
  contentType: "text/event-stream",
  basePath: "/v1",
  modelOf: ({ method, url }, { model }) => (method === "POST" && url === "/v1/messages" ? String(model) : undefined),
  // The client since 1.0 sends the key as a bearer.
  keyOf: ({ headers }) => String(headers["x-api-key"] ?? headers.authorization?.replace("Bearer ", "") ?? ""),
  stream: (model, usage) => anthropicStream(model, usage, (event) => sse(event, event.type)),
  refusal: () => ({ status: 401, message: "invalid x-api-key" }),
  errorBody: ({ status, message }) => ({ type: "error", error: { type: ERROR_TYPES[status] ?? "api_error", message } }),
  refusalOf: ({ headers }, body, model) =>
    headers["anthropic-version"] === undefined
      ? { status: 400, message: "anthropic-version: header is required" }
      : refusalOfAnthropic(body, model),
  read: readAnthropicRequest,
};

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
};

/** The events of an answer, each written by `write`. The input's tokens are known when it begins. */
export function anthropicStream<Chunk extends string | Uint8Array>(
  model: string,
  { inputTokens, cachedTokens }: FakeUsage,
  write: (event: { type: string }) => Chunk,
): FakeStream {
  let index = -1;
  let hasCalls = false;
  const block = (content: object, deltas: object[]) => {
    index += 1;
    return [
      write({ type: "content_block_start", index, content_block: content } as { type: string }),
      ...deltas.map((delta) => write({ type: "content_block_delta", index, delta } as { type: string })),
      write({ type: "content_block_stop", index } as { type: string }),
    ];
  };
  return {
    begin: () => [
      write({
        type: "message_start",
        message: {
          id: "msg_fake",
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: inputTokens - cachedTokens,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: cachedTokens,
            output_tokens: 1,
          },
        },
      } as { type: string }),
      write({ type: "ping" }),
    ],
    part(part) {
      if (typeof part === "string") return block({ type: "text", text: "" }, [{ type: "text_delta", text: part }]);
      if ("thought" in part)
        return block({ type: "thinking", thinking: "", signature: "" }, [
          { type: "thinking_delta", thinking: part.thought },
          { type: "signature_delta", signature: part.signature },
        ]);
      hasCalls = true;
      return block(
        { type: "tool_use", id: part.id, name: part.name, input: {} },
        pieces(part.arguments).map((text) => ({ type: "input_json_delta", partial_json: text })),
      );
    },
    end: ({ outputTokens }) => [
      write({
        type: "message_delta",
        delta: { stop_reason: hasCalls ? "tool_use" : "end_turn", stop_sequence: null },
        usage: { output_tokens: outputTokens },
      } as { type: string }),
      write({ type: "message_stop" }),
    ],
    fail: (message) => [write({ type: "error", error: { type: "overloaded_error", message } } as { type: string })],
  };
}

export function readAnthropicRequest(body: Record<string, unknown>) {
  const messages = body.messages as { role: "user" | "assistant"; content: Block[] }[];
  const system = ((body.system ?? []) as Block[]).map(({ text }) => text).join("\n");
  const tools = ((body.tools ?? []) as { name: string }[]).map(({ name }) => name);
  const turns = messages.flatMap(({ role, content }) => content.map((block) => readBlock(role, block)));
  return { system, turns, tools, maxTokens: body.max_tokens, temperature: body.temperature };
}

function readBlock(role: "user" | "assistant", { type, text = "", name = "", input, content = "" }: Block): ReadTurn {
  if (type === "tool_use") return { role: "call", name, arguments: input };
  if (type !== "tool_result") return { role, text };
  return { role: "answer", result: typeof content === "string" ? content : content.map((each) => each.text).join("") };
}
