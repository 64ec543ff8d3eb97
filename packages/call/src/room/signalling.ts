import { CallFailure } from "../call-failure.ts";
import { refusalOf } from "../create-web-call.ts";

export interface RoomAnswer {
  sdp: string;
  /** URL of this session. DELETE ends it. */
  sessionUrl: string | undefined;
}

/** Sends an SDP offer to a room and returns the answer, similar to RFC 9725. The room's URL has its secret. */
export async function postOffer(roomUrl: string, sdp: string, signal: AbortSignal): Promise<RoomAnswer> {
  const response = await sendOffer("POST", roomUrl, sdp, signal);
  const location = response.headers.get("location");
  return { sdp: await response.text(), sessionUrl: location ? new URL(location, roomUrl).href : undefined };
}

/** Sends an ICE restart offer for a session and returns the host's answer. */
export async function patchSession(sessionUrl: string, sdp: string, signal: AbortSignal): Promise<string> {
  return (await sendOffer("PATCH", sessionUrl, sdp, signal)).text();
}

async function sendOffer(method: "POST" | "PATCH", url: string, sdp: string, signal: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/sdp" };
  const response = await fetch(url, { method, headers, body: sdp, signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new CallFailure("room-unreachable", "The call's room cannot be reached. Check the network and try again.", { cause });
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

export function callTakenOver(): CallFailure {
  return new CallFailure("call-taken-over", "This call continues in another window.");
}

/** Tell a session, or a room nobody has joined, that this page has left. `keepalive` lets it finish while the page is closing; a joined room notices without it too. */
export function hangUp(url: string): void {
  fetch(url, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
