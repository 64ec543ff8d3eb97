/** Transcriber providers of the platform. `callwright` is ours: recognizers on the server, or the browser's own recognition. */
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
  "soniox",
  "vapi",
  "xai",
] as const;
export type TranscriberProvider = (typeof TRANSCRIBER_PROVIDERS)[number];
