import { z } from "zod";

/** A table as it was backed up: its rows are one `COPY … (columns) … STDOUT` in PostgreSQL's text format. */
const Table = z.object({ schema: z.enum(["public", "auth"]), name: z.string(), columns: z.array(z.string()).min(1) });
export type BackupTable = z.infer<typeof Table>;

/** First entry of a backup: describes the other entries. */
export const Manifest = z.object({
  /** The format of the archive. It is raised when an older release could no longer read the archive. Format 1 has no seal. */
  format: z.literal([1, 2]),
  /** Release that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** PUBLIC_URL of the server. */
  publicUrl: z.url().optional(),
  /** The newest migration of its database, as drizzle names them: milliseconds. */
  schemaVersion: z.number(),
  /** In the order in which they can be filled: a table after those it refers to. */
  tables: z.array(Table),
});
export type Manifest = z.infer<typeof Manifest>;

/**
 * Entries of a backup, a gzipped tar, in this order. A table comes in pieces, `database/auth.user/0`, `database/auth.user/1`, …; a blob's name ends
 * in its key. The last but one has the sizes and SHA-256 hashes of the earlier ones, and the last one seals that: an HMAC-SHA256 with a key derived
 * from the server's secret.
 */
export const ENTRY = {
  manifest: "backup.json",
  secret: "secret",
  tables: "database/",
  blobs: "blobs/",
  checksums: "checksums.json",
  seal: "seal",
} as const;

export const Checksums = z.record(z.string(), z.object({ sizeBytes: z.number(), sha256: z.string() }));
export type Checksums = z.infer<typeof Checksums>;
