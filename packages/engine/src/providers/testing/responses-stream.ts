import { type FakeStream, pieces, type ReadRequest, type ReadTurn, sse } from "./dialect.ts";

type Event = { type: string } & Record<string, unknown>;

/** An answer of OpenAI's Responses: https://developers.openai.com/api/reference/resources/responses/streaming-events, read 2026-11-29. */
export function responsesStream(model: string): FakeStream {
  let sequence = 0;
  const output: object[] = [];
  const event = ({ type, ...fields }: Event) => sse({ type, sequence_number: sequence++, ...fields }, type);
  const response = (fields: object) => ({ id: "resp_fake", object: "response", created_at: 0, model, output, ...fields });
  const item = (added: object, done: object, between: Event[] = []) => {
    const output_index = output.push(done) - 1;
    return [
      event({ type: "response.output_item.added", output_index, item: { ...added, status: "in_progress" } }),
      ...between.map((each) => event({ output_index, ...each })),
      event({ type: "response.output_item.done", output_index, item: done }),
    ];
  };
  return {
    begin: () => [event({ type: "response.created", response: response({ status: "in_progress" }) })],
    part(part) {
      const id = `item_${output.length}`;
      if (typeof part === "string") {
        const message = { type: "message", id, role: "assistant" };
        const of = { item_id: id, content_index: 0 };
        const text = { type: "output_text", text: part, annotations: [] };
        return item({ ...message, content: [] }, { ...message, status: "completed", content: [text] }, [
          { type: "response.content_part.added", ...of, part: { ...text, text: "" } },
          { type: "response.output_text.delta", ...of, delta: part, logprobs: [] },
          { type: "response.output_text.done", ...of, text: part, logprobs: [] },
          { type: "response.content_part.done", ...of, part: text },
        ]);
      }
      if ("thought" in part) {
        const thought = { type: "reasoning", id, summary: [], encrypted_content: part.signature };
        return item(thought, thought);
      }
      const call = { type: "function_call", id, call_id: part.id, name: part.name };
      const deltas = pieces(part.arguments).map((delta) => ({
        type: "response.function_call_arguments.delta",
        item_id: id,
        delta,
      }));
      const done = { type: "response.function_call_arguments.done", item_id: id, name: part.name, arguments: part.arguments };
      const whole = { ...call, status: "completed", arguments: part.arguments };
      return item({ ...call, arguments: "" }, whole, [...deltas, done]);
    },
    end: ({ inputTokens, cachedTokens, outputTokens }) => [
      event({
        type: "response.completed",
        response: response({
          status: "completed",
          incomplete_details: null,
          usage: {
            input_tokens: inputTokens,
            input_tokens_details: { cached_tokens: cachedTokens },
            output_tokens: outputTokens,
            output_tokens_details: { reasoning_tokens: 0 },
            total_tokens: inputTokens + outputTokens,
          },
        }),
      }),
    ],
    fail: (message) => [event({ type: "error", code: "server_error", message, param: null })],
  };
}

interface Item {
  type?: string;
  role?: string;
  content?: string | { text: string }[];
  name?: string;
  arguments?: string;
  output?: string;
}

export function readResponsesRequest(body: Record<string, unknown>): ReadRequest {
  const input = body.input as Item[];
  const isPrompt = ({ role }: Item) => role === "system" || role === "developer";
  return {
    system: input.flatMap((item) => (isPrompt(item) ? [textOf(item)] : [])).join("\n"),
    turns: input.filter((item) => !isPrompt(item)).flatMap(readItem),
    tools: ((body.tools ?? []) as { name: string }[]).map(({ name }) => name),
    maxTokens: body.max_output_tokens,
    temperature: body.temperature,
  };
}

function readItem(item: Item): ReadTurn[] {
  if (item.type === "reasoning") return [];
  if (item.type === "function_call")
    return [{ role: "call", name: item.name ?? "", arguments: JSON.parse(item.arguments ?? "{}") as unknown }];
  if (item.type === "function_call_output") return [{ role: "answer", result: item.output ?? "" }];
  return [{ role: item.role as "user" | "assistant", text: textOf(item) }];
}

const textOf = ({ content = "" }: Item) => (typeof content === "string" ? content : content.map(({ text }) => text).join(""));
