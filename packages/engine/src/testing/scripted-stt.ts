import { type APIConnectOptions, stt } from "@livekit/agents";
import type { AudioFrame } from "@livekit/rtc-node";
import type { CallParts } from "../call/call-parts.ts";

/** Words, an end, or a promise to wait for before the next line. */
export type TranscriptScript = (
  | "fail"
  | "end"
  /** The failure is one of a service. */
  | Error
  | Promise<void>
  | { text: string; final: boolean; confidence?: number; language?: string }
)[];

/** A call's hearing with this transcriber; without one, the caller types. */
export function hearingBy(transcriber?: stt.STT): Pick<CallParts, "hearing" | "transcribers" | "transcriberProblems"> {
  const transcribers = transcriber ? [{ provider: "test", stt: transcriber, failuresMax: 1 }] : [];
  return { hearing: transcriber ? "moonshine" : "text", transcribers, transcriberProblems: [] };
}

/** A transcriber with fixed texts, whatever the sound; each stream uses the next script. */
export class ScriptedStt extends stt.STT {
  override readonly label = "test.ScriptedStt";
  #scripts: TranscriptScript[];
  streams = 0;
  /** Frames that its streams got. */
  readonly frames: AudioFrame[] = [];

  constructor(scripts: TranscriptScript[]) {
    super({ streaming: true, interimResults: true });
    this.#scripts = scripts;
  }

  protected override async _recognize(): Promise<stt.SpeechEvent> {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): stt.SpeechStream {
    this.streams += 1;
    return new ScriptedStream(this, this.#scripts.shift() ?? [], options?.connOptions);
  }
}

class ScriptedStream extends stt.SpeechStream {
  override readonly label = "test.ScriptedStream";
  #script: TranscriptScript;
  readonly #frames: AudioFrame[];

  constructor(scripted: ScriptedStt, script: TranscriptScript, connOptions?: APIConnectOptions) {
    super(scripted, undefined, connOptions);
    this.#script = script;
    this.#frames = scripted.frames;
  }

  protected override async run(): Promise<void> {
    for (const line of this.#script) {
      if (line === "fail") throw new Error("socket closed");
      if (line === "end") return;
      if (line instanceof Error) throw line;
      if (line instanceof Promise) {
        await line;
        continue;
      }
      const { text, final, confidence = 0 } = line;
      const language = (line.language ?? "en") as stt.SpeechData["language"];
      this.queue.put({
        type: final ? stt.SpeechEventType.FINAL_TRANSCRIPT : stt.SpeechEventType.INTERIM_TRANSCRIPT,
        alternatives: [{ language, text, startTime: 0, endTime: 0, confidence }],
      });
    }
    for await (const frame of this.input) if (typeof frame !== "symbol") this.#frames.push(frame);
  }
}
