import { type APIConnectOptions, stt } from "@livekit/agents";

/** Words, an end, or something to wait for before the next line. */
export type TranscriptScript = ("fail" | "end" | Promise<void> | { text: string; final: boolean; confidence?: number })[];

/** A transcriber that says what it is told to, whatever it hears; each stream takes the next script. */
export class ScriptedStt extends stt.STT {
  override readonly label = "test.ScriptedStt";
  #scripts: TranscriptScript[];
  streams = 0;

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

  constructor(scripted: ScriptedStt, script: TranscriptScript, connOptions?: APIConnectOptions) {
    super(scripted, undefined, connOptions);
    this.#script = script;
  }

  protected override async run(): Promise<void> {
    for (const line of this.#script) {
      if (line === "fail") throw new Error("socket closed");
      if (line === "end") return;
      if (line instanceof Promise) {
        await line;
        continue;
      }
      const { text, final, confidence = 0 } = line;
      const language = "en" as stt.SpeechData["language"];
      this.queue.put({
        type: final ? stt.SpeechEventType.FINAL_TRANSCRIPT : stt.SpeechEventType.INTERIM_TRANSCRIPT,
        alternatives: [{ language, text, startTime: 0, endTime: 0, confidence }],
      });
    }
    for await (const _frame of this.input);
  }
}
