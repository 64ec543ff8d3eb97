import { setImmediate as nextTurn } from "node:timers/promises";
import type { TurnPart } from "../conversation/conversation.ts";
import { SECTION_END, SECTION_END_CHUNK } from "./section-mark.ts";
import type { Delivery, Speech } from "./speech.ts";
import type { SpeechEvent } from "./speech-event.ts";

/** Parts read in one turn of the event loop: a whole answer that is there at once would keep the thread from the sound for a tenth of a second. */
const PARTS_PER_TURN = 8;

export interface SpeechWordsOptions {
  emit(event: SpeechEvent): void;
  /** Does the history keep what the model puts out now? See `Delivery`. Default: it does not. */
  keepsOutput?: (() => boolean | undefined) | undefined;
  /** No more words are wanted. The framework waits for the next ones, which may take as long as a model thinks. */
  stopped?: AbortSignal;
}

/** The words of a speech as a stream. The session cancels it on an interruption, which cancels the conversation's turn. */
export class SpeechWords {
  readonly #speech: Speech;
  readonly #emit: SpeechWordsOptions["emit"];
  readonly #abort = new AbortController();
  #hasFailed = false;
  #partsRead = 0;
  /** There are words since the last mark. */
  #hasWords = false;
  /** The text of each section so far. */
  readonly #outputs: string[] = [];
  #taken = 0;
  #sectionsSent = 0;
  #sectionsHeard = 0;
  #onHeard: () => void = () => {};
  /** The next part is read when all sections so far were heard. */
  #waits = false;
  readonly #keepsOutput: SpeechWordsOptions["keepsOutput"];
  #delivery: Delivery = {};

  constructor(speech: Speech, { emit, keepsOutput, stopped }: SpeechWordsOptions) {
    this.#speech = speech;
    this.#emit = emit;
    this.#keepsOutput = keepsOutput;
    stopped?.addEventListener("abort", () => this.#cancel(), { once: true });
  }

  /** The parts' instructions for the speech, so far. */
  get delivery(): Delivery {
    return this.#delivery;
  }

  /** Call it once. */
  stream(): ReadableStream<string> {
    const parts = this.#speech.parts(this.#abort.signal)[Symbol.asyncIterator]();
    return new ReadableStream<string>(
      {
        pull: async (controller) => {
          await this.#untilHeard();
          for (;;) {
            if (++this.#partsRead % PARTS_PER_TURN === 0) await nextTurn();
            const { done, value: part } = await parts.next();
            if (done) {
              if (!this.#hasFailed) this.#emit({ type: "part-succeeded", part: "model" });
              return controller.close();
            }
            const text = this.#read(part);
            if (text !== "") return controller.enqueue(text);
          }
        },
        cancel: async () => {
          this.#cancel();
          await parts.return?.();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** The model's text of the sections up to an index, without those that were taken before. Default: all. */
  takeOutput(to?: number): string {
    const texts = this.#outputs.slice(this.#taken, to).map((text) => text.trim());
    this.#taken = to ?? this.#outputs.length;
    return texts.filter(Boolean).join(" ");
  }

  #cancel(): void {
    this.#abort.abort();
    this.wereAllHeard();
  }

  /** This many sections were heard. */
  wereHeard(sections: number): void {
    this.#sectionsHeard = sections;
    this.#onHeard();
  }

  /** No further sound will be heard. */
  wereAllHeard(): void {
    this.wereHeard(Number.POSITIVE_INFINITY);
  }

  /** The text of a part for the stream. */
  #read(part: TurnPart): string {
    const speech = this.#speech;
    switch (part.type) {
      case "text": {
        const text = part.text.replaceAll(SECTION_END, "");
        this.#delivery = {
          ...this.#delivery,
          ...(part.soundUrl !== undefined && { soundUrl: part.soundUrl }),
          keepsOutput: this.#keepsOutput?.(),
        };
        this.#hasWords ||= text.trim() !== "";
        this.#outputs[this.#sectionsSent] = (this.#outputs[this.#sectionsSent] ?? "") + text;
        this.#emit({ type: "model-text", speech, text });
        return text;
      }
      case "flush":
        if (!this.#hasWords) return "";
        this.#hasWords = false;
        this.#sectionsSent += 1;
        this.#waits = part.wait;
        return SECTION_END_CHUNK;
      case "failure":
        this.#hasFailed = true;
        this.#emit({ type: "part-failed", part: "model", provider: part.provider, message: part.message });
        return "";
      case "fell-back":
        this.#emit({ type: "part-replaced", part: "model", provider: part.provider, message: part.message });
        return "";
      case "repaired":
        this.#emit({ type: "model-repaired", what: part.what, message: part.message });
        return "";
      case "handoff":
        this.#delivery = { ...this.#delivery, agent: part.agent };
        return "";
      case "phone-act":
        this.#emit({ type: "phone-act", speech, act: part.act });
        return "";
      case "end":
        this.#emit({ type: "conversation-ends", speech, endedReason: part.endedReason });
        return "";
      default:
        return part satisfies never;
    }
  }

  async #untilHeard(): Promise<void> {
    while (this.#waits && this.#sectionsHeard < this.#sectionsSent)
      await new Promise<void>((resolve) => {
        this.#onHeard = resolve;
      });
    this.#waits = false;
  }
}
