import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { IncomingPhoneCall } from "../phone-line.ts";
import { idleMedia } from "../testing/idle-media.ts";
import { openSipLine, type SipUnderTest } from "../testing/open-sip-line.ts";
import { CARRIER_ADDRESS, CARRIER_NUMBERS, missingForSip, ORG, OUR_NUMBER, openSipLab, type SipLab } from "../testing/sip-lab.ts";
import { until } from "../testing/until.ts";
import { RtpPhone } from "./rtp-phone.ts";
import { OWN_SIDE, RtpengineClient } from "./rtpengine-client.ts";
import { callSelf, ENOUGH_BLOCKS, type SelfCallOptions } from "./self-call.ts";
import { SipCaller } from "./sip-caller.ts";

const missing = missingForSip();
let lab: SipLab;
let tested: SipUnderTest;

describe.skipIf(missing)(missing ?? "Kamailio and rtpengine of sip:config", () => {
  beforeAll(async () => {
    lab = await openSipLab();
    tested = await openSipLine(lab);
  });
  afterAll(async () => {
    await tested?.close();
    await lab?.close();
  });

  /** As a call host does. */
  const soundOf = (callId: string) => setInterval(() => tested.connections.get(callId)?.sendAudio(new Int16Array(160)), 10);
  const portOfLab = () => Number(lab.address.split(":")[1]);
  const call = (more: Partial<SelfCallOptions> = {}) =>
    callSelf({ sip: lab.sip, address: "127.0.0.1", port: portOfLab(), ...more });

  it.each([
    ["that names its address", {}],
    ["behind NAT, which names a private address", { address: "10.9.8.7" }],
    ["behind NAT, which names another port", { port: 9 }],
  ])("carries sound both ways to a telephone %s", async (_name, named) => {
    const { answered, heardInside, heardOutside } = await call({ named });
    expect(answered).toMatchObject({ status: 200 });
    expect(heardInside).toBeGreaterThanOrEqual(ENOUGH_BLOCKS);
    expect(heardOutside).toBeGreaterThanOrEqual(ENOUGH_BLOCKS);
  });

  it("sends keys as RTP events with a level, each once", async () => {
    await call({
      async meanwhile({ callId }, phone) {
        await new RtpengineClient(lab.sip.rtpengine).playKeys(callId, OWN_SIDE, "1155#");
        await until(() => phone.keys.length >= 5, "the keys are heard");
        expect(phone.keys).toEqual([..."1155#"].map((key) => ({ key, volume: 10 })));
      },
    });
  });

  it.each(["udp", "tls/srtp"] as const)("sends keys in a call that begins here, over %s", async (outboundProtocol) => {
    const { gateways } = lab.trunk;
    const [plain] = gateways;
    const secure = { ...plain, ...lab.tlsGateway, outboundProtocol };
    if (outboundProtocol !== "udp") lab.trunk.gateways = [secure];
    const heardBefore = lab.other.events.length;
    const signaled: boolean[] = [];
    const silence = soundOf(outboundProtocol);
    try {
      const leg = tested.line.dial({
        orgId: ORG,
        from: tested.number,
        to: CARRIER_NUMBERS.answers,
        callerName: "Riley",
        ringSeconds: 30,
        media: { ...idleMedia(outboundProtocol), signalKeys: (areSignaled) => signaled.push(areSignaled) },
      });
      leg.listen({ onRinging: () => {}, onEnded: () => {} });
      await until(() => tested.flowing.includes(outboundProtocol), "the sound flows");
      expect(signaled.at(-1)).toBe(true);
      leg.sendKeys("7#");
      const keys = () =>
        lab.other.events
          .slice(heardBefore)
          .filter(({ type }) => type === "CALL_DTMF_START")
          .map(({ param }) => param);
      await until(() => keys().length >= 2, "the phone hears the keys");
      expect(keys()).toEqual(["7", "#"]);
      leg.hangUp();
      await until(async () => !(await lab.other.isInCall()), "the phone is free");
    } finally {
      clearInterval(silence);
      lab.trunk.gateways = gateways;
    }
  });

  it.each([
    ["PCMU", "0 PCMU/8000", 8_000],
    ["G.722", "9 G722/8000", 8_000],
    ["Opus", "111 opus/48000/2", 48_000],
  ])(
    "sends keys in a call with %s that comes in, to a switchboard that hears no tones, each once",
    async (name, codec, clock) => {
      const phone = await RtpPhone.open({ address: CARRIER_ADDRESS, playHz: 600, hearHz: 1_000 });
      const caller = await SipCaller.open({ address: "127.0.0.1", port: portOfLab(), from: CARRIER_ADDRESS });
      const signaled: boolean[] = [];
      let leg: IncomingPhoneCall["leg"] | undefined;
      tested.line.open({
        onCall: async (incoming) => {
          leg = incoming.leg;
          await incoming.answer({ ...idleMedia(name), signalKeys: (areSignaled) => signaled.push(areSignaled) });
        },
      });
      const silence = soundOf(name);
      try {
        const answer = await caller.invite(
          `sip:${OUR_NUMBER}@${lab.address}`,
          phone
            .sdp()
            .replace("RTP/AVP 0", `RTP/AVP ${Number.parseInt(codec, 10)}`)
            .replace("0 PCMU/8000", codec)
            .replace("telephone-event/8000", `telephone-event/${clock}`),
        );
        expect(answer).toMatchObject({ status: 200 });
        phone.playTo("127.0.0.1", Number(/^m=audio (\d+)/m.exec(answer?.body ?? "")?.[1]));
        await until(() => tested.flowing.includes(name), "the sound flows");
        expect(signaled).toEqual([true]);
        leg?.sendKeys?.("1155");
        leg?.sendKeys?.("#");
        await until(() => phone.keys.length >= 5, "the keys are heard");
        expect(phone.keys.map(({ key }) => key).join("")).toBe("1155#");
        expect(await caller.request("BYE")).toMatchObject({ status: 200 });
      } finally {
        clearInterval(silence);
        caller.close();
        phone.close();
      }
    },
  );

  it("refuses a REFER of the trunk, and a change to a codec that this server lacks, and goes on", async () => {
    await call({
      async meanwhile(caller, phone) {
        expect(await caller.request("REFER", undefined, [["Refer-To", "<sip:other@192.0.2.1>"]])).toMatchObject({ status: 603 });
        const g729 = phone.sdp().replace("RTP/AVP 0 101", "RTP/AVP 18 101").replace("rtpmap:0 PCMU", "rtpmap:18 G729");
        expect(await caller.request("INVITE", g729)).toMatchObject({ status: 488 });
        expect(await caller.request("INVITE", phone.sdp())).toMatchObject({ status: 200 });
        const before = phone.heard;
        await until(() => phone.heard > before + ENOUGH_BLOCKS, "the sound goes on");
      },
    });
  });

  it("takes a call back whose CANCEL comes in the INVITE's millisecond", async () => {
    // Rings until the caller takes the call back.
    tested.line.open({ onCall: async () => {} });
    for (let calls = 0; calls < 10; calls++) {
      const phone = await RtpPhone.open({ address: CARRIER_ADDRESS, playHz: 600, hearHz: 1_000 });
      const caller = await SipCaller.open({ address: "127.0.0.1", port: portOfLab(), from: CARRIER_ADDRESS });
      try {
        let cancelled: ReturnType<SipCaller["cancel"]> | undefined;
        const answer = await caller.invite(`sip:${OUR_NUMBER}@${lab.address}`, phone.sdp(), [], () => {
          cancelled = caller.cancel();
        });
        expect(answer).toMatchObject({ status: 487 });
        expect(await cancelled).toMatchObject({ status: 200 });
      } finally {
        caller.close();
        phone.close();
      }
    }
  });

  it("passes on a 503 of the trunk", async () => {
    const ended: unknown[] = [];
    const leg = tested.line.dial({
      orgId: ORG,
      from: tested.number,
      to: CARRIER_NUMBERS["has no line free"],
      callerName: "Riley",
      ringSeconds: 30,
      media: idleMedia("out"),
    });
    leg.listen({ onRinging: () => {}, onEnded: (...end) => ended.push(end) });
    await until(() => ended.length > 0, "the call has ended");
    expect(JSON.stringify(ended)).toContain("no line free");
    expect(JSON.stringify(ended)).toContain("503");
  });

  it("names itself at a trunk by the user of the registration", async () => {
    const trunk = createSocket("udp4");
    const requests: string[] = [];
    trunk.on("message", (data) => void requests.push(data.toString()));
    trunk.bind(0, CARRIER_ADDRESS);
    await once(trunk, "listening");
    const { gateways } = lab.trunk;
    try {
      lab.trunk.gateways = [{ ip: CARRIER_ADDRESS, port: trunk.address().port }];
      lab.trunk.outboundAuthenticationPlan = { ...lab.credentials, sipRegisterPlan: { username: "acme" } };
      await tested.line.setup.check(ORG);
      await until(() => requests.length > 0, "the trunk is asked for a registration");
      expect(requests[0]).toMatch(/^REGISTER /);
      expect(requests[0]).toContain(`\r\nContact: <sip:acme@${lab.address}>`);
    } finally {
      lab.trunk.gateways = gateways;
      lab.trunk.outboundAuthenticationPlan = lab.credentials;
      trunk.close();
    }
  });

  it("takes calls again seconds after a restart of Kamailio, and knows that it is away", async () => {
    expect(tested.line.problemOf()).toBeUndefined();
    await lab.restartKamailio();
    // The line is registered again in the same moment.
    await until(() => tested.log.join("").includes("was restarted"), "the lost registration is noticed");
    await until(() => tested.line.problemOf() === undefined, "the line is registered again");
    expect((await call()).answered).toMatchObject({ status: 200 });
  });
});
