import { z } from "zod";

/** Transcriber providers of the platform. `callwright` is ours: pocketsphinx on the server, or the browser's own recognition. */
export const TRANSCRIBER_PROVIDERS = [
  "callwright",
  "assembly-ai",
  "azure",
  "custom-transcriber",
  "deepgram",
  "11labs",
  "gladia",
  "google",
  "speechmatics",
  "talkscriber",
  "openai",
  "cartesia",
] as const;

/** `auto` takes pocketsphinx when the server has it, else the browser, else text only. */
export const OFFLINE_TRANSCRIBERS = ["auto", "pocketsphinx", "browser"] as const;
export type OfflineTranscriber = (typeof OFFLINE_TRANSCRIBERS)[number];

/** What really hears the caller in a call. `text` means nothing does: the caller types. */
export const HEARING = ["pocketsphinx", "browser", "text"] as const;
export type Hearing = (typeof HEARING)[number];

/** A transcriber. Fields only one provider knows are kept as they are. */
export const Transcriber = z.looseObject({
  provider: z.enum(TRANSCRIBER_PROVIDERS),
  model: z.string().max(200).optional(),
  language: z.string().max(40).optional(),
});
export type Transcriber = z.infer<typeof Transcriber>;
