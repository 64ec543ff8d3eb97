import { z } from "zod";
import { readFrame, SOUND_MAX_CHARACTERS, type StreamFrame, type StreamProtocol } from "../carrier/media-stream.ts";

/**
 * The frames of a bidirectional Media Stream: twilio.com/docs/voice/media-streams/websocket-messages, as of November 2026. Numbers are texts, and a
 * packet of sound has 20 ms.
 */
const Frame = z.discriminatedUnion("event", [
  z.object({ event: z.literal("connected") }),
  z.object({
    event: z.literal("start"),
    streamSid: z.string().max(100),
    start: z.object({
      accountSid: z.string().max(100),
      callSid: z.string().max(100),
      mediaFormat: z.object({
        encoding: z.literal("audio/x-mulaw"),
        sampleRate: z.literal(8_000),
        channels: z.literal(1),
      }),
      customParameters: z.record(z.string(), z.string()).optional(),
    }),
  }),
  z.object({
    event: z.literal("media"),
    media: z.object({ track: z.string().optional(), payload: z.base64().max(SOUND_MAX_CHARACTERS) }),
  }),
  z.object({ event: z.literal("dtmf"), dtmf: z.object({ digit: z.string().regex(/^[0-9A-D*#]$/) }) }),
  z.object({ event: z.literal("mark"), mark: z.object({ name: z.string().max(1_000) }) }),
  z.object({ event: z.literal("stop") }),
]);

const MU_LAW = { encoding: "audio/x-mulaw", sampleRate: 8_000, channels: 1 };

export const twilioStream: StreamProtocol = {
  start: (ticket) => ({
    event: "start",
    streamSid: "",
    start: { accountSid: "", callSid: "", mediaFormat: MU_LAW, customParameters: { ticket } },
  }),
  read: (value) => readFrame(Frame, value, translate),
  sound: (streamSid, payload) => ({ event: "media", streamSid, media: { payload } }),
  mark: (streamSid, name) => ({ event: "mark", streamSid, mark: { name } }),
};

function translate(frame: z.infer<typeof Frame>): StreamFrame | undefined {
  if (frame.event === "start") {
    const { callSid: callId, customParameters } = frame.start;
    return { is: "start", streamId: frame.streamSid, callId, ticket: customParameters?.ticket };
  }
  if (frame.event === "media") return frame.media.track === "outbound" ? undefined : { is: "sound", sound: frame.media.payload };
  if (frame.event === "dtmf") return { is: "key", name: frame.dtmf.digit };
  if (frame.event === "mark") return { is: "mark", name: frame.mark.name };
  return frame.event === "stop" ? { is: "stop" } : undefined;
}
