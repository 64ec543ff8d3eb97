/** In this much, a page says how its text is encoded. */
const HEAD_BYTES = 1024;
const CHARSET = /charset\s*=\s*["']?([\w-]+)/i;

/** The bytes of a page as UTF-8, by what its server or the page itself says of them. Bytes that say nothing stay as they are. */
export function decodePage(bytes: Buffer, contentType = ""): Buffer {
  const said = CHARSET.exec(contentType) ?? CHARSET.exec(bytes.subarray(0, HEAD_BYTES).toString("latin1"));
  const charset = said?.[1];
  if (charset === undefined || hasMark(bytes)) return bytes;
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes, { stream: true }));
  } catch {
    // An encoding that nobody knows.
    return bytes;
  }
}

/** A byte order mark says more than a name. */
function hasMark(bytes: Buffer): boolean {
  return ["fffe", "feff", "efbb"].includes(bytes.subarray(0, 2).toString("hex"));
}
