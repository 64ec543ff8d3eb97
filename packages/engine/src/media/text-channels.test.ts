import { setImmediate as nextTurn } from "node:timers/promises";
import { APP_CHANNEL } from "@callwright/contract";
import { expect, it } from "vitest";
import { TextChannels } from "./text-channels.ts";
import { type DataChannel, type PeerConnection, RTCPeerConnection } from "./wrtc.ts";

/** A peer's own description with all its addresses. */
async function described(peer: PeerConnection): Promise<string> {
  await new Promise<void>((resolve) => {
    const check = () => peer.iceGatheringState === "complete" && resolve();
    peer.onicegatheringstatechange = check;
    check();
  });
  return peer.localDescription?.sdp ?? "";
}

/** A caller's peer with an open channel (`far`), and that channel at the host. */
async function connect(): Promise<{ caller: PeerConnection; host: PeerConnection; channel: DataChannel; far: DataChannel }> {
  const caller = new RTCPeerConnection({ iceServers: [] });
  const host = new RTCPeerConnection({ iceServers: [] });
  const open = new Promise<DataChannel>((resolve) => {
    host.ondatachannel = ({ channel }) => {
      if (channel.readyState === "open") resolve(channel);
      else channel.onopen = () => resolve(channel);
    };
  });
  const far = caller.createDataChannel(APP_CHANNEL);
  await caller.setLocalDescription(await caller.createOffer());
  await host.setRemoteDescription({ type: "offer", sdp: await described(caller) });
  await host.setLocalDescription(await host.createAnswer());
  await caller.setRemoteDescription({ type: "answer", sdp: await described(host) });
  return { caller, host, channel: await open, far };
}

/** A copy of the channel whose caller leaves whenever its queue was read. */
function closingBehindTheLook(channel: DataChannel, caller: PeerConnection): DataChannel {
  return new Proxy(channel, {
    get(target, key) {
      if (key === "bufferedAmount") {
        caller.close();
        // Blocks this thread, as if it was suspended; the threads of the connection continue.
        while (target.readyState !== "closed");
        const untilMs = performance.now() + 20;
        while (performance.now() < untilMs);
        return 0;
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
}

it("goes on when the caller leaves between the check and the sending", async () => {
  const { caller, host, channel } = await connect();
  try {
    const told: string[] = [];
    const channels = new TextChannels(1000, {
      onChannelOpen: (label) => told.push(`${label} is open`),
      onText: () => {},
      onClosed: () => told.push("closed"),
      onFault: () => told.push("fault"),
    });
    channels.add(closingBehindTheLook(channel, caller));
    expect(told).toEqual([`${APP_CHANNEL} is open`]);
    expect(channels.send(APP_CHANNEL, "You would not hear this.")).toBe(true);
    expect(channels.send("another", "There is no such channel.")).toBe(false);
    await expect.poll(() => told).toContain("closed");
    expect(told).not.toContain("fault");
    expect(channels.bufferedBytes).toBe(0);
  } finally {
    caller.close();
    host.close();
  }
});

it("reports a message that cannot be handled, and goes on reading", async () => {
  const { caller, host, channel, far } = await connect();
  try {
    const told: string[] = [];
    const channels = new TextChannels(1000, {
      onChannelOpen: () => {},
      onText: (_label, text) => {
        if (text === "bad") throw new Error("nobody can handle this");
        told.push(text);
      },
      onClosed: () => {},
      onFault: (cause) => told.push(String(cause)),
    });
    channels.add(channel);
    await expect.poll(() => far.readyState).toBe("open");
    far.send("bad");
    far.send("good");
    await expect.poll(() => told).toEqual(["Error: nobody can handle this", "good"]);
  } finally {
    caller.close();
    host.close();
  }
});

it("sends many texts in several turns of the event loop, in their order, so that sound leaves between them", async () => {
  const { caller, host, channel, far } = await connect();
  try {
    const turns: string[][] = [[]];
    const counted = new Proxy(channel, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key, target);
        if (typeof value !== "function") return value;
        return (...given: unknown[]) => {
          if (key === "send") turns.at(-1)?.push(String(given[0]));
          return value.apply(target, given);
        };
      },
      set: (target, key, value) => Reflect.set(target, key, value, target),
    });
    const channels = new TextChannels(1000, { onChannelOpen() {}, onText() {}, onClosed() {}, onFault() {} });
    channels.add(counted);
    const heard: string[] = [];
    far.onmessage = ({ data }) => heard.push(String(data));
    const texts = Array.from({ length: 20 }, (_, index) => `word ${index}`);
    for (const text of texts) channels.send(APP_CHANNEL, text);
    expect(channels.bufferedBytes).toBe(texts.join("").length);
    while (turns.flat().length < texts.length) {
      await nextTurn();
      turns.push([]);
    }
    expect(turns.map((turn) => turn.length).filter(Boolean)).toEqual([8, 8, 4]);
    await expect.poll(() => heard).toEqual(texts);
  } finally {
    caller.close();
    host.close();
  }
});
