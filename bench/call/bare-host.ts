/**
 * The bare loop, the reference of `call.bench.ts`: AgentSession and WebRTC, and of our code only the two providers that both sides use. No
 * conversation core, recording, events, messages, limits or turn clock. A child process that answers `{ id, sdp }` with `{ id, sdp }`. Its argument
 * is a `BareAssistant` as JSON.
 */
import { createRequire } from "node:module";
import { ReadableStream, TransformStream, type WritableStreamDefaultWriter } from "node:stream/web";
import { inference, initializeLogger, llm, voice } from "@livekit/agents";
import { AudioFrame, AudioResampler } from "@livekit/rtc-node";
import wrtc from "@roamhq/wrtc";
import { createTranscriber, createVoice } from "../../packages/engine/src/providers/registry.ts";
import { type BareAssistant, BENCH_GREETING, BENCH_PROVIDERS } from "./scenario.ts";

const { RTCPeerConnection, nonstandard } = wrtc;
const RATE_HZ = 16_000;
const FRAME_SAMPLES = RATE_HZ / 100;
const assistant = JSON.parse(process.argv[2] ?? "") as BareAssistant;

initializeLogger({ pretty: false, level: "error" });
const native = createRequire(import.meta.url)("@livekit/local-inference") as {
  initEot(): void;
  initVad(): void;
  predict(pcm: Int16Array): Promise<number>;
};
native.initEot();
native.initVad();

const endOfTurn = {
  async doInference(_method: string, data: object) {
    const bytes = Buffer.from((data as { pcm: string }).pcm, "base64");
    const probability = await native.predict(
      new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~1))),
    );
    return { probability, inferenceDurationMs: 0 };
  },
};

class Input extends voice.AudioInput {
  readonly #writer: WritableStreamDefaultWriter<AudioFrame>;
  constructor() {
    super();
    const stream = new TransformStream<AudioFrame, AudioFrame>(undefined, { highWaterMark: 1e6 }, { highWaterMark: 1e6 });
    this.#writer = stream.writable.getWriter();
    this.multiStream.addInputStream(stream.readable);
  }
  push(frame: AudioFrame): void {
    this.#writer.write(frame).catch(() => undefined);
  }
}

class Output extends voice.AudioOutput {
  readonly #send: (samples: Int16Array) => void;
  #queue: number[] = [];
  #open = false;
  #started = false;
  #flushing = false;
  #played = 0;
  #ticks = 0;
  readonly #startedMs = performance.now();
  readonly timer: NodeJS.Timeout;
  constructor(send: (samples: Int16Array) => void) {
    super(RATE_HZ, undefined, { pause: false });
    this.#send = send;
    this.timer = setInterval(() => {
      const due = Math.floor((performance.now() - this.#startedMs) / 10);
      for (; this.#ticks < due; this.#ticks++) this.#send(this.#next());
    }, 5);
  }
  override async captureFrame(frame: AudioFrame): Promise<void> {
    await super.captureFrame(frame);
    this.#open = true;
    this.#queue.push(...frame.data);
  }
  override flush(): void {
    super.flush();
    this.#flushing = this.#open;
  }
  override clearBuffer(): void {
    if (!this.#open) return;
    super.flush();
    this.#finish(true);
  }
  #next(): Int16Array {
    const samples = new Int16Array(FRAME_SAMPLES);
    if (!this.#open || (this.#queue.length < FRAME_SAMPLES && !this.#flushing)) return samples;
    const part = this.#queue.splice(0, FRAME_SAMPLES);
    samples.set(part);
    this.#played += part.length;
    if (!this.#started) this.onPlaybackStarted(Date.now());
    this.#started = true;
    if (this.#flushing && this.#queue.length === 0) this.#finish(false);
    return samples;
  }
  #finish(interrupted: boolean): void {
    const playbackPosition = this.#played / RATE_HZ;
    this.#queue = [];
    this.#open = this.#started = this.#flushing = false;
    this.#played = 0;
    this.onPlaybackFinished({ playbackPosition, interrupted });
  }
}

/** AgentSession requires a model beside the node that answers; it is never called. */
class NoModel extends llm.LLM {
  label(): string {
    return "bare";
  }
  chat(): llm.LLMStream {
    throw new Error("The bare loop answers in its model node.");
  }
}

class Agent extends voice.Agent {
  override async llmNode() {
    return new ReadableStream<string>({
      start(controller) {
        controller.enqueue(assistant.answer);
        controller.close();
      },
    });
  }
}

async function answer(sdp: string): Promise<string> {
  const peer = new RTCPeerConnection({ iceServers: [] });
  const source = new nonstandard.RTCAudioSource();
  const track = source.createTrack();
  const input = new Input();
  let sink: InstanceType<typeof nonstandard.RTCAudioSink> | undefined;
  peer.ontrack = (event: { track: MediaStreamTrack }) => {
    let resampler: { rateHz: number; push: AudioResampler } | undefined;
    sink = new nonstandard.RTCAudioSink(event.track);
    sink.ondata = ({
      samples,
      sampleRate,
      numberOfFrames,
    }: {
      samples: Int16Array;
      sampleRate: number;
      numberOfFrames: number;
    }) => {
      const frame = new AudioFrame(samples.slice(), sampleRate, 1, numberOfFrames);
      if (sampleRate === RATE_HZ) return input.push(frame);
      if (resampler?.rateHz !== sampleRate) resampler = { rateHz: sampleRate, push: new AudioResampler(sampleRate, RATE_HZ, 1) };
      for (const resampled of resampler.push.push(frame)) input.push(resampled);
    };
  };
  const output = new Output((samples) =>
    source.onData({ samples, sampleRate: RATE_HZ, bitsPerSample: 16, channelCount: 1, numberOfFrames: samples.length }),
  );
  const { stt } = await createTranscriber(assistant.transcriber, BENCH_PROVIDERS);
  const session = new voice.AgentSession({
    ...(stt ? { stt } : {}),
    tts: await createVoice(assistant.voice, BENCH_PROVIDERS),
    llm: new NoModel(),
    aecWarmupDuration: null,
    turnHandling: {
      turnDetection: new inference.TurnDetector({ version: "v1-mini", executor: endOfTurn }),
      interruption: { minDuration: 200 },
      preemptiveGeneration: { enabled: false },
    },
  });
  session.input.audio = input;
  session.output.audio = output;
  peer.onconnectionstatechange = () => {
    if (peer.connectionState !== "connected") return;
    session
      .start({ agent: new Agent({ instructions: "" }), record: false })
      .then(() => session.say(BENCH_GREETING))
      .catch((error: Error) => process.send?.({ error: error.message }));
  };
  peer.ondatachannel = (event: { channel: RTCDataChannel }) => {
    event.channel.onclose = () => {
      clearInterval(output.timer);
      sink?.stop();
      track.stop();
      peer.close();
      session.close().catch(() => undefined);
    };
  };
  await peer.setRemoteDescription({ type: "offer", sdp });
  peer.addTrack(track);
  await peer.setLocalDescription(await peer.createAnswer());
  if (peer.iceGatheringState !== "complete")
    await new Promise<void>((resolve) => {
      peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && resolve();
    });
  return peer.localDescription?.sdp ?? "";
}

process.on("message", (request: { id: number; sdp: string }) => {
  answer(request.sdp)
    .then((sdp) => process.send?.({ id: request.id, sdp }))
    .catch((error: Error) => process.send?.({ id: request.id, error: error.message }));
});
process.on("disconnect", () => process.exit(0));
process.send?.({ ready: true });
