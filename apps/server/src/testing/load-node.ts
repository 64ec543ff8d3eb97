/**
 * A node as a program. It prints `ready` when it is ready, and SIGTERM drains it. Its calls are scripted: they are joined at once, and last until
 * they are ended. Calls of an assistant named "Spoken" are real.
 */
import type { CallSupervisor, ClientMessage } from "@callwright/contract";
import { type CallHostPool, type CallHostPoolOptions, type CallSpec, ProcessPool } from "@callwright/engine";
import { FakeCallHostPool } from "../modules/call/runtime/testing/fake-call-host-pool.ts";
import { parseConfig } from "../platform/config/config.ts";
import { startServer } from "../server.ts";

class LoadPool extends FakeCallHostPool {
  readonly #real: CallHostPool;
  readonly #spoken = new Set<string>();

  constructor(options: CallHostPoolOptions) {
    super(options, () => new Date());
    this.#real = new ProcessPool(options);
  }

  #poolOf(callId: string): CallHostPool | undefined {
    return this.#spoken.has(callId) ? this.#real : undefined;
  }

  override async start(spec: CallSpec): Promise<void> {
    if (spec.assistant.name === "Spoken") {
      this.#spoken.add(spec.callId);
      return this.#real.start(spec);
    }
    await super.start(spec);
    setImmediate(() => this.join(spec.callId));
  }

  override offer(callId: string, sdp: string): Promise<{ session: number; sdp: string }> {
    return this.#poolOf(callId)?.offer(callId, sdp) ?? super.offer(callId, sdp);
  }

  override leave(callId: string, session: number): Promise<boolean> {
    return this.#poolOf(callId)?.leave(callId, session) ?? super.leave(callId, session);
  }

  override control(callId: string, message: ClientMessage, by: CallSupervisor): boolean {
    return this.#poolOf(callId)?.control(callId, message, by) ?? super.control(callId, message, by);
  }

  override end(callId: string, endedReason: string, message?: string): void {
    const real = this.#poolOf(callId);
    if (real) real.end(callId, endedReason, message);
    else super.end(callId, endedReason, message);
  }

  override async close(endedReason: string): Promise<void> {
    await Promise.all([super.close(endedReason), this.#real.close(endedReason)]);
  }
}

const server = await startServer(parseConfig(process.env), {
  rateLimit: false,
  callService: { createPool: (options) => new LoadPool(options) },
});
process.once("SIGTERM", async () => {
  await server.drain(new AbortController().signal);
  const { endedCalls } = await server.close();
  process.exit(endedCalls);
});
// The test is gone.
process.once("disconnect", () => process.exit(1));
process.stdout.write("ready\n");
