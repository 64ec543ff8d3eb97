import { VIDEO_CHUNK_MEDIA_TYPE } from "@callwright/contract";
import type { PieceOutcome } from "./piece-upload.ts";

/** A try that takes longer is given up and made again: a connection that died tells nobody. */
const TRY_MAX_MS = 20_000;
/** Browsers finish a request of a page that is being closed up to this size (the Fetch standard's 64 KiB). */
const KEEPALIVE_MAX_BYTES = 60_000;
const TOO_MANY_REQUESTS = 429;

/** Send one piece of a video recording to a direct room. */
export async function sendPiece(
  roomUrl: string,
  index: number,
  piece: Blob,
  isLast: boolean,
  signal: AbortSignal,
): Promise<PieceOutcome> {
  const url = new URL(roomUrl);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/recording/${index}`;
  if (isLast) url.searchParams.set("last", "");
  const response = await fetch(url, {
    method: "PUT",
    headers: { "content-type": VIDEO_CHUNK_MEDIA_TYPE },
    body: piece,
    keepalive: piece.size <= KEEPALIVE_MAX_BYTES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_MAX_MS)]),
  });
  if (response.ok) return "taken";
  return response.status >= 500 || response.status === TOO_MANY_REQUESTS ? "again" : "refused";
}
