import { once } from "node:events";
import type { Call, CallEvent } from "@callwright/contract";
import { speechSample } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Call hosts, recognizers and voices share two cores with other tests. */
const PATIENCE = { timeout: 90_000, interval: 100 };
const QUESTION = "What are your opening hours on Saturday?";
/** Always recognizes the words of the question. */
const CERTAIN_TRANSCRIBER = { provider: "callwright", model: "fake-instant", text: QUESTION };
const PACKET_MS = 20;
/** 16 kHz. */
const PACKET_SAMPLES = 320;
/** −34 dBFS: above hiss, below speech. */
const SPEECH_PEAK = 655;

interface Message {
  type: string;
  role?: string;
  transcriptType?: string;
  transcript?: string;
  status?: string;
}

/** A script as a caller: it sends a packet every 20 ms, and keeps what it gets. */
class ScriptedProgram {
  readonly messages: Message[] = [];
  /** Peaks of the packets, in order. */
  readonly peaks: number[] = [];
  packetBytes = new Set<number>();
  readonly #socket: WebSocket;
  readonly #startedMs = performance.now();
  readonly #timer: NodeJS.Timeout;
  #words = new Int16Array();
  #sent = 0;

  constructor(url: string) {
    this.#socket = new WebSocket(url);
    this.#socket.on("message", (data: Buffer, isBinary: boolean) => (isBinary ? this.#hear(data) : this.#read(data.toString())));
    this.#timer = setInterval(() => this.#send(), PACKET_MS / 2);
  }

  #hear(data: Buffer): void {
    this.packetBytes.add(data.byteLength);
    let peak = 0;
    for (let at = 0; at + 1 < data.byteLength; at += 2) peak = Math.max(peak, Math.abs(data.readInt16LE(at)));
    this.peaks.push(peak);
  }

  #read(text: string): void {
    this.messages.push(JSON.parse(text));
  }

  #send(): void {
    const due = Math.floor((performance.now() - this.#startedMs) / PACKET_MS);
    for (; this.#sent < due; this.#sent++) {
      const packet = Buffer.alloc(PACKET_SAMPLES * 2);
      for (const [at, sample] of this.#words.subarray(0, PACKET_SAMPLES).entries()) packet.writeInt16LE(sample, at * 2);
      this.#words = this.#words.subarray(PACKET_SAMPLES);
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(packet);
    }
  }

  async say(text: string): Promise<void> {
    this.#words = await speechSample(text);
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  heard(role: string): string[] {
    return this.messages.flatMap(({ type, transcriptType, transcript = "", ...each }) =>
      type === "transcript" && transcriptType === "final" && each.role === role ? [transcript] : [],
    );
  }

  async closed(): Promise<number> {
    if (this.#socket.readyState !== WebSocket.CLOSED) await once(this.#socket, "close");
    clearInterval(this.#timer);
    return this.#socket.readyState;
  }
}

test("a program calls over a websocket: it hears the greeting, asks, hears the answer, and ends the call", {
  timeout: 300_000,
}, async () => {
  const client = await server.signUp();
  const [riley] = (await client.json<{ id: string }[]>("GET", "/assistant")).body;
  const created = await client.json<Call>("POST", "/call", {
    assistantId: riley?.id,
    assistantOverrides: { firstMessage: "Hello, this is Riley.", transcriber: CERTAIN_TRANSCRIBER },
    transport: { provider: "vapi.websocket", audioFormat: { format: "pcm_s16le", container: "raw", sampleRate: 16_000 } },
  });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const program = new ScriptedProgram(created.body.transport?.websocketCallUrl ?? "");
  const stops = () =>
    program.messages.filter(({ type, role, status }) => type === "speech-update" && role === "assistant" && status === "stopped")
      .length;
  await expect.poll(stops, PATIENCE).toBe(1);
  expect(program.heard("assistant").join(" ")).toContain("Riley");
  expect(program.peaks.filter((peak) => peak > SPEECH_PEAK).length).toBeGreaterThan(20);
  const before = program.peaks.length;
  await program.say(QUESTION);
  await expect.poll(() => program.heard("assistant").slice(1).join(" "), PATIENCE).toMatch(/saturday/i);
  await expect.poll(stops, PATIENCE).toBeGreaterThan(1);
  expect(program.heard("user").join(" ")).toMatch(/saturday/i);
  expect(program.peaks.slice(before).filter((peak) => peak > SPEECH_PEAK).length).toBeGreaterThan(20);
  expect([...program.packetBytes]).toEqual([PACKET_SAMPLES * 2]);

  program.send({ type: "end-call" });
  await program.closed();
  expect(program.messages.at(-1)).toMatchObject({ type: "status-update", status: "ended" });
  const { id } = created.body;
  const call = async () => (await client.json<Call>("GET", `/call/${id}`)).body;
  await expect
    .poll(call, PATIENCE)
    .toMatchObject({ status: "ended", endedReason: "customer-ended-call", type: "vapi.websocketCall" });
  await expect.poll(async () => (await call()).artifact?.stereoRecordingUrl, PATIENCE).toBeDefined();
  const { body: events } = await client.json<CallEvent[]>("GET", `/call/${id}/event`);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
  expect(events.filter(({ type }) => type === "failure")).toEqual([]);
});
