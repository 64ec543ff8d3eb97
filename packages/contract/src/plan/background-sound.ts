import { z } from "zod";
import { SOUND_FILE } from "../wire/limits.ts";
import { NO_ADDRESS_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { ASSISTANT_DEFAULTS } from "./assistant-defaults.ts";

const { maxBytes, maxSeconds } = SOUND_FILE;

/** Sound behind the assistant: none, an office, or the URL of a sound file. Default on the web: `off`. */
export const BackgroundSound = z.union([z.enum(["off", "office"]), z.url()]).meta({
  ...NO_ADDRESS_FOR_VISITORS,
  title: "Background sound",
  default: ASSISTANT_DEFAULTS.backgroundSound,
  description: `off, office (a quiet office, synthesized), or the URL of a sound file (MP3, or WAV of 16-bit PCM), ${maxBytes / 1024 / 1024} MB at most; its first ${maxSeconds} seconds are repeated.`,
});
export type BackgroundSound = z.infer<typeof BackgroundSound>;
