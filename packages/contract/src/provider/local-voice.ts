import { z } from "zod";
import { defineRoutes } from "../wire/route.ts";

/** What a local voice is on this server's machine. */
export const LocalVoiceState = z.discriminatedUnion("status", [
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
export type LocalVoiceState = z.infer<typeof LocalVoiceState>;

/** A natural voice that this server can speak with, once it is installed. */
export const LocalVoice = z.object({
  /** The `voiceId` for an assistant's voice. `<id>:<number>` is another speaker of the voice. */
  id: z.string(),
  name: z.string(),
  /** What it is made with. */
  family: z.string(),
  /** ISO 639-1 codes. The first one is spoken unless an assistant's voice names another `language`. */
  languages: z.array(z.string()),
  speakers: z.number().int(),
  license: z.object({ name: z.string(), url: z.string().optional(), note: z.string().optional() }),
  /** Of the download. */
  bytes: z.number().int(),
  /** The voice to begin with. */
  isRecommended: z.boolean(),
  state: LocalVoiceState,
});
export type LocalVoice = z.infer<typeof LocalVoice>;

export const LocalVoices = z.object({
  /** Why nothing can be installed here, or not by the caller. Absent: it can. */
  refusal: z.string().optional(),
  voices: z.array(LocalVoice),
});
export type LocalVoices = z.infer<typeof LocalVoices>;

const of = {
  params: { voiceId: z.string().regex(/^[a-z0-9-]{1,100}$/) },
  scope: "private",
  role: "admin",
  response: LocalVoice,
  status: 200,
} as const;

/** Callwright only: natural voices of the server's machine, which all of its organizations share. */
export const localVoiceRoutes = defineRoutes({
  listLocalVoices: {
    method: "GET",
    path: "/local-voice",
    scope: "private",
    role: "viewer",
    response: LocalVoices,
    status: 200,
    summary: "List the natural voices of this server (Callwright extension)",
  },
  installLocalVoice: {
    ...of,
    method: "POST",
    path: "/local-voice/{voiceId}/install",
    summary: "Install a natural voice on this server (Callwright extension)",
  },
  cancelLocalVoice: {
    ...of,
    method: "POST",
    path: "/local-voice/{voiceId}/cancel",
    summary: "Cancel the installation of a natural voice (Callwright extension)",
  },
  removeLocalVoice: {
    ...of,
    method: "DELETE",
    path: "/local-voice/{voiceId}",
    summary: "Remove a natural voice from this server (Callwright extension)",
  },
});
