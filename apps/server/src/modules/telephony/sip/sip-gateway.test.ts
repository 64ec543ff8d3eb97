import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLogger } from "../../../platform/config/logger.ts";
import { openFakeJanus } from "../testing/fake-janus.ts";
import { SipGateway } from "./sip-gateway.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("registers again, and has its handles again, after each request that fails and each handle that is lost", async () => {
  const janus = await openFakeJanus();
  let isUp = true;
  const gateway = new SipGateway({
    sip: { secret: "0123456789abcdef", janusUrl: janus.url, proxy: "sip:127.0.0.1:5062", gateways: undefined },
    capacity: 6,
    probe: async () => isUp,
    log: createLogger({ logLevel: "info" }, { write: () => {} }),
    onIncoming: () => ({ take: () => {}, lost: () => {} }),
    onReady: () => {},
    onDown: () => {},
  });
  // Six calls of trunks, four of strangers, and the registrations of both.
  const complete = [...Array(10).fill("helper"), "master", "master"];
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
    // Kamailio is stopped, and started again: it has forgotten both registrations.
    isUp = false;
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        expect(gateway.problems.kamailio).toContain("does not answer");
      },
      { timeout: 20_000 },
    );
    isUp = true;
    await isComplete();
    await vi.waitFor(() => expect(janus.refreshed).toBe(2));
  } finally {
    gateway.close();
    janus.close();
  }
});
