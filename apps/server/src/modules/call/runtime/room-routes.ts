import { PlatformError, VIDEO_CHUNK_MAX_BYTES, VIDEO_CHUNK_MEDIA_TYPE } from "@callwright/contract";
import { cors } from "hono/cors";
import type { Database } from "../../../platform/db/connect.ts";
import type { App, AppContext } from "../../../platform/http/app.ts";
import { readBody } from "../../../platform/http/request-body.ts";
import { readOffer, SDP_MEDIA_TYPE } from "../../../platform/net/session-description.ts";
import type { CallService } from "./call-service.ts";
import { type CallRow, findCallRow } from "./lifecycle-store.ts";
import { isRoomSecret } from "./room-secret.ts";

const ROOM_PATH = "/call/:id/room";
const SESSION_PATH = `${ROOM_PATH}/session/:session{[1-9][0-9]{0,6}}`;
const VIDEO_CHUNK_PATH = `${ROOM_PATH}/recording/:index{[0-9]{1,7}}`;
/** A browser's offer has 5 to 20 KB. */
const OFFER_MAX_BYTES = 200_000;
/** A page abandons an attempt after 20 s and starts another, which the earlier one must not block. */
const VIDEO_CHUNK_READ_MAX_MS = 20_000;
const SDP_HEADERS = { "Content-Type": SDP_MEDIA_TYPE, "Cache-Control": "no-store" };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Signalling of a direct room, in the style of RFC 9725 (WHIP), without trickling. The secret in the URL is the permission, so a page of any
 * origin that was given the URL may join; no cookies are used.
 *
 * | request | body | answer |
 * |---|---|---|
 * | `POST webCallUrl` | SDP offer | 201, SDP answer, the session's address in `Location`. A call may be joined again while it runs: the newest session takes over |
 * | `PATCH` the session | SDP offer with fresh ICE credentials | 200, SDP answer: the same connection over another path (RFC 9725 patches with an SDP fragment; whole descriptions are what browsers make and take) |
 * | `DELETE` the session | | 200: its caller hangs up |
 * | `DELETE webCallUrl` | | 200: cancels the call. No effect on a joined call |
 * | `PUT room/recording/{index}` | a piece of the caller's video recording, from 0 on; `?last` is its end | 204 |
 */
export function roomRoutes(app: App, db: Database, calls: CallService): void {
  // The secret opens the room to pages of any origin; answers contain no data of the signed-in user.
  app.use(
    `${ROOM_PATH}/*`,
    cors({
      origin: "*",
      allowMethods: ["POST", "PATCH", "PUT", "DELETE"],
      exposeHeaders: ["Location", "Retry-After", "X-Request-Id"],
      maxAge: 600,
    }),
  );

  app.post(ROOM_PATH, async (c) => {
    const row = await openRoom(c, db);
    const answer = await calls.connections.answer(row.id, await readJoinableOffer(c, row));
    // Relative, so that it is right under every address of this server.
    c.header("Location", `room/session/${answer.session}?secret=${c.req.query("secret")}`);
    return c.body(answer.sdp, 201, SDP_HEADERS);
  });

  app.patch(SESSION_PATH, async (c) => {
    const row = await openRoom(c, db);
    const offer = await readJoinableOffer(c, row);
    return c.body(await calls.connections.restart(row.id, Number(c.req.param("session")), offer), 200, SDP_HEADERS);
  });

  app.delete(SESSION_PATH, async (c) => {
    const row = await openRoom(c, db);
    if (row.status !== "ended") await calls.leave(row.id, Number(c.req.param("session")));
    return c.body(null, 200);
  });

  app.delete(ROOM_PATH, async (c) => {
    const row = await openRoom(c, db);
    if (row.status === "queued") await calls.cancel(row.id);
    return c.body(null, 200);
  });

  app.put(VIDEO_CHUNK_PATH, async (c) => {
    refuseNoVideo(c);
    const row = await openRoom(c, db);
    const read = () => readVideoChunk(c);
    await calls.appendVideo(row.id, Number(c.req.param("index")), read, c.req.query("last") !== undefined);
    return c.body(null, 204);
  });
}

/** Fails with `unsupported-media-type`, `body-too-large`, `validation-failed` or `call-not-joinable`. */
async function readJoinableOffer(c: AppContext, { status }: CallRow): Promise<string> {
  const offer = readOffer(c.req.header("content-type"), await readBody(c, OFFER_MAX_BYTES));
  if (status === "ended") throw new PlatformError("call-not-joinable");
  return offer;
}

/** Checks the headers before the body is read. Fails with `unsupported-media-type` or `body-too-large`. */
function refuseNoVideo(c: AppContext): void {
  const mediaType = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== VIDEO_CHUNK_MEDIA_TYPE)
    throw new PlatformError("unsupported-media-type", { expected: VIDEO_CHUNK_MEDIA_TYPE });
  if (Number(c.req.header("content-length") ?? 0) > VIDEO_CHUNK_MAX_BYTES)
    throw new PlatformError("body-too-large", { maxBytes: VIDEO_CHUNK_MAX_BYTES });
}

/** Fails with `body-too-large` or `recording-busy`. */
async function readVideoChunk(c: AppContext): Promise<Uint8Array> {
  const tooSlow = new AbortController();
  const reason = new PlatformError("recording-busy", { retryAfterSeconds: 1 });
  const timer = setTimeout(() => tooSlow.abort(reason), VIDEO_CHUNK_READ_MAX_MS);
  try {
    return await readBody(c, VIDEO_CHUNK_MAX_BYTES, tooSlow.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** The call whose room the URL opens. An unknown call, a deleted one and a wrong secret look the same from outside. */
async function openRoom(c: AppContext, db: Database): Promise<CallRow> {
  const callId = c.req.param("id") ?? "";
  const row = UUID.test(callId) ? await findCallRow(db, callId) : undefined;
  if (!row || row.deletedAt || row.type !== "webCall" || !isRoomSecret(c.req.query("secret") ?? "", row.roomSecretHash))
    throw new PlatformError("not-found", { what: "Room" });
  return row;
}
