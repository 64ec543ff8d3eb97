import type { ByteRange } from "./byte-range.ts";

/** What is known about a stored blob without reading it. Blobs never change: a key is written once. */
export interface BlobInfo {
  sizeBytes: number;
  /** Strong entity tag, quotes included. */
  etag: string;
  modifiedAt: Date;
}

/** A readable store of blobs. */
export type BlobSource = Pick<BlobStore, "stat" | "get">;

/**
 * Where artifacts are kept. Keys are those of `blob-key.ts`; rows keep keys, URLs are signed when read.
 * On the disk, or in an object store: see `open-blob-store.ts`.
 */
export interface BlobStore {
  /** Takes a finished local file over: it is gone from `path` afterwards. Replaces a blob of the same key. */
  putFile(key: string, path: string): Promise<BlobInfo>;
  /** Null when there is no such blob. */
  stat(key: string): Promise<BlobInfo | null>;
  /** The bytes of `range`, or all. Null when there is no such blob. Cancel the stream when it is not read to its end. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** No effect if the blob does not exist. */
  delete(key: string): Promise<void>;
}
