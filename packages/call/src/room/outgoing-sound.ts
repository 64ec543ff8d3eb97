import { CallFailure } from "../call-failure.ts";
import type { NoiseCanceller } from "./noise-cancellation.ts";
import { SoundProof } from "./sound-proof.ts";

/** RNNoise works on 48 kHz, in frames of 480 samples; it is also what is sent. */
const SAMPLE_RATE = 48_000;

export interface OutgoingSoundEvents {
  /** Send this track from now on. */
  onTrack(track: MediaStreamTrack | undefined): void;
  /** Noise cancellation broke down and is off; the microphone is sent as it is. */
  onNoiseCancellerFailed(failure: CallFailure): void;
}

/** What the microphone's sound goes through. It is made when it is needed, and lasts as long as the call. */
interface Graph {
  context: AudioContext;
  gain: GainNode;
  output: MediaStreamAudioDestinationNode;
  proof: SoundProof;
}

/**
 * From the microphone's track to the track that is sent:
 *
 * ```
 *  microphone ──────────────────────────────────────────────────────▶ sent       as it is
 *  microphone ──▶ source ──▶ [noise canceller] ──▶ gain ──▶ output ──▶ sent       processed
 *
 *  as it is ── processing is wanted, and sound came through ──▶ processed
 *  processed ── nothing is wanted, the canceller failed, the context stopped ──▶ as it is
 * ```
 * The caller is heard all the time: what is processed is sent only once it is proven to come through.
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

  /** The microphone is another one now, or none. */
  use(microphone: MediaStreamTrack | undefined): void {
    this.#microphone = microphone;
    this.#rebuild();
  }

  /** Resolves when the canceller is at work; rejects, and leaves everything as it was, when it cannot be. */
  async cancelNoise(): Promise<void> {
    this.#isNoiseUnwanted = false;
    if (this.isCancellingNoise) return;
    const canceller = await this.#createCanceller();
    if (this.#isClosed || this.#isNoiseUnwanted || this.isCancellingNoise) return canceller.close();
    this.#canceller = canceller;
    this.#rebuild();
  }

  /** The microphone's noise is sent as well. */
  stopCancellingNoise(): void {
    this.#isNoiseUnwanted = true;
    if (!this.#canceller) return;
    this.#canceller.close();
    this.#canceller = undefined;
    this.#rebuild();
  }

  /** 1 is as it comes. */
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
    const proof = new SoundProof(context, {
      onProven: () => this.#send(output.stream.getAudioTracks()[0]),
      onSilent: () => this.#cancellerFailed("No sound comes out of the noise canceller."),
    });
    // A phone call or a sleeping device stops the context; without this the caller would be silent until it runs again.
    context.addEventListener("statechange", () => {
      if (!this.#isClosed) this.#rebuild();
    });
    return { context, gain, output, proof };
  }

  #resume(): void {
    const context = this.#graph?.context;
    if (context?.state === "suspended") context.resume().catch(() => undefined);
  }
}
