import { z } from "zod";
import { describeRoutes } from "../wire/noun.ts";
import { localSpeechNoun } from "./local-speech-noun.ts";

/** The state of a local voice or recognizer on this server's machine. */
export const LocalSpeechState = z.discriminatedUnion("status", [
  z.object({ status: z.literal("not-installed") }),
  z.object({
    status: z.literal("installing"),
    /** In this order. */
    step: z.enum(["waiting", "download", "unpack", "check"]),
    doneBytes: z.number().int(),
    totalBytes: z.number().int(),
  }),
  z.object({
    status: z.literal("installed"),
    /** Seconds of work for a second of speech, measured once on this machine. */
    realTimeFactor: z.number(),
    diskBytes: z.number().int(),
    installedAt: z.string(),
  }),
  z.object({
    status: z.literal("failed"),
    /** A sentence that says what to do. */
    reason: z.string(),
  }),
]);
export type LocalSpeechState = z.infer<typeof LocalSpeechState>;

const described = {
  id: z.string(),
  name: z.string(),
  /** The technology of the voice. */
  family: z.string(),
  /** ISO 639-1 codes. The first one counts unless an assistant names another `language`. */
  languages: z.array(z.string()),
  license: z.object({ name: z.string(), url: z.string().optional(), note: z.string().optional() }),
  /** The size of the download. */
  bytes: z.number().int(),
  /** The recommended one. */
  isRecommended: z.boolean(),
  state: LocalSpeechState,
};

/** A natural voice that this server can speak with, once it is installed. */
export const LocalVoice = z.object({
  ...described,
  kind: z.literal("voice"),
  /** The `voiceId` for an assistant's voice. `<id>:<number>` is another speaker of the voice. */
  id: z.string(),
  speakers: z.number().int(),
});
export type LocalVoice = z.infer<typeof LocalVoice>;

/** A recognizer that this server can transcribe with, once it is installed. */
export const LocalRecognizer = z.object({
  ...described,
  kind: z.literal("recognizer"),
  /** The `model` for an assistant's transcriber. */
  id: z.string(),
});
export type LocalRecognizer = z.infer<typeof LocalRecognizer>;

export const LocalSpeechModel = z.discriminatedUnion("kind", [LocalVoice, LocalRecognizer]);
export type LocalSpeechModel = z.infer<typeof LocalSpeechModel>;

export const LocalSpeech = z.object({
  /** Why nothing can be installed here, or not by the caller. Absent: installation is possible. */
  refusal: z.string().optional(),
  models: z.array(LocalSpeechModel),
});
export type LocalSpeech = z.infer<typeof LocalSpeech>;

const of = {
  params: { modelId: z.string().regex(/^[a-z0-9-]{1,100}$/) },
  role: "admin",
  response: LocalSpeechModel,
} as const;

/** Callwright only: natural voices and recognizers of the server's machine, which all of its organizations share. */
export const localSpeechRoutes = describeRoutes(localSpeechNoun.addresses, {
  listLocalSpeech: {
    response: LocalSpeech,
    summary: "List the natural voices and recognizers of this server (Callwright extension)",
  },
  installLocalSpeech: {
    ...of,
    summary: "Install a natural voice or recognizer on this server (Callwright extension)",
  },
  cancelLocalSpeech: {
    ...of,
    summary: "Cancel the installation of a natural voice or recognizer (Callwright extension)",
  },
  removeLocalSpeech: {
    ...of,
    summary: "Remove a natural voice or recognizer from this server (Callwright extension)",
  },
});
