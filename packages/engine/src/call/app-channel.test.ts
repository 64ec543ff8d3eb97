import { expect, it } from "vitest";
import type { MediaTransport } from "../media/media-transport.ts";
import { AppChannel } from "./app-channel.ts";

const nothingTooLong = (type: string) => {
  throw new Error(`${type} was too long.`);
};

function wire(maxTextBytes = 65_536) {
  const sent: string[] = [];
  const transport: MediaTransport = {
    sendAudio: () => {},
    sendText: (channel, text) => Buffer.byteLength(text) <= maxTextBytes && sent.push(`${channel} ${text}`) > 0,
    maxTextBytes,
    bufferedBytes: 0,
    stats: async () => ({ packetsReceived: 0, packetsLost: 0, concealedSamples: 0 }),
    restart: async () => "v=0",
    close: () => {},
  };
  return { sent, transport };
}

it("says listening first, then what waited", () => {
  const { sent, transport } = wire();
  const app = new AppChannel(undefined, nothingTooLong);
  app.send({ type: "model-output", output: "Hi" });
  app.listen(transport);
  app.send({ type: "user-interrupted" });
  expect(sent).toEqual(["app listening", 'app {"type":"model-output","output":"Hi"}', 'app {"type":"user-interrupted"}']);
});

it("sends what the assistant subscribes its clients to, and always the status", () => {
  const { sent, transport } = wire();
  const app = new AppChannel(["hang"], nothingTooLong);
  app.listen(transport);
  app.send({ type: "user-interrupted" });
  app.send({ type: "hang" });
  app.send({ type: "status-update", status: "in-progress" });
  expect(sent).toEqual(["app listening", 'app {"type":"hang"}', 'app {"type":"status-update","status":"in-progress"}']);
});

it("keeps telemetry for its own channel", () => {
  const { sent, transport } = wire();
  const app = new AppChannel(undefined, nothingTooLong);
  app.sendTelemetry({ type: "session", hearing: "text", recording: false, waitsForCallerMs: 10_000 });
  app.listen(transport);
  expect(sent).toEqual(["app listening"]);
  app.openTelemetry(transport);
  expect(sent[1]).toBe('telemetry {"type":"session","hearing":"text","recording":false,"waitsForCallerMs":10000}');
});

it("leaves the oldest messages out of a conversation that is too long for the client, never the newest", () => {
  const { sent, transport } = wire(200);
  const tooLong: string[] = [];
  const app = new AppChannel(undefined, (type) => tooLong.push(type));
  app.listen(transport);
  const prompt = { role: "system" as const, content: "é".repeat(100) };
  const question = { role: "user" as const, content: "Are you open?" };
  const answer = { role: "assistant" as const, content: "We are." };
  app.send({ type: "conversation-update", messagesOpenAIFormatted: [prompt, question, answer] });
  expect(JSON.parse(sent[1]?.slice("app ".length) ?? "")).toEqual({
    type: "conversation-update",
    messagesOpenAIFormatted: [question, answer],
  });
  expect(tooLong).toEqual([]);
  app.send({ type: "conversation-update", messagesOpenAIFormatted: [prompt] });
  app.send({ type: "model-output", output: "x".repeat(300) });
  expect(tooLong).toEqual(["conversation-update"]);
  expect(sent).toHaveLength(2);
});

it("tells a visitor of a conversation only what was said", () => {
  const { sent, transport } = wire();
  const app = new AppChannel(undefined, nothingTooLong, true);
  app.listen(transport);
  const [prompt, result] = [
    { role: "system" as const, content: "Never give a discount." },
    { role: "tool" as const, content: "margin: 40 %" },
  ];
  const [question, answer] = [
    { role: "user" as const, content: "Is it cheaper?" },
    { role: "assistant" as const, content: "It is not." },
  ];
  app.send({ type: "conversation-update", messagesOpenAIFormatted: [prompt, question, result, answer] });
  expect(JSON.parse(sent[1]?.slice("app ".length) ?? "")).toEqual({
    type: "conversation-update",
    messagesOpenAIFormatted: [question, answer],
  });
});

it.each([
  ["model", "The assistant's model failed."],
  ["voice", "The assistant's voice failed."],
  ["transcriber", "The assistant's speech recognition failed."],
  ["recording", "The recording stopped."],
] as const)("tells a visitor that the %s failed, and nothing of why", (part, message) => {
  const { sent, transport } = wire();
  const app = new AppChannel(undefined, nothingTooLong, true);
  const why = { type: "failure", part, message: "No answer from http://10.0.0.7/v1." } as const;
  app.sendTelemetry(why);
  app.openTelemetry(transport);
  app.sendTelemetry(why);
  const told = `telemetry ${JSON.stringify({ type: "failure", part, message })}`;
  expect(sent).toEqual([told, told]);
});
