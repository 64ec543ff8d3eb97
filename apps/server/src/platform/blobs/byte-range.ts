/** Bytes `first` to `last` of a blob, both included, 0-based. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * What a `Range` header asks for, by RFC 9110 §14: one range, or `unsatisfiable` (416).
 * Undefined means the whole blob: no header, another unit, malformed, or several ranges, which a server may ignore.
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.replace(/\s/g, "") ?? "");
  if (!match) return undefined;
  const [, from = "", to = ""] = match;
  if (from === "" && to === "") return undefined;
  if (from === "") return lastBytes(Number(to), sizeBytes);
  const first = Number(from);
  const last = to === "" ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first) return undefined;
  if (first >= sizeBytes) return "unsatisfiable";
  return { first, last: Math.min(last, sizeBytes - 1) };
}

function lastBytes(count: number, sizeBytes: number): ByteRange | "unsatisfiable" {
  if (count === 0 || sizeBytes === 0) return "unsatisfiable";
  return { first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 };
}
