import { z } from "zod";

const voice = { conversationType: z.literal("voice").optional() };
const text = z.string().max(1000).optional();

/** The sound of a call over a websocket, in both directions: mono, as binary frames. */
const SocketAudioFormat = z
  .strictObject({
    format: z.enum(["pcm_s16le", "mulaw"]).meta({ default: "pcm_s16le" }),
    container: z.literal("raw").optional(),
    sampleRate: z.literal([8_000, 16_000, 24_000, 32_000, 48_000]).meta({ title: "Sample rate (Hz)", default: 16_000 }),
  })
  .refine(({ format, sampleRate }) => format !== "mulaw" || sampleRate === 8_000, {
    path: ["sampleRate"],
    error: "must be 8000 for mulaw",
  });
export type SocketAudioFormat = z.infer<typeof SocketAudioFormat>;

/** The ring time of a call that says to go over SIP, and not how long. */
export const DIAL_TIMEOUT_SECONDS = 60;

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
    audioFormat: SocketAudioFormat.optional(),
  }),
  z.looseObject({
    provider: z.literal("vapi.sip"),
    ...voice,
    sbcCallSid: text,
    callSid: text,
    /** Maximum ring time, in seconds. */
    dialTimeout: z.number().min(1).max(600).optional().meta({ default: DIAL_TIMEOUT_SECONDS }),
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
