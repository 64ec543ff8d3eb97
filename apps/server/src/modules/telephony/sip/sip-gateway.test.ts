import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLogger } from "../../../platform/config/logger.ts";
import { openFakeJanus } from "../testing/fake-janus.ts";
import { SipGateway } from "./sip-gateway.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("registers again, and has its handles again, after each request that fails and each handle that is lost", async () => {
  const janus = await openFakeJanus();
  const gateway = new SipGateway({
    sip: { secret: "0123456789abcdef", janusUrl: janus.url, proxy: "sip:127.0.0.1:5062", gateways: undefined },
    log: createLogger({ logLevel: "info" }, { write: () => {} }),
    onIncoming: () => ({ take: () => {}, lost: () => {} }),
    onReady: () => {},
    onDown: () => {},
  });
  const complete = ["helper", "helper", "helper", "helper", "master"];
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
    gateway.janus.open();
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
