import type { Call } from "@callwright/contract";
import { NodeCaller } from "@callwright/engine/testing";
import { eventually } from "./eventually.ts";
import { getCall, type PlatformUser } from "./platform.ts";

/** Calls without a browser: a WebRTC peer of the test process, over the real signalling. */

interface StartedCall {
  id: string;
  caller: NodeCaller;
}

/** Offers are sent to the call's own URL, in the style of RFC 9725. */
function signalTo(webCallUrl: string) {
  return async (sdp: string): Promise<string> => {
    const response = await fetch(webCallUrl, { method: "POST", headers: { "content-type": "application/sdp" }, body: sdp });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`The room answered ${response.status}: ${text}`);
    return text;
  };
}

/** Create a call and join it. */
export async function startCall(user: PlatformUser, target: Record<string, unknown>): Promise<StartedCall> {
  const { status, body } = await user.send<Call>("POST", "/call/web", target);
  if (status !== 201 || !body.webCallUrl) throw new Error(`The call was refused with ${status}: ${JSON.stringify(body)}`);
  const caller = new NodeCaller();
  await caller.join(signalTo(body.webCallUrl));
  return { id: body.id, caller };
}

/** Waits until a call has ended; returns its final data. */
export function endedCall(user: PlatformUser, id: string): Promise<Call> {
  return eventually(`call ${id} to end`, async () => {
    const call = await getCall(user, id);
    return call.status === "ended" ? call : undefined;
  });
}
