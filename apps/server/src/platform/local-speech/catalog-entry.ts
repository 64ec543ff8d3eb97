import { HeardBy, SpokenBy } from "@callwright/engine";
import { z } from "zod";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A file of a download. An archive (`.tar.bz2`) is unpacked without its top folder. */
const SourceFile = z.strictObject({
  name: z.string().regex(/^[\w.-]+$/),
  url: z.url({ protocol: /^https?$/ }),
  bytes: z.int().min(1),
  sha256: Sha256,
});
export type SourceFile = z.infer<typeof SourceFile>;

/** One way to get all files of a voice or recognizer. */
const Source = z.strictObject({
  files: z.array(SourceFile).min(1),
  /** Limit of the unpacked files together. Default: the size of the download. */
  unpackedMaxBytes: z.int().min(1).optional(),
});
export type Source = z.infer<typeof Source>;

const described = {
  name: z.string().min(1).max(80),
  family: z.string().min(1).max(40),
  license: z.strictObject({ name: z.string().min(1), url: z.url().optional(), note: z.string().optional() }),
  /** The recommended one for its language. */
  isRecommended: z.boolean().default(false),
  /** Tried in this order. */
  sources: z.array(Source).min(1),
};

const VoiceEntry = z.strictObject({
  ...SpokenBy.shape,
  ...described,
  kind: z.literal("voice").optional().default("voice"),
  speakers: z.int().min(1).max(9999),
  /** The sentence for its test and preview, in its first language. */
  sample: z.string().min(1).max(200),
});
export type VoiceEntry = z.infer<typeof VoiceEntry>;

const RecognizerEntry = z.strictObject({ ...HeardBy.shape, ...described, kind: z.literal("recognizer") });
export type RecognizerEntry = z.infer<typeof RecognizerEntry>;

/** A voice or a recognizer of the catalog. */
export const CatalogEntry = z.discriminatedUnion("kind", [VoiceEntry, RecognizerEntry]);
export type CatalogEntry = z.infer<typeof CatalogEntry>;

/** The schema of a catalog in a file. */
export const Catalog = z
  .array(CatalogEntry)
  .refine((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, "two entries have the same id");
