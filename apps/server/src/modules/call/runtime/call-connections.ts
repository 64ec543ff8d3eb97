import { PlatformError } from "@callwright/contract";
import type { CallHostPool, SocketCaller, SocketInput, SocketListener } from "@callwright/engine";
import type { HostedCall } from "./hosted-call.ts";

/** How callers connect to the calls of this node: by WebRTC or by a websocket. */
export class CallConnections {
  readonly #pool: Pick<CallHostPool, "offer" | "openSocket" | "restart">;
  readonly #hosted: ReadonlyMap<string, HostedCall>;

  constructor(pool: Pick<CallHostPool, "offer" | "openSocket" | "restart">, hosted: ReadonlyMap<string, HostedCall>) {
    this.#pool = pool;
    this.#hosted = hosted;
  }

  /**
   * Answers an offer with a new session. The newest connected session is the caller's.
   * Fails with `call-not-joinable`, `validation-failed` (the SDP) or `call-host-unavailable`.
   */
  async answer(callId: string, sdp: string): Promise<{ session: number; sdp: string }> {
    const call = this.#joinable(callId);
    const answer = await this.#pool.offer(callId, sdp);
    call.wasOffered = true;
    return answer;
  }

  /** Answers an offer of a session's connection over another path (ICE restart). Fails like `answer`, or with `call-taken-over`. */
  async restart(callId: string, session: number, sdp: string): Promise<string> {
    return this.#pool.restart(this.#joinable(callId).callId, session, sdp);
  }

  /** The caller may connect with a websocket: once, and only while the call waits. */
  waitsForSocket(callId: string): boolean {
    const call = this.#hosted.get(callId);
    return call?.status === "queued" && call.isPlaced && !call.wasOffered && call.endedReason === undefined;
  }

  /**
   * The caller is behind a websocket: see `CallHostPool.openSocket`. Of a page, the newest connection is the caller's.
   * Fails with `call-not-joinable`, `rate-limited` or `call-host-unavailable`.
   */
  openSocket(callId: string, caller: SocketCaller, listener: SocketListener): (input: SocketInput) => void {
    const call = this.#joinable(callId);
    const take = this.#pool.openSocket(callId, caller, listener);
    call.wasOffered = true;
    return take;
  }

  /** Fails with `call-not-joinable` or `call-host-unavailable`. */
  #joinable(callId: string): HostedCall {
    const call = this.#hosted.get(callId);
    if (!call)
      throw new PlatformError("call-host-unavailable", { detail: "another node holds the call. Set NODE_URL on every node." });
    if (call.status === "ending" || call.endedReason !== undefined) throw new PlatformError("call-not-joinable");
    return call;
  }
}
