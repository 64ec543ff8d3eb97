import { readJson, ToolMessage } from "@callwright/contract";
import type { ToolOutcome } from "@callwright/engine/conversation";
import { z } from "zod";
import { failed } from "./tool-source.ts";

/** An entry of `results` in a server's answer. `result` is text or any JSON, and unknown fields are allowed. */
const Result = z.looseObject({
  toolCallId: z.string().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
  message: z.unknown().optional(),
  metadata: z.looseObject({}).optional().catch(undefined),
});
type Result = z.infer<typeof Result>;

/** `result`: the answer to a `function-call` message. */
const Answer = z.looseObject({
  results: z.array(Result).optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** The outcome of one call in a server's answer to a `tool-calls` message. */
export function readResults(json: string, toolCallId: string): ToolOutcome {
  const parsed = parseReply(json);
  if (!parsed) return failed("The server's answer is not valid JSON.");
  const { data } = Answer.safeParse(parsed.value);
  if (!data) return failed("The server's answer has no list 'results'.");
  const { results = [], result, error } = data;
  // A server that gets a single request may omit the id.
  const single = results.length === 1 && results[0]?.toolCallId === undefined ? results[0] : undefined;
  const own = results.find((each) => each.toolCallId === toolCallId) ?? single;
  if (own) return toOutcome(own);
  if (isGiven(error)) return failed(toText(error));
  if (result !== undefined) return toOutcome({ result });
  return failed(`The server's answer has no result for the call '${toolCallId}'.`);
}

function toOutcome({ result, error, message, metadata }: Result): ToolOutcome {
  const isFailed = isGiven(error);
  const type = isFailed ? "request-failed" : "request-complete";
  const messages = [message].flat().flatMap((each) => ToolMessage.safeParse(each).data ?? []);
  const own = messages.find((each) => each.type === type);
  if (!isFailed && result === undefined && !own) return failed("The server's answer has neither 'result' nor 'error'.");
  return {
    result: toText(isFailed ? error : result),
    failed: isFailed,
    ...(own && { message: own }),
    ...(metadata && { metadata }),
  };
}

/** A server's answer to a message; undefined if it is not JSON. Servers with the platform's types put it into `messageResponse`. */
export function parseReply(json: string): { value: unknown } | undefined {
  const parsed = readJson(json);
  const { messageResponse: value = parsed } = (parsed ?? {}) as { messageResponse?: unknown };
  return value === undefined ? undefined : { value };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && value !== false;
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
