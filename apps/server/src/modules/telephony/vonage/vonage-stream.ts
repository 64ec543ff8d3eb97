import { decodeMuLaw, encodeMuLaw } from "@callwright/engine";
import { z } from "zod";
import type { StreamOrder } from "../carrier/carrier-spec.ts";
import { readFrame, type StreamFrame, type StreamProtocol } from "../carrier/media-stream.ts";

const CONTENT_TYPE = "audio/l16;rate=8000";

/**
 * The websocket of a call: developer.vonage.com/voice/voice-api/concepts/websockets, as of November 2026. Sound is binary, 20 ms of 16-bit linear PCM
 * at 8 kHz, which is what telephones have; the rest is JSON. The first frame repeats the `headers` of the order, the ticket among them.
 */
const Frame = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("websocket:connected"),
    "content-type": z.literal(CONTENT_TYPE),
    ticket: z.string().max(100).optional(),
  }),
  z.object({ event: z.literal("websocket:dtmf"), digit: z.string().regex(/^[0-9A-D*#]$/) }),
  z.object({ event: z.literal("websocket:notify"), payload: z.object({ mark: z.string().max(1_000) }) }),
]);

/** 20 ms. */
const PACKET_BYTES = 320;
/** Maximum packets in one message: late packets may arrive together. */
const PACKETS_MAX = 10;

export const vonageStream: StreamProtocol = {
  start: (ticket) => ({ event: "websocket:connected", "content-type": CONTENT_TYPE, ticket }),
  read: (value) => readFrame(Frame, value, translate),
  readBinary(data) {
    if (data.length === 0 || data.length % PACKET_BYTES !== 0 || data.length > PACKET_BYTES * PACKETS_MAX)
      return `sound of ${data.length} bytes`;
    return { is: "sound", sound: Buffer.from(encodeMuLaw(samplesOf(data))).toString("base64") };
  },
  sound: (_streamId, sound) => bytesOf(decodeMuLaw(Buffer.from(sound, "base64"))),
  mark: (_streamId, mark) => ({ action: "notify", payload: { mark } }),
};

/** An action of an NCCO that connects the call with this server. When the stream ends, Vonage asks at `after` how the call goes on. */
export function connectAction({ url, hook, ticket }: StreamOrder) {
  return {
    action: "connect",
    eventType: "synchronous",
    eventUrl: [hook("after")],
    eventMethod: "POST",
    endpoint: [{ type: "websocket", uri: url, "content-type": CONTENT_TYPE, headers: { ticket } }],
  };
}

/** Little-endian, wherever the server runs. */
function samplesOf(data: Buffer): Int16Array {
  return Int16Array.from({ length: data.length / 2 }, (_, at) => data.readInt16LE(at * 2));
}

function bytesOf(samples: Int16Array): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  for (const [at, sample] of samples.entries()) data.writeInt16LE(sample, at * 2);
  return data;
}

function translate(frame: z.infer<typeof Frame>): StreamFrame {
  if (frame.event === "websocket:dtmf") return { is: "key", name: frame.digit };
  if (frame.event === "websocket:notify") return { is: "mark", name: frame.payload.mark };
  return { is: "start", streamId: "", ticket: frame.ticket };
}
