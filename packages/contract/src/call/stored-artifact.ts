import { z } from "zod";
import { Id } from "../wire/entity.ts";

/** The files of a call. */
export const ARTIFACT_TYPES = [
  "recording-stereo",
  "recording-mono",
  "recording-customer",
  "recording-assistant",
  "recording-video",
  "log",
] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** A file of a call and the organization's own storage. Callwright only. */
export const StoredArtifact = z.object({
  type: z.enum(ARTIFACT_TYPES),
  /** `waiting`: it will be tried again. Until it is stored, or if it `failed`, this server keeps the file. */
  state: z.enum(["stored", "waiting", "failed"]),
  /** The credential of the storage. */
  credentialId: Id.optional(),
  /** `s3://bucket/folder/file.wav` */
  location: z.string().optional(),
  /** Why the last try failed, as a sentence. */
  reason: z.string().optional(),
});
export type StoredArtifact = z.infer<typeof StoredArtifact>;
