import type { Model } from "@callwright/contract";
import type { ConversationData } from "../provider.ts";

/** Fields of a chat request that the conversation's data must not replace. */
const PROTOCOL_FIELDS = new Set([
  "model",
  "messages",
  "stream",
  "stream_options",
  "tools",
  "tool_choice",
  "max_tokens",
  "temperature",
]);

/**
 * The fields of a request about the conversation, by `metadataSendMode`: none (`off`), the assistant's metadata as one field (`variable`, the
 * default) or as fields of the request (`destructured`); the last two also add the call and the customer.
 */
export function conversationFields({ metadataSendMode }: Model, data: ConversationData = {}): Record<string, unknown> {
  if (metadataSendMode === "off") return {};
  const { metadata, call, customer } = data;
  const own = Object.entries(metadata ?? {}).filter(([name]) => !PROTOCOL_FIELDS.has(name));
  return {
    ...(call && { call: { ...call, ...(customer && { customer }) } }),
    ...(customer && { customer }),
    ...(metadataSendMode === "destructured" ? Object.fromEntries(own) : metadata && { metadata }),
  };
}

/**
 * Sends requests with more fields than OpenAI's protocol has. If a server refuses them, this request and all later ones are sent without them,
 * because the fields are optional.
 */
export function withOptionalFields(fields: Readonly<Record<string, unknown>>, send: typeof fetch): typeof fetch {
  let areRefused = Object.keys(fields).length === 0;
  return async (input, init) => {
    if (areRefused || typeof init?.body !== "string") return send(input, init);
    const body = JSON.stringify({ ...(JSON.parse(init.body) as object), ...fields });
    const response = await send(input, { ...init, body });
    if (response.status !== 400 && response.status !== 422) return response;
    await response.body?.cancel();
    const second = await send(input, init);
    areRefused = second.ok;
    return second;
  };
}
