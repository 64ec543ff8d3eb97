import type { LibraryVoice } from "@callwright/contract";
import { createListeners } from "../../data/listeners.ts";

/** The voice that plays, or was requested last. */
export type PreviewState =
  | { kind: "silent" }
  | { kind: "loading" | "playing"; id: string }
  | { kind: "failed"; id: string; reason: string };

/** The fields that a preview needs. */
export type HeardVoice = Pick<LibraryVoice, "id" | "provider" | "providerId" | "previewUrl" | "model">;

interface PreviewOptions {
  audio: Pick<HTMLAudioElement, "src" | "play" | "pause" | "onended">;
  /** Address of the voice saying a text, which this tab can play. */
  load: (voice: HeardVoice, text: string, signal: AbortSignal) => Promise<string>;
}

/**
 * One voice at a time:
 *
 * ```
 *  silent ──▶ loading ──▶ playing ──▶ silent     at its end, or when it is pressed again
 *                └──────────┴───────▶ failed
 * ```
 */
export function createPreview({ audio, load }: PreviewOptions) {
  let state: PreviewState = { kind: "silent" };
  let running: AbortController | undefined;
  const { subscribe, tell } = createListeners();
  const become = (next: PreviewState) => {
    state = next;
    tell();
  };
  const stop = () => {
    running?.abort();
    running = undefined;
    audio.pause();
    become({ kind: "silent" });
  };
  audio.onended = () => become({ kind: "silent" });
  const play = async (voice: HeardVoice, text: string) => {
    const run = new AbortController();
    running = run;
    become({ kind: "loading", id: voice.id });
    try {
      // The provider's own sample costs nothing, and has its own text.
      const sample = text === "" ? voice.previewUrl : undefined;
      const address = sample ?? (await load(voice, text, run.signal));
      if (run.signal.aborted) return;
      audio.src = address;
      await audio.play();
      if (!run.signal.aborted) become({ kind: "playing", id: voice.id });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!run.signal.aborted) become({ kind: "failed", id: voice.id, reason });
    }
  };
  return {
    state: () => state,
    subscribe,
    /** Plays it, or stops if this voice is playing. */
    toggle: async (voice: HeardVoice, text: string): Promise<void> => {
      const isOn = (state.kind === "loading" || state.kind === "playing") && state.id === voice.id;
      stop();
      if (!isOn) await play(voice, text);
    },
    stop,
  };
}
