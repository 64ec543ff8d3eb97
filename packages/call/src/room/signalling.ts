import { CallFailure } from "../call-failure.ts";
import { refusalOf } from "../create-web-call.ts";

export interface RoomAnswer {
  sdp: string;
  /** Address of this session at the room; DELETE ends it. */
  sessionUrl: string | undefined;
}

/** Offer the media of this page to a room, in the style of RFC 9725: SDP in, SDP out. The room's URL carries its secret. */
export async function postOffer(roomUrl: string, sdp: string, signal: AbortSignal): Promise<RoomAnswer> {
  const response = await fetch(roomUrl, {
    method: "POST",
    headers: { "content-type": "application/sdp" },
    body: sdp,
    signal,
  }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new CallFailure("room-unreachable", "The call's room cannot be reached. Check the network and try again.", { cause });
  });
  if (!response.ok) throw await refusalOf(response);
  const location = response.headers.get("location");
  return { sdp: await response.text(), sessionUrl: location ? new URL(location, roomUrl).href : undefined };
}

/** Tell a session, or a room nobody has joined, that this page has left. `keepalive` lets it finish while the page is closing; a joined room notices without it too. */
export function hangUp(url: string): void {
  fetch(url, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
