import { expect, it, vi } from "vitest";
import { createLogger } from "../../../platform/config/logger.ts";
import { openFakeJanus } from "../testing/fake-janus.ts";
import { ORG } from "../testing/test-line.ts";
import { JanusClient } from "./janus-client.ts";
import { SipRegistrations } from "./sip-registrations.ts";
import type { SipNumber } from "./sip-trunk.ts";

const log = createLogger({ logLevel: "info" }, { write: () => {} });

function trunkOf(trunkId: string, authUsername: string): SipNumber {
  const outboundAuthenticationPlan = { authUsername, authPassword: "secret", sipRegisterPlan: {} };
  const trunk = { provider: "byo-sip-trunk" as const, gateways: [{ ip: "127.0.0.1" }], outboundAuthenticationPlan };
  return { orgId: ORG, trunkId, trunk, isOfFirstOrg: true, number: {} as SipNumber["number"] };
}

it("keeps a failed registration with its reason and no handle, asks again, and knows its bounds", async () => {
  const janus = await openFakeJanus();
  const { promise: up, resolve: onUp } = readiness();
  const sip = {
    secret: "0123456789abcdef",
    janusUrl: janus.url,
    proxy: "sip:127.0.0.1:5062",
    rtpengine: "127.0.0.1:2223",
    gateways: undefined,
  };
  const client = new JanusClient({ url: janus.url, secret: sip.secret, log, onUp, onDown: () => {} });
  client.open();
  await up;
  const timers: (() => void)[] = [];
  const every = vi.spyOn(globalThis, "setInterval").mockImplementation((each) => {
    timers.push(each as () => void);
    return { unref: () => {} } as NodeJS.Timeout;
  });
  const trunks = [trunkOf("one", "acme"), trunkOf("nameless", "@")];
  const numbers = vi.fn(async () => [...trunks]);
  const registrations = new SipRegistrations({ sip, janus: client, numbers, log, allowPrivateAddresses: true });
  every.mockRestore();
  try {
    janus.refuse.register = 1;
    await registrations.sync();
    expect(registrations.stateOf("one")).toMatchObject({ isRegistered: false, message: expect.stringContaining("not now") });
    expect(registrations.stateOf("nameless")?.message).toContain("authUsername");
    await vi.waitFor(() => expect(janus.kinds()).toEqual([]));

    for (const again of timers) again();
    await registrations.sync();
    await vi.waitFor(() => expect(registrations.stateOf("one")).toMatchObject({ isRegistered: true }));

    // Trunks that come during a sync are registered, too, as many as an organization may have.
    const running = registrations.sync();
    trunks.splice(1, 1, ...Array.from({ length: 20 }, (_, index) => trunkOf(`more-${index}`, "acme")));
    await Promise.all([running, registrations.sync()]);
    await vi.waitFor(() => expect(registrations.stateOf("more-18")).toMatchObject({ isRegistered: true }));
    expect(registrations.stateOf("more-19")?.message).toContain("at most");
    expect(janus.kinds()).toHaveLength(20);
  } finally {
    registrations.close();
    client.close();
    janus.close();
  }
});

function readiness() {
  let resolve = () => {};
  const promise = new Promise<void>((ready) => {
    resolve = ready;
  });
  return { promise, resolve };
}
