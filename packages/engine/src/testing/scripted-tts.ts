import { type APIConnectOptions, tts, voice } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";

/** The behavior of a scripted voice for each sentence: its sound in ms, at once or late, or a failure, or permanent silence. */
export type SentenceScript = (sentence: string) => number | Promise<number> | Error | "hang";

/** A scripted voice with any sample rate, for tests. */
export class ScriptedTts extends tts.TTS {
  override label = "test.ScriptedTts";
  readonly said: string[] = [];
  #script: SentenceScript;

  constructor(script: SentenceScript, { sampleRate = 16_000, aligned = true } = {}) {
    super(sampleRate, 1, { streaming: true, alignedTranscript: aligned });
    this.#script = script;
  }

  override synthesize(): tts.ChunkedStream {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): tts.SynthesizeStream {
    return new ScriptedStream(this, this.#script, options?.connOptions);
  }
}

class ScriptedStream extends tts.SynthesizeStream {
  override label = "test.ScriptedStream";
  #tts: ScriptedTts;
  #script: SentenceScript;

  constructor(scripted: ScriptedTts, script: SentenceScript, connOptions?: APIConnectOptions) {
    super(scripted, connOptions);
    this.#tts = scripted;
    this.#script = script;
  }

  protected override async run(): Promise<void> {
    let text = "";
    for await (const piece of this.input) {
      if (typeof piece === "string") text += piece;
      const sentences = text.split(/(?<=[.?!]) /);
      const last = typeof piece === "string" ? (sentences.pop() ?? "") : "";
      for (const sentence of sentences) if (sentence.trim() !== "") await this.#say(sentence.trim());
      text = last;
    }
  }

  async #say(sentence: string): Promise<void> {
    this.#tts.said.push(sentence);
    const outcome = this.#script(sentence);
    if (outcome instanceof Error) throw outcome;
    if (outcome === "hang") await new Promise((resolve) => this.abortSignal.addEventListener("abort", resolve));
    if (outcome === "hang" || this.queue.closed) return;
    const { sampleRate } = this.#tts;
    const samples = new Int16Array(((await outcome) * sampleRate) / 1000).fill(1000);
    this.queue.put({
      requestId: "test",
      segmentId: "test",
      frame: new AudioFrame(samples, sampleRate, 1, samples.length),
      final: false,
      ...(this.#tts.capabilities.alignedTranscript
        ? { timedTranscripts: [voice.createTimedString({ text: `${sentence} `, endTime: 0 })] }
        : {}),
    });
  }
}
