import { z } from "zod";
import { BACKGROUND_SOUND_FILE } from "../wire/limits.ts";
import { ASSISTANT_DEFAULTS } from "./assistant-defaults.ts";

const { maxBytes, maxSeconds } = BACKGROUND_SOUND_FILE;

/** Sound behind the assistant: none, an office, or the URL of a sound file. Default on the web: `off`. */
export const BackgroundSound = z.union([z.enum(["off", "office"]), z.url()]).meta({
  title: "Background sound",
  default: ASSISTANT_DEFAULTS.backgroundSound,
  description: `off, office (a quiet office, synthesized), or the URL of a WAV file of 16-bit PCM, ${maxBytes / 1024 / 1024} MB at most; its first ${maxSeconds} seconds are repeated.`,
});
export type BackgroundSound = z.infer<typeof BackgroundSound>;
