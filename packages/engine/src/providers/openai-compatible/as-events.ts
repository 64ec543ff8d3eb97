import { readJson } from "@callwright/contract";
/**
 * A `fetch` whose answers are events as the protocol has them, from servers that send them otherwise: the whole answer as JSON though a stream was asked;
 * arguments of tools as an object, not as text; no `finish_reason` though the answer ends well.
 */
export const asEvents =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || !response.body) return response;
    const type = response.headers.get("content-type") ?? "";
    if (/\bjson\b/.test(type)) return eventsOfWhole(response);
    if (!type.includes("text/event-stream")) return response;
    const lines = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(repairLines())
      .pipeThrough(new TextEncoderStream());
    return new Response(lines, response);
  };

interface Call {
  index?: number;
  function?: { arguments?: unknown };
}

interface Chunk {
  choices?: { delta?: { tool_calls?: Call[] }; message?: { tool_calls?: Call[] }; finish_reason?: string | null }[];
}

const HAS_FINISH = /"finish_reason"\s*:\s*"/;
const eventOf = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const FINISH = eventOf({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });

async function eventsOfWhole(response: Response): Promise<Response> {
  const text = await response.text();
  const headers = { "content-type": "text/event-stream" };
  const whole = readJson(text) as Chunk | undefined;
  if (typeof whole !== "object" || whole === null) return new Response(text, response);
  if (!whole.choices) return new Response(eventOf(whole), { headers });
  const choices = whole.choices.map(({ message, ...choice }) => ({
    ...choice,
    finish_reason: choice.finish_reason ?? "stop",
    delta: { ...message, ...(message?.tool_calls && { tool_calls: message.tool_calls.map(asTextCall) }) },
  }));
  return new Response(`${eventOf({ ...whole, choices })}data: [DONE]\n\n`, { headers });
}

/** Arguments become text, and a call gets its index in the list. */
const asTextCall = (call: Call, index: number): Call => ({
  index,
  ...call,
  function: { ...call.function, ...(call.function && { arguments: asText(call.function.arguments) }) },
});

const asText = (given: unknown): unknown => (typeof given === "object" && given !== null ? JSON.stringify(given) : given);

function repairLines(): TransformStream<string, string> {
  let open = "";
  let hasAnswer = false;
  let isComplete = false;
  const read = (line: string): string => {
    if (!line.startsWith("data:")) return line;
    hasAnswer ||= line.includes('"delta"');
    isComplete ||= HAS_FINISH.test(line) || line.includes('"error"');
    return /"arguments"\s*:\s*\{/.test(line) ? withTextArguments(line) : line;
  };
  return new TransformStream({
    transform(text, controller) {
      const lines = `${open}${text}`.split("\n");
      open = lines.pop() ?? "";
      if (lines.length > 0) controller.enqueue(`${lines.map(read).join("\n")}\n`);
    },
    flush(controller) {
      if (open !== "") controller.enqueue(`${read(open)}\n`);
      if (hasAnswer && !isComplete) controller.enqueue(`\n${FINISH}`);
    },
  });
}

function withTextArguments(line: string): string {
  const chunk = readJson(line.slice("data:".length)) as Chunk | undefined;
  if (!chunk?.choices) return line;
  const choices = chunk.choices.map((choice) => {
    const calls = choice.delta?.tool_calls;
    return calls ? { ...choice, delta: { ...choice.delta, tool_calls: calls.map(asTextCall) } } : choice;
  });
  return `data: ${JSON.stringify({ ...chunk, choices })}`;
}
