import { ENDED_REASONS, PlatformError, VIDEO_CHUNK_MAX_BYTES, VIDEO_CHUNK_MEDIA_TYPE } from "@callwright/contract";
import { cors } from "hono/cors";
import type { Database } from "../db/connect.ts";
import type { App, AppContext } from "../http/app.ts";
import { readBody } from "../http/request-body.ts";
import type { CallService } from "./call-service.ts";
import { type CallRow, findCallRow } from "./lifecycle-store.ts";
import { isRoomSecret } from "./room-secret.ts";
import { readOffer, SDP_MEDIA_TYPE } from "./session-description.ts";

const ROOM_PATH = "/call/:id/room";
const SESSION_PATH = `${ROOM_PATH}/session`;
const VIDEO_CHUNK_PATH = `${ROOM_PATH}/recording/:index{[0-9]{1,7}}`;
/** A browser's offer has 5 to 20 KB. */
const OFFER_MAX_BYTES = 200_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Signalling of a direct room, in the style of RFC 9725 (WHIP), without trickling: `POST` an offer to `webCallUrl`,
 * get the answer and, in `Location`, the session, which `DELETE` hangs up; `DELETE` of the room itself gives back one that nobody joined. The
 * page of a caller who is recorded on video sends the recording to `room/recording/{index}`, piece by piece from 0 on; `?last` is its end. The secret in the URL is the permission, so a page
 * of any origin that was given the URL may join; no cookies are used.
 */
export function roomRoutes(app: App, db: Database, calls: CallService): void {
  // The secret opens the room to pages of any origin; the answer carries nothing of the person who sits there.
  app.use(
    `${ROOM_PATH}/*`,
    cors({
      origin: "*",
      allowMethods: ["POST", "PUT", "DELETE"],
      exposeHeaders: ["Location", "Retry-After", "X-Request-Id"],
      maxAge: 600,
    }),
  );

  app.post(ROOM_PATH, async (c) => {
    const row = await openRoom(c, db);
    const offer = readOffer(c.req.header("content-type"), await readBody(c, OFFER_MAX_BYTES));
    if (row.status === "ended") throw new PlatformError("call-not-joinable");
    const answer = await calls.answer(row.id, offer);
    // Relative, so that it holds under any address that leads here.
    c.header("Location", `room/session?secret=${c.req.query("secret")}`);
    return c.body(answer, 201, { "Content-Type": SDP_MEDIA_TYPE, "Cache-Control": "no-store" });
  });

  app.put(VIDEO_CHUNK_PATH, async (c) => {
    const row = await openRoom(c, db);
    const bytes = await readVideoChunk(c);
    await calls.film(row.id, Number(c.req.param("index")), bytes, c.req.query("last") !== undefined);
    return c.body(null, 204);
  });

  app.on("DELETE", [ROOM_PATH, SESSION_PATH], async (c) => {
    const row = await openRoom(c, db);
    if (row.status !== "ended") await calls.end(row.id, ENDED_REASONS.customerEndedCall);
    return c.body(null, 200);
  });
}

/** Fails with `unsupported-media-type` or `body-too-large`. */
function readVideoChunk(c: AppContext): Promise<Uint8Array> {
  const mediaType = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== VIDEO_CHUNK_MEDIA_TYPE)
    throw new PlatformError("unsupported-media-type", { expected: VIDEO_CHUNK_MEDIA_TYPE });
  return readBody(c, VIDEO_CHUNK_MAX_BYTES);
}

/** The call whose room the URL opens. An unknown call, a deleted one and a wrong secret look the same from outside. */
async function openRoom(c: AppContext, db: Database): Promise<CallRow> {
  const callId = c.req.param("id") ?? "";
  const row = UUID.test(callId) ? await findCallRow(db, callId) : undefined;
  if (!row || row.deletedAt || !isRoomSecret(c.req.query("secret") ?? "", row.roomSecretHash))
    throw new PlatformError("not-found", { what: "Room" });
  return row;
}
