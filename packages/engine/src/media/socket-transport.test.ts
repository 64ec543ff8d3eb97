import { LISTENING } from "@callwright/contract";
import { expect, test } from "vitest";
import { openSocketTransport, type SocketCaller, type SocketInput } from "./socket-transport.ts";

const PCM = { encoding: "pcm_s16le", sampleRate: 16_000 } as const;

/** A caller behind a websocket whose inputs the test makes up. What happens is told in order. */
async function connect(caller: SocketCaller) {
  const told: unknown[] = [];
  let input: (input: SocketInput) => void = () => {};
  const transport = openSocketTransport(
    {
      ...caller,
      listen: (take) => {
        input = take;
      },
      sendSound: (sound) => told.push(["sound", Buffer.from(sound, "base64").byteLength]),
      sendText: (text, channel) => told.push([channel, text]),
      close: () => told.push("closed the websocket"),
    },
    {
      onConnected: () => told.push("connected"),
      onInterrupted: (silentMs) => told.push(`interrupted ${silentMs} ms ago`),
      onRestored: () => told.push("restored"),
      onChannelOpen: (channel) => told.push(`open ${channel}`),
      onAudio: (pcm) => told.push(`heard ${pcm.length} samples`),
      onText: (channel, text) => told.push(`${channel}: ${text}`),
      onKey: () => {},
      onClosed: (end) => told.push(end),
      onFault: (cause) => told.push(cause),
    },
  );
  await new Promise((resolve) => setImmediate(resolve));
  return { transport, told, input: (given: SocketInput) => input(given) };
}

test("a program has the app channel alone, and no text that is not JSON", async () => {
  const { transport, told, input } = await connect({ format: PCM });
  expect(transport.path).toBeUndefined();
  expect(transport.sendText("telemetry", "{}")).toBe(false);
  expect([transport.sendText("app", LISTENING), transport.sendText("app", "{}")]).toEqual([true, true]);
  input({ text: "hello" });
  expect(told).toEqual(["connected", "open app", ["app", "{}"], "app: hello"]);
});

test("a page has the channels of WebRTC, telemetry first, and says why it takes the websocket", async () => {
  const { transport, told, input } = await connect({ format: PCM, page: { reason: "udp-blocked" } });
  expect(transport.path).toEqual({ path: "websocket", reason: "udp-blocked" });
  transport.sendText("telemetry", "{}");
  transport.sendText("app", LISTENING);
  input({ text: "ping", channel: "telemetry" });
  expect(told).toEqual(["connected", "open telemetry", "open app", ["telemetry", "{}"], ["app", LISTENING], "telemetry: ping"]);
});

test("sound goes out in packets of 20 ms, and comes in as it is", async () => {
  const { transport, told, input } = await connect({ format: PCM });
  for (let frame = 0; frame < 4; frame++) transport.sendAudio(new Int16Array(160));
  input({ sound: Buffer.alloc(100).toString("base64") });
  expect(told.slice(2)).toEqual([["sound", 640], ["sound", 640], "heard 50 samples"]);
  expect(await transport.stats()).toMatchObject({ packetsReceived: 1 });
});

test("a caller who hangs up has left; a lost one may be back on another connection", async () => {
  const left = await connect({ format: PCM, page: { reason: "udp-blocked" } });
  left.input({ gone: "hung-up" });
  left.input({ text: "late" });
  expect(left.told.slice(3)).toEqual(["closed the websocket", "hung-up"]);
  const lost = await connect({ format: PCM, page: { reason: "udp-blocked" } });
  lost.input({ gone: "lost" });
  lost.transport.close();
  expect(lost.told.slice(3)).toEqual(["closed the websocket", "interrupted 0 ms ago"]);
  expect(lost.transport.sendText("app", "{}")).toBe(false);
});
