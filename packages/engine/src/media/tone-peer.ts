import { guarded } from "@callwright/contract";
import { PHONE_RATE, SAMPLE_RATE } from "./audio-format.ts";
import { energyOf, powerOf } from "./goertzel.ts";
import { gathered } from "./relay-check.ts";
import { withTelephoneCodecs } from "./sdp.ts";
import { type AudioData, MediaStream, type MediaTrack, RTCAudioSink, RTCAudioSource, RTCPeerConnection } from "./wrtc.ts";

const GATHERING_MS = 2_000;
const STEP_MS = 10;
const AMPLITUDE = 8_000;
/** Root mean square of one sample. */
const AUDIBLE = 300;

/** A telephone's far end that plays one tone and listens for another, to find out in which direction sound gets through. */
export interface TonePeer {
  answerSdp: string;
  /** Blocks of 10 ms in which the other tone was heard. */
  heard(): number;
  close(): void;
}

/** Answers an offer of telephone sound. Fails with an `OfferError` when the offer has none. Tones are in Hz, below 4000. */
export async function openTonePeer(
  offerSdp: string,
  { playHz, hearHz, onFault }: { playHz: number; hearHz: number; onFault(cause: unknown): void },
): Promise<TonePeer> {
  const peer = new RTCPeerConnection({ iceServers: [] });
  const source = new RTCAudioSource();
  const track = source.createTrack();
  let heard = 0;
  let remote: MediaTrack | undefined;
  let stopListening = () => {};
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    clearInterval(timer);
    stopListening();
    track.stop();
    remote?.stop();
    peer.onicegatheringstatechange = null;
    peer.ontrack = null;
    peer.close();
  };
  peer.ontrack = guarded(onFault, (event: { track: MediaTrack }) => {
    remote = event.track;
    const sink = new RTCAudioSink(remote);
    sink.ondata = guarded(onFault, ({ samples, sampleRate }: AudioData) => {
      if (hasTone(samples, hearHz, sampleRate)) heard += 1;
    });
    stopListening = () => {
      sink.ondata = null;
      sink.stop();
    };
  });
  try {
    await peer.setRemoteDescription({ type: "offer", sdp: withTelephoneCodecs(offerSdp) });
    peer.addTrack(track, new MediaStream());
    await peer.setLocalDescription(await peer.createAnswer());
    await gathered(peer, GATHERING_MS);
    const answerSdp = peer.localDescription?.sdp ?? "";
    const startMs = performance.now();
    let played = 0;
    // A timer is late now and then: what is due is played at once.
    timer = setInterval(() => {
      for (; played * STEP_MS < performance.now() - startMs; played++)
        source.onData({
          samples: toneBlock(playHz, SAMPLE_RATE, (played * SAMPLE_RATE * STEP_MS) / 1000, (SAMPLE_RATE * STEP_MS) / 1000),
          sampleRate: SAMPLE_RATE,
          bitsPerSample: 16,
          channelCount: 1,
          numberOfFrames: (SAMPLE_RATE * STEP_MS) / 1000,
        });
    }, STEP_MS);
    return { answerSdp, heard: () => heard, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** A part of a tone: `count` samples from sample `from` on. */
export const toneBlock = (hz: number, rate = PHONE_RATE, from = 0, count = (rate * STEP_MS) / 1000): Int16Array =>
  Int16Array.from({ length: count }, (_, at) => Math.round(AMPLITUDE * Math.sin((2 * Math.PI * hz * (from + at)) / rate)));

/** Whether most of the sound is this tone. */
export function hasTone(samples: Int16Array, hz: number, rate = PHONE_RATE): boolean {
  const block = Float32Array.from(samples);
  const energy = energyOf(block);
  if (energy < AUDIBLE ** 2 * block.length) return false;
  // A pure tone has half of the block's length times its energy.
  return powerOf((hz * SAMPLE_RATE) / rate, block) > (energy * block.length) / 4;
}
