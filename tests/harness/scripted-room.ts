import { APP_CHANNEL } from "@callwright/contract";
import {
  CuttableNetwork,
  FRAME_SAMPLES,
  MediaClock,
  type MediaTransport,
  openWebRtcTransport,
  SAMPLE_RATE,
  showMovingPicture,
  VideoFeed,
} from "@callwright/engine/testing";
import { eventually } from "./eventually.ts";

const TONE_HZ = 1_000;
/** Louder than this is a voice, not comfort noise. */
const AUDIBLE_PEAK = 650;
/** Frames (10 ms each) of the caller that are on their way when a test begins to listen. */
const UNDERWAY_FRAMES = 40;
/** Frames that certainly contain a word if a person speaks without a pause. */
const LISTENED_FRAMES = 100;

const mediaClock = new MediaClock(() => performance.now());

/** The far side of one room, controlled by a test: a call host's own WebRTC, over a network that can be worsened, without an assistant behind it. */
export class ScriptedRoom {
  /** App messages of the caller, in order. */
  readonly received: string[] = [];
  /** The network between the caller and this room. */
  readonly network = new CuttableNetwork();
  /** The other side has disappeared: no sound, no answer to an offer. The caller gets no event. */
  isGone = false;
  #transport: MediaTransport | undefined;
  #tone = toneOf(0);
  #stopClock: () => void = () => undefined;
  readonly #video = new VideoFeed();
  #stopPicture: (() => void) | undefined;
  #framesHeard = 0;
  #audibleFrames = 0;

  /** Answers the caller's offer. */
  async join(offerSdp: string, onConnected: () => void): Promise<string> {
    const { transport, answerSdp } = await openWebRtcTransport(
      this.network.offer(offerSdp),
      { iceServers: [], video: this.#video },
      {
        onConnected,
        onInterrupted: () => undefined,
        onRestored: () => undefined,
        onChannelOpen: () => undefined,
        onAudio: (pcm) => this.#hear(pcm),
        onText: (channel, text) => {
          if (channel === APP_CHANNEL) this.received.push(text);
        },
        onKey: () => undefined,
        onClosed: () => this.close(),
        onFault: (cause) => {
          throw cause;
        },
      },
    );
    this.#transport = transport;
    this.#stopClock = mediaClock.start((frames) => {
      for (let frame = 0; frame < frames && !this.isGone; frame++) transport.sendAudio(this.#tone);
    });
    return this.network.answer(answerSdp);
  }

  /** Answers an offer of another path. */
  async restart(offerSdp: string): Promise<string> {
    if (!this.#transport) throw new Error("Nobody has joined this room.");
    return this.network.answer(await this.#transport.restart(this.network.offer(offerSdp)));
  }

  /** An app message to the caller, as soon as there is a channel for it. */
  async say(text: string): Promise<void> {
    await eventually("a channel to the caller", () => this.#transport?.sendText(APP_CHANNEL, text) || undefined);
  }

  /** Play a tone of this amplitude (0 to 1) from now on. */
  hum(level: number): void {
    this.#tone = toneOf(level);
  }

  /** Show a moving picture from now on. */
  showPicture(): void {
    this.#stopPicture ??= showMovingPicture(this.#video.show);
  }

  /** Does the caller's sound arrive? Of a caller who speaks without a pause. */
  async isHearing(): Promise<boolean> {
    const from = this.#framesHeard + UNDERWAY_FRAMES;
    await this.#heard(from);
    const audibleBefore = this.#audibleFrames;
    await eventually("the caller's sound, or the lack of it", () =>
      this.#audibleFrames > audibleBefore || this.#framesHeard >= from + LISTENED_FRAMES ? true : undefined,
    );
    return this.#audibleFrames > audibleBefore;
  }

  close(): void {
    this.#stopClock();
    this.#stopPicture?.();
    this.#transport?.close();
    this.network.close();
  }

  async #heard(frames: number): Promise<void> {
    await eventually("frames of the caller", () => (this.#framesHeard >= frames ? true : undefined));
  }

  #hear(pcm: Int16Array): void {
    this.#framesHeard += 1;
    if (pcm.some((sample) => Math.abs(sample) > AUDIBLE_PEAK)) this.#audibleFrames += 1;
  }
}

/** A frame whose repetition is a tone without a seam. */
function toneOf(level: number): Int16Array {
  const amplitude = level * 32_767;
  return Int16Array.from({ length: FRAME_SAMPLES }, (_, index) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * TONE_HZ * index) / SAMPLE_RATE)),
  );
}
