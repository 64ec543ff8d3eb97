import { SpokenBy } from "@callwright/engine";
import { z } from "zod";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A file as it is downloaded. An archive (`.tar.bz2`) is unpacked without the folder that it has everything in. */
const SourceFile = z.strictObject({
  name: z.string().regex(/^[\w.-]+$/),
  url: z.url({ protocol: /^https?$/ }),
  bytes: z.int().min(1),
  sha256: Sha256,
});
export type SourceFile = z.infer<typeof SourceFile>;

/** One way to get all files of a voice. */
const Source = z.strictObject({
  files: z.array(SourceFile).min(1),
  /** Limit of the unpacked files together. Default: the size of the download. */
  unpackedMaxBytes: z.int().min(1).optional(),
});
export type Source = z.infer<typeof Source>;

/** A voice of the catalog. */
export const CatalogEntry = z.strictObject({
  ...SpokenBy.shape,
  name: z.string().min(1).max(80),
  family: z.string().min(1).max(40),
  speakers: z.int().min(1).max(9999),
  license: z.strictObject({ name: z.string().min(1), url: z.url().optional(), note: z.string().optional() }),
  /** The voice to begin with, for its language. */
  isRecommended: z.boolean().default(false),
  /** What it says when it is tried and previewed, in its first language. */
  sample: z.string().min(1).max(200),
  /** Tried in this order. */
  sources: z.array(Source).min(1),
});
export type CatalogEntry = z.infer<typeof CatalogEntry>;

/** Of a catalog in a file. */
export const Catalog = z
  .array(CatalogEntry)
  .refine((entries) => new Set(entries.map(({ id }) => id)).size === entries.length, "two voices have the same id");
