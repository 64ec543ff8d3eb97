import { CALL_MESSAGE_MAX_CHARACTERS, ClientMessage, type ClientTelemetry, PLAYABLE } from "@callwright/contract";
import { z } from "zod";

/** A client's message on the app channel. `playable` needs no answer. */
export type CallerMessage = ClientMessage | { type: typeof PLAYABLE };

/** Undefined for an invalid message. */
export function parseCallerMessage(text: string): CallerMessage | undefined {
  if (text === PLAYABLE) return { type: PLAYABLE };
  return ClientMessage.safeParse(parseJson(text)).data;
}

const Telemetry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ping"), clientMs: z.number() }),
  z.object({ type: z.literal("audible"), turn: z.number().int().min(0), atCallMs: z.number() }),
  z.object({ type: z.literal("recognized"), text: z.string().max(CALL_MESSAGE_MAX_CHARACTERS.said), final: z.boolean() }),
]) satisfies z.ZodType<ClientTelemetry>;

/** Undefined for an invalid message. */
export function parseTelemetry(text: string): ClientTelemetry | undefined {
  return Telemetry.safeParse(parseJson(text)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
