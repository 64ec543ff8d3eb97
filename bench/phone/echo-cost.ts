import { FRAME_SAMPLES, PHONE_RATE, SAMPLE_RATE } from "../../packages/engine/src/media/audio-format.ts";
import { type CarrierInput, openCarrierTransport } from "../../packages/engine/src/media/carrier-transport.ts";
import { echoCanceling } from "../../packages/engine/src/media/echo-canceller.ts";
import type { TransportListener } from "../../packages/engine/src/media/media-transport.ts";
import { decodeMuLaw, encodeMuLaw } from "../../packages/engine/src/media/mu-law.ts";
import { openWebRtcEcho } from "../../packages/engine/src/media/webrtc-echo.ts";

/** Processor time of a second of a carrier's call, in milliseconds: µ-law, filters, keys, and the canceller. */
export interface EchoCost {
  without: number;
  /** With an echo of 100 ms at −30 dB. */
  canceling: number;
  /** Without an echo, from 20 s on. */
  resting: number;
}

const SECONDS = 60;
/** After these the canceller rests on a line without echo. */
const FIRST_SECONDS = 25;
const PACKET_SAMPLES = PHONE_RATE / 50;

/** Measured on this thread, with our sound all the time. */
export async function echoCost(speech: Int16Array): Promise<EchoCost> {
  return {
    without: await costOf(speech, 0.03, false),
    canceling: await costOf(speech, 0.03, true),
    resting: await costOf(speech, 0, true),
  };
}

async function costOf(speech: Int16Array, gain: number, cancels: boolean): Promise<number> {
  const sent: string[] = [];
  let bring: (input: CarrierInput) => void = () => {};
  const stream = {
    listen: (take: typeof bring) => {
      bring = take;
    },
    send: (sound: string) => void sent.push(sound),
  };
  const none = () => {};
  const ignored = { onConnected: none, onInterrupted: none, onRestored: none, onChannelOpen: none, onText: none, onKey: none };
  const listener: TransportListener = {
    ...ignored,
    onClosed: none,
    onAudio: none,
    onFault(cause) {
      throw cause;
    },
  };
  const open = (heard: TransportListener) => ({ transport: openCarrierTransport(stream, heard, () => 0), answerSdp: "" });
  const withoutEcho = echoCanceling(openWebRtcEcho, (message) => {
    throw new Error(message);
  });
  const { transport } = cancels ? await withoutEcho(listener, open) : open(listener);
  let echoed = -5;
  const run = (seconds: number) => {
    const frame = new Int16Array(FRAME_SAMPLES);
    for (let at = 0; at < seconds * SAMPLE_RATE; at += FRAME_SAMPLES) {
      for (let index = 0; index < FRAME_SAMPLES; index++) frame[index] = speech[(at + index) % speech.length] ?? 0;
      transport.sendAudio(frame.slice());
      if ((at / FRAME_SAMPLES) % 2 === 0) continue;
      const played = sent[echoed++];
      const echo = played === undefined ? new Int16Array(PACKET_SAMPLES) : decodeMuLaw(Buffer.from(played, "base64"));
      bring({ sound: Buffer.from(encodeMuLaw(echo.map((sample) => sample * gain))).toString("base64") });
    }
  };
  run(FIRST_SECONDS);
  const before = process.cpuUsage();
  run(SECONDS);
  const { user, system } = process.cpuUsage(before);
  transport.close();
  return (user + system) / 1_000 / SECONDS;
}
