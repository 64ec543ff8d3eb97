import { APP_CHANNEL } from "@callwright/contract";
import { expect, it } from "vitest";
import { NodeCaller } from "../testing/node-caller.ts";
import { openWebRtcTransport } from "./webrtc-transport.ts";

it("refuses a text that is longer than the caller takes, and goes on", async () => {
  const caller = new NodeCaller();
  const told: string[] = [];
  const offer = await caller.createOffer();
  const { transport, answerSdp } = await openWebRtcTransport(
    offer,
    { iceServers: [] },
    {
      onConnected: () => {},
      onInterrupted: () => {},
      onRestored: () => {},
      onChannelOpen: (channel) => told.push(channel),
      onAudio: () => {},
      onText: () => {},
      onKey: () => {},
      onClosed: (end) => told.push(end),
      onFault: () => told.push("fault"),
    },
  );
  try {
    await caller.accept(answerSdp);
    await caller.until(() => told.includes(APP_CHANNEL), "the app channel is open");
    expect(transport.maxTextBytes).toBe(262_144);
    expect(transport.sendText(APP_CHANNEL, JSON.stringify("x".repeat(262_144)))).toBe(false);
    expect(transport.sendText(APP_CHANNEL, JSON.stringify({ type: "hang", pad: "x".repeat(262_000) }))).toBe(true);
    await caller.until(() => caller.messages.length > 0, "the longest text has arrived");
    expect(told).not.toContain("hung-up");
  } finally {
    transport.close();
    caller.close();
  }
});
