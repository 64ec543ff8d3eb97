import { once } from "node:events";
import type { Call } from "@callwright/contract";
import { WebSocket } from "ws";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { eventually } from "../../tests/harness/eventually.ts";
import { addWait, type Waits } from "./waits.ts";

const FRAME_MS = 20;
const FORMAT = { format: "pcm_s16le", container: "raw", sampleRate: 16_000 };
const SILENCE = Buffer.alloc((FORMAT.sampleRate / 1_000) * FRAME_MS * 2);

/** A call of a program over a websocket. It sends silence in time, and notes when sound arrives. */
export class SocketCall {
  readonly id: string;
  readonly #socket: WebSocket;
  readonly #timer: NodeJS.Timeout;
  readonly #startedMs = performance.now();
  #sent = 0;
  #heardMs = performance.now();
  #gaps: Waits | undefined;

  private constructor(id: string, socket: WebSocket) {
    this.id = id;
    this.#socket = socket;
    this.#timer = setInterval(() => this.#sendSilence(), FRAME_MS / 2);
    socket.on("message", (_data, isBinary) => isBinary && this.#hear());
    socket.on("error", () => {});
    socket.on("close", () => clearInterval(this.#timer));
  }

  /** Resolves with the first frame of sound. Waits for a call host that starts. */
  static async open(user: TestClient, assistant: object): Promise<SocketCall> {
    const transport = { provider: "vapi.websocket", audioFormat: FORMAT };
    const body = await eventually("a call host", async () => {
      const created = await user.json<Call>("POST", "/call", { assistant, transport });
      if (created.status === 201) return created.body;
      // The host is still starting.
      if (created.status !== 503) throw new Error(`The call was not created: ${JSON.stringify(created.body)}`);
    });
    const socket = new WebSocket(body.transport?.websocketCallUrl ?? "");
    const call = new SocketCall(body.id, socket);
    await once(socket, "message");
    return call;
  }

  #sendSilence(): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const due = Math.floor((performance.now() - this.#startedMs) / FRAME_MS);
    for (; this.#sent < due; this.#sent++) this.#socket.send(SILENCE);
  }

  #hear(): void {
    const nowMs = performance.now();
    if (this.#gaps) addWait(this.#gaps, Math.max(0, nowMs - this.#heardMs - FRAME_MS), FRAME_MS);
    this.#heardMs = nowMs;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  send(message: object): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(message));
  }

  /** How late frames of sound came until `signal` aborts; an ended call counts as lost. */
  async lateness(signal: AbortSignal): Promise<Waits> {
    const gaps: Waits = { ms: [], lost: 0 };
    this.#heardMs = performance.now();
    this.#gaps = gaps;
    if (!signal.aborted) await once(signal, "abort");
    // A stall that has not ended yet.
    if (this.isOpen) await this.#heardOrClosed();
    this.#gaps = undefined;
    if (!this.isOpen) gaps.lost += 1;
    return gaps;
  }

  async #heardOrClosed(): Promise<void> {
    const over = new AbortController();
    const either = ["message", "close"].map((event) => once(this.#socket, event, { signal: over.signal }));
    await Promise.race(either);
    over.abort();
    await Promise.allSettled(either);
  }

  close(): void {
    this.#socket.close();
  }
}
