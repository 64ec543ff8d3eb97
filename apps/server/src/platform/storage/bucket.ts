/** The proof of a request's sender for a bucket. */
export interface BucketRequest {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** The object's path in the bucket: `recordings/a.wav`. */
  path: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** A bucket of an organization, at whichever service. */
export interface Bucket {
  /** The name that people see: `s3://bucket`. */
  readonly name: string;
  /** The folder that its credential names. */
  readonly folder: string;
  /** Address and headers of a request. Fails with a `StorageError`. */
  sign(request: BucketRequest): Promise<{ url: URL; headers: Record<string, string> }>;
}

/** The storage of an organization refused, or did not answer. Its message is a sentence for people, without secrets. */
export class StorageError extends Error {
  /** The status of the answer; undefined without an answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = "StorageError";
    this.status = status;
  }
}

/** The address of an object below that of its bucket. */
export function objectUrl(bucketUrl: string, path: string): URL {
  return new URL(`${bucketUrl.replace(/\/+$/, "")}/${path.split("/").map(encodeURIComponent).join("/")}`);
}

/** Folders and a name as one path, without slashes at its ends. Null when a part would lead out of its folder. */
export function joinPath(...parts: readonly string[]): string | null {
  const segments = parts.flatMap((part) => part.split("/")).filter((segment) => segment !== "");
  return segments.some((segment) => segment === "." || segment === "..") ? null : segments.join("/");
}
