import { z } from "zod";
import type { StreamOrder } from "../carrier/carrier-spec.ts";
import { readFrame, SOUND_MAX_CHARACTERS, type StreamFrame, type StreamProtocol } from "../carrier/media-stream.ts";

/**
 * The frames of a bidirectional stream: developers.telnyx.com/api-reference/websockets/stream-call-media-over-websocket, as of November 2026. Sound is
 * RTP payload without headers, and packets may overtake each other (`chunk`). `stop` does not say whether the call has ended; a webhook does.
 */
const Frame = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("start"),
    stream_id: z.string().max(100),
    start: z.object({
      call_control_id: z.string().max(200),
      media_format: z.object({ encoding: z.literal("PCMU"), sample_rate: z.literal(8_000), channels: z.literal(1) }),
    }),
  }),
  z.object({
    event: z.literal("media"),
    media: z.object({
      track: z.string().optional(),
      chunk: z.coerce.number().int().min(0),
      payload: z.base64().max(SOUND_MAX_CHARACTERS),
    }),
  }),
  z.object({ event: z.literal("dtmf"), dtmf: z.object({ digit: z.string().regex(/^[0-9A-D*#]$/) }) }),
  z.object({ event: z.literal("mark"), mark: z.object({ name: z.string().max(1_000) }) }),
]);

const MU_LAW = { encoding: "PCMU", sample_rate: 8_000, channels: 1 };

export const telnyxStream: StreamProtocol = {
  start: () => ({ event: "start", stream_id: "", start: { call_control_id: "", media_format: MU_LAW } }),
  // Telnyx repeats `stream_auth_token` in this header.
  ticketHeader: "x-telnyx-streaming-auth-token",
  read: (value) => readFrame(Frame, value, translate),
  sound: (stream_id, payload) => ({ event: "media", stream_id, media: { payload } }),
  mark: (stream_id, name) => ({ event: "mark", stream_id, mark: { name } }),
};

/** How the stream of a call is ordered: 8 kHz µ-law both ways, of this leg alone. */
export function streamFields({ url, ticket }: StreamOrder) {
  return {
    stream_url: url,
    stream_auth_token: ticket,
    stream_track: "inbound_track",
    stream_codec: "PCMU",
    stream_bidirectional_mode: "rtp",
    stream_bidirectional_codec: "PCMU",
    stream_bidirectional_sampling_rate: 8_000,
    stream_bidirectional_target_legs: "self",
  };
}

function translate(frame: z.infer<typeof Frame>): StreamFrame | undefined {
  if (frame.event === "start") return { is: "start", streamId: frame.stream_id, callId: frame.start.call_control_id };
  if (frame.event === "dtmf") return { is: "key", name: frame.dtmf.digit };
  if (frame.event === "mark") return { is: "mark", name: frame.mark.name };
  const { track, chunk, payload } = frame.media;
  return track === "outbound" ? undefined : { is: "sound", sound: payload, place: chunk };
}
