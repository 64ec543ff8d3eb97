import { expect, it } from "vitest";
import { AppChannel } from "./app-channel.ts";
import type { MediaTransport } from "./media-transport.ts";

function wire() {
  const sent: string[] = [];
  const transport: MediaTransport = {
    sendAudio: () => {},
    sendText: (channel, text) => sent.push(`${channel} ${text}`) > 0,
    bufferedBytes: 0,
    stats: async () => ({ packetsReceived: 0, packetsLost: 0, concealedSamples: 0 }),
    close: () => {},
  };
  return { sent, transport };
}

it("says listening first, then what waited", () => {
  const { sent, transport } = wire();
  const app = new AppChannel();
  app.send({ type: "model-output", output: "Hi" });
  app.listen(transport);
  app.send({ type: "user-interrupted" });
  expect(sent).toEqual(["app listening", 'app {"type":"model-output","output":"Hi"}', 'app {"type":"user-interrupted"}']);
});

it("sends what the assistant subscribes its clients to, and always the status", () => {
  const { sent, transport } = wire();
  const app = new AppChannel(["hang"]);
  app.listen(transport);
  app.send({ type: "user-interrupted" });
  app.send({ type: "hang" });
  app.send({ type: "status-update", status: "in-progress" });
  expect(sent).toEqual(["app listening", 'app {"type":"hang"}', 'app {"type":"status-update","status":"in-progress"}']);
});

it("keeps telemetry for its own channel", () => {
  const { sent, transport } = wire();
  const app = new AppChannel();
  app.sendTelemetry({ type: "session", hearing: "text", recording: false });
  app.listen(transport);
  expect(sent).toEqual(["app listening"]);
  app.openTelemetry(transport);
  expect(sent[1]).toBe('telemetry {"type":"session","hearing":"text","recording":false}');
});
