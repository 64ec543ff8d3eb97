import { z } from "zod";

const voice = { conversationType: z.literal("voice").optional() };
const text = z.string().max(1000).optional();

/** How a call's audio is transported. Unknown keys are kept for the provider. */
export const CallTransport = z.discriminatedUnion("provider", [
  z.looseObject({
    provider: z.literal("daily"),
    ...voice,
    /** False: the caller may leave and come back. */
    roomDeleteOnUserLeaveEnabled: z.boolean().optional().meta({ title: "Ends when the caller leaves", default: true }),
  }),
  z.looseObject({
    provider: z.literal("vapi.websocket"),
    ...voice,
    audioFormat: z
      .strictObject({
        format: z.enum(["pcm_s16le", "mulaw"]).meta({ default: "pcm_s16le" }),
        container: z.literal("raw").optional(),
        sampleRate: z.number().int().min(8000).max(48_000).meta({ title: "Sample rate (Hz)", default: 16_000 }),
      })
      .optional(),
  }),
  z.looseObject({
    provider: z.literal("vapi.sip"),
    ...voice,
    sbcCallSid: text,
    callSid: text,
    /** Maximum ring time, in seconds. */
    dialTimeout: z.number().min(1).max(600).optional().meta({ default: 60 }),
  }),
  z.looseObject({
    provider: z.literal("twilio"),
    ...voice,
    accountSid: text,
    callSid: text,
    callToken: text,
    forwardedFrom: text,
  }),
  z.looseObject({ provider: z.literal("vonage"), ...voice, conversationUUID: text, callUUID: text }),
  z.looseObject({
    provider: z.literal("telnyx"),
    ...voice,
    callControlId: text,
    callLegId: text,
    callSessionId: text,
  }),
]);
export type CallTransport = z.infer<typeof CallTransport>;
