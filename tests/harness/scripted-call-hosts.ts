import { ENDED_REASONS, PlatformError } from "@callwright/contract";
import { FakeCallHostPool } from "../../apps/server/src/modules/call/runtime/testing/fake-call-host-pool.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import { ScriptedRoom } from "./scripted-room.ts";

/** Call hosts whose rooms are real, over real WebRTC, and whose assistants are the test's script. */
export class ScriptedCallHosts extends FakeCallHostPool {
  /** Rooms are closed to further callers. */
  areRoomsClosed = false;
  readonly #rooms = new Map<string, ScriptedRoom>();
  #latest: ScriptedRoom | undefined;

  /** The room that was joined last. */
  get room(): ScriptedRoom {
    if (!this.#latest) throw new Error("No room was joined.");
    return this.#latest;
  }

  override async offer(callId: string, sdp: string): Promise<{ session: number; sdp: string }> {
    if (this.areRoomsClosed) throw new PlatformError("call-not-joinable");
    const { session } = await super.offer(callId, sdp);
    const room = new ScriptedRoom();
    this.#rooms.set(callId, room);
    this.#latest = room;
    return { session, sdp: await room.join(sdp, () => this.join(callId)) };
  }

  override async restart(callId: string, _session: number, sdp: string): Promise<string> {
    const room = this.#rooms.get(callId);
    if (!room || room.isGone) throw new PlatformError("call-not-joinable");
    return room.restart(sdp);
  }

  override end(callId: string, endedReason: string, message?: string): void {
    this.#rooms.get(callId)?.close();
    this.#rooms.delete(callId);
    super.end(callId, endedReason, message);
  }

  /** Ends the remaining calls. */
  endAll(): void {
    for (const callId of [...this.#rooms.keys()]) this.end(callId, ENDED_REASONS.customerEndedCall);
  }

  override async close(endedReason: string): Promise<void> {
    for (const room of this.#rooms.values()) room.close();
    this.#rooms.clear();
    await super.close(endedReason);
  }
}

export interface ScriptedServer {
  server: TestServer;
  hosts: ScriptedCallHosts;
}

/** A real server with scripted call hosts. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const pools: ScriptedCallHosts[] = [];
  const server = await startTestServer({
    config: { orgConcurrentCalls: 1_000 },
    callService: {
      createPool: (options) => {
        const made = new ScriptedCallHosts(options, () => new Date());
        pools.push(made);
        return made;
      },
    },
  });
  const [hosts] = pools;
  if (!hosts) throw new Error("The server made no call hosts.");
  return { server, hosts };
}
