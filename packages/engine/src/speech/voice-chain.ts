import type { CallVoice } from "./synthesis.ts";

/** A failed voice is tried again after this time. */
const RETRY_AFTER_MS = 60_000;

interface Entry {
  create(): Promise<CallVoice>;
  voice?: Promise<CallVoice>;
  failedAtMs?: number;
}

/**
 * The voices of one call, in the order in which they replace each other: the assistant's own, those of its fallback plan, and the offline voice. Each
 * is created on first use and never shared between calls, because its errors are events on the object.
 */
export class VoiceChain {
  readonly #entries: readonly Entry[];

  constructor(creators: readonly Entry["create"][]) {
    this.#entries = creators.map((create) => ({ create }));
  }

  /** Marks a voice as failed, and returns its replacement; undefined if there is none. */
  async first(): Promise<CallVoice> {
    const entry = this.#entries.find(isUsable) ?? this.#entries.at(-1);
    if (!entry) throw new Error("A call has no voice.");
    return voiceOf(entry);
  }

  /** Marks a voice as failed, and answers the one that speaks instead; undefined when there is none. */
  async after(failed: CallVoice): Promise<CallVoice | undefined> {
    for (const [index, entry] of this.#entries.entries()) {
      if ((await entry.voice) !== failed) continue;
      entry.failedAtMs = performance.now();
      const next = this.#entries.slice(index + 1).find(isUsable);
      return next && voiceOf(next);
    }
    return undefined;
  }

  /** Whether there is no voice that could replace it. */
  async isLast(voice: CallVoice): Promise<boolean> {
    for (const [index, entry] of this.#entries.entries())
      if ((await entry.voice) === voice) return !this.#entries.slice(index + 1).some(isUsable);
    return true;
  }

  async close(): Promise<void> {
    for (const { voice } of this.#entries) await (await voice)?.tts?.close();
  }
}

const isUsable = ({ failedAtMs }: Entry) => failedAtMs === undefined || performance.now() - failedAtMs >= RETRY_AFTER_MS;

function voiceOf(entry: Entry): Promise<CallVoice> {
  entry.voice ??= entry.create();
  return entry.voice;
}
