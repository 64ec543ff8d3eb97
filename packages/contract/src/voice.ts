import { z } from "zod";

/** Voice providers of the platform. `callwright` is ours: offline voices. */
export const VOICE_PROVIDERS = [
  "callwright",
  "11labs",
  "azure",
  "cartesia",
  "custom-voice",
  "deepgram",
  "hume",
  "inworld",
  "lmnt",
  "minimax",
  "neuphonic",
  "openai",
  "playht",
  "rime-ai",
  "sesame",
  "smallest-ai",
  "tavus",
  "vapi",
] as const;

/** A voice. Fields only one provider knows are kept as they are. */
export const Voice = z.looseObject({
  provider: z.enum(VOICE_PROVIDERS),
  voiceId: z.string().min(1).max(200),
});
export type Voice = z.infer<typeof Voice>;
