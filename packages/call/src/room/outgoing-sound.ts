import { CallFailure } from "../call-failure.ts";
import type { NoiseCanceller } from "./noise-cancellation.ts";
import { NoiseFilesMissing } from "./noise-files-missing.ts";
import { PassthroughCheck } from "./passthrough-check.ts";

/** RNNoise needs 48 kHz, in frames of 480 samples. The same rate is sent. */
const SAMPLE_RATE = 48_000;

export interface OutgoingSoundEvents {
  /** Sends this track from now on. */
  onTrack(track: MediaStreamTrack | undefined): void;
  /** Noise cancellation failed and is off. The microphone is sent unprocessed. */
  onNoiseCancellerFailed(failure: CallFailure): void;
}

/** The audio graph for the microphone. Created when needed and kept until the call ends. */
interface Graph {
  context: AudioContext;
  gain: GainNode;
  output: MediaStreamAudioDestinationNode;
  proof: PassthroughCheck;
}

/**
 * From the microphone's track to the track that is sent:
 *
 * ```
 *  microphone ──────────────────────────────────────────────────────▶ sent       as it is
 *  microphone ──▶ source ──▶ [noise canceller] ──▶ gain ──▶ output ──▶ sent       processed
 *
 *  as it is ── processing is on, and its output has sound ──▶ processed
 *  processed ── processing is off, the canceller failed, the context stopped ──▶ as it is
 * ```
 * The caller is always heard: the processed audio is only sent once its output has sound.
 */
export class OutgoingSound {
  readonly #events: OutgoingSoundEvents;
  #microphone: MediaStreamTrack | undefined;
  #sent: MediaStreamTrack | undefined;
  #graph: Graph | undefined;
  #source: MediaStreamAudioSourceNode | undefined;
  #canceller: NoiseCanceller | undefined;
  #isNoiseUnwanted = true;
  #factor = 1;
  #isClosed = false;

  constructor(microphone: MediaStreamTrack | undefined, events: OutgoingSoundEvents) {
    this.#events = events;
    this.#microphone = microphone;
    this.#sent = microphone;
  }

  get isCancellingNoise(): boolean {
    return this.#canceller !== undefined;
  }

  /** The microphone changed. */
  use(microphone: MediaStreamTrack | undefined): void {
    this.#microphone = microphone;
    this.#rebuild();
  }

  /** Resolves when the canceller works. Otherwise rejects and changes nothing: with `NoiseFilesMissing` where the page has no files for it. */
  async cancelNoise(): Promise<void> {
    this.#isNoiseUnwanted = false;
    if (this.isCancellingNoise) return;
    const canceller = await this.#createCanceller();
    if (this.#isClosed || this.#isNoiseUnwanted || this.isCancellingNoise) return canceller.close();
    this.#canceller = canceller;
    this.#rebuild();
  }

  /** Stops noise cancellation. */
  stopCancellingNoise(): void {
    this.#isNoiseUnwanted = true;
    if (!this.#canceller) return;
    this.#canceller.close();
    this.#canceller = undefined;
    this.#rebuild();
  }

  /** 1 is unchanged. */
  amplify(factor: number): void {
    this.#factor = factor;
    if (factor !== 1 || this.#graph) this.#openGraph().gain.gain.value = factor;
    this.#rebuild();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#source?.disconnect();
    this.#canceller?.close();
    this.#canceller = undefined;
    const graph = this.#graph;
    this.#graph = undefined;
    if (!graph) return;
    graph.proof.stop();
    for (const track of graph.output.stream.getTracks()) track.stop();
    await graph.context.close();
  }

  async #createCanceller(): Promise<NoiseCanceller> {
    try {
      const { context } = this.#openGraph();
      const { createNoiseCanceller } = await import("./noise-cancellation.ts");
      if (this.#isClosed) throw new Error("The call is over.");
      return await createNoiseCanceller(context, () => this.#cancellerFailed("The noise canceller stopped working."));
    } catch (cause) {
      if (cause instanceof NoiseFilesMissing) throw cause;
      throw new CallFailure(
        "noise-cancellation-unavailable",
        "Noise cancellation could not be loaded. The page's content security policy must allow script-src 'self' 'wasm-unsafe-eval'.",
        { cause },
      );
    }
  }

  #cancellerFailed(message: string): void {
    if (this.#isClosed || !this.#canceller) return;
    this.stopCancellingNoise();
    this.#events.onNoiseCancellerFailed(new CallFailure("noise-cancellation-failed", message));
  }

  #rebuild(): void {
    this.#source?.disconnect();
    this.#source = undefined;
    this.#send(this.#microphone);
    const graph = this.#graph;
    const isWanted = this.#canceller !== undefined || this.#factor !== 1;
    graph?.proof.stop();
    if (!graph || !isWanted || !this.#microphone || this.#isClosed) return;
    this.#source = graph.context.createMediaStreamSource(new MediaStream([this.#microphone]));
    if (this.#canceller) this.#source.connect(this.#canceller.node).connect(graph.gain);
    else this.#source.connect(graph.gain);
    this.#resume();
    graph.proof.start(this.#source, graph.gain);
  }

  #send(track: MediaStreamTrack | undefined): void {
    if (track === this.#sent) return;
    this.#sent = track;
    if (!this.#isClosed) this.#events.onTrack(track);
  }

  #openGraph(): Graph {
    this.#graph ??= this.#createGraph();
    return this.#graph;
  }

  #createGraph(): Graph {
    const context = new AudioContext({ latencyHint: "interactive", sampleRate: SAMPLE_RATE });
    const gain = new GainNode(context, { gain: this.#factor });
    const output = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
    gain.connect(output);
    const proof = new PassthroughCheck(context, {
      onProven: () => this.#send(output.stream.getAudioTracks()[0]),
      onSilent: () => this.#cancellerFailed("The noise canceller has no output."),
    });
    // A phone call or sleep suspends the context. Without this, the caller would be silent until it resumes.
    context.addEventListener("statechange", () => {
      if (!this.#isClosed) this.#rebuild();
    });
    return { context, gain, output, proof };
  }

  #resume(): void {
    const context = this.#graph?.context;
    if (context && context.state !== "running" && context.state !== "closed") context.resume().catch(() => undefined);
  }
}
