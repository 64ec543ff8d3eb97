import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLogger } from "../../../platform/config/logger.ts";
import { openFakeJanus } from "../testing/fake-janus.ts";
import { SipGateway } from "./sip-gateway.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const sipAt = (janusUrl: string) => ({
  secret: "0123456789abcdef",
  janusUrl,
  proxy: "sip:127.0.0.1:5062",
  rtpengine: "127.0.0.1:2223",
  gateways: undefined,
});

it("registers again, and has its handles again, after each request that fails and each handle that is lost", async () => {
  const janus = await openFakeJanus();
  const gateway = new SipGateway({
    sip: sipAt(janus.url),
    capacity: 6,
    log: createLogger({ logLevel: "info" }, { write: () => {} }),
    onIncoming: () => ({ take: () => {}, lost: () => {} }),
    onReady: () => {},
    onDown: () => {},
    probe: async () => true,
  });
  // Six calls of trunks, six of strangers, and the registrations of both.
  const complete = [...Array(12).fill("helper"), "master", "master"];
  const isComplete = () =>
    vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        expect(janus.kinds()).toEqual(complete);
        expect(gateway.problems).toEqual({});
      },
      { timeout: 20_000 },
    );
  try {
    Object.assign(janus.refuse, { attach: 1, register: 1, helper: 2 });
    gateway.open();
    await isComplete();
    expect(janus.refuse).toEqual({ attach: 0, register: 0, helper: 0 });
    for (const kind of ["helper", "master"] as const) {
      janus.takeBack(kind);
      await vi.waitFor(() => expect(janus.kinds()).not.toEqual(complete));
      await isComplete();
    }
  } finally {
    gateway.close();
    janus.close();
  }
});

it("knows within seconds that Kamailio is away or was restarted, and registers again at once", async () => {
  const janus = await openFakeJanus();
  let isUp = true;
  let ready = 0;
  const asked: unknown[] = [];
  const gateway = new SipGateway({
    sip: sipAt(janus.url),
    capacity: 4,
    log: createLogger({ logLevel: "info" }, { write: () => {} }),
    onIncoming: () => ({ take: () => {}, lost: () => {} }),
    onReady: () => void ready++,
    onDown: () => {},
    probe: async (...at) => {
      asked.push(at);
      return isUp;
    },
  });
  try {
    gateway.open();
    await vi.waitFor(() => expect(ready).toBe(1));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(asked).toEqual([["127.0.0.1", 5062]]);
    expect(gateway.problems).toEqual({});
    janus.refuse.register = 1;
    isUp = false;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(gateway.problems.kamailio).toContain("was restarted");
    isUp = true;
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1_000);
      expect(ready).toBe(2);
    });
    expect(gateway.problems).toEqual({});
    // The calls of the helpers go on.
    expect(janus.kinds()).toEqual([...Array(8).fill("helper"), "master", "master"]);
    // The other registration was refused, and made again on another handle.
    await vi.waitFor(() => expect(janus.refreshed).toBe(1));
  } finally {
    gateway.close();
    janus.close();
  }
});
