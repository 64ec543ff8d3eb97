import { createSocket } from "node:dgram";
import { ENDED_REASONS } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { IncomingPhoneCall, PhoneCall } from "../phone-line.ts";
import type { PhoneMedia } from "../phone-media.ts";
import { idleMedia } from "../testing/idle-media.ts";
import { openSipLine, type SipUnderTest } from "../testing/open-sip-line.ts";
import {
  CARRIER_ADDRESS,
  CARRIER_NUMBERS,
  missingForSip,
  ORG,
  OUR_NUMBER,
  openSipLab,
  PHONE_NUMBER,
  type SipLab,
  STRANGERS_ADDRESS,
} from "../testing/sip-lab.ts";
import { SipPeer } from "../testing/sip-peer.ts";
import { type LineUnderTest, testLine } from "../testing/test-line.ts";
import { PATIENCE_MS, until } from "../testing/until.ts";

const missing = missingForSip();
let lab: SipLab;

describe.skipIf(missing)(missing ?? "a line: sip", () => {
  beforeAll(async () => {
    lab = await openSipLab();
  });
  afterAll(() => lab?.close());

  /** Fakes the clock of rings. Messages of other programs still take real time. */
  async function sip(): Promise<LineUnderTest & SipUnderTest> {
    const tested = await openSipLine(lab);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { phone } = lab;
    return {
      ...tested,
      caller: PHONE_NUMBER,
      numberThat: CARRIER_NUMBERS,
      async pass(ms) {
        const mayRing = (to: string) => to !== CARRIER_NUMBERS["is busy"] && to !== CARRIER_NUMBERS.declines;
        const isSettled = ({ leg, to }: SipUnderTest["legs"][number]) => leg.isOver || (leg.state !== "new" && mayRing(to));
        await until(() => tested.legs.every(isSettled), "each leg rings or has ended");
        if (tested.legs.every(({ leg }) => leg.isOver)) await until(async () => !(await phone.isInCall()), "the phone is free");
        await vi.advanceTimersByTimeAsync(ms);
      },
      async pickUp(callId) {
        await until(() => phone.isInCall(), "the phone rings");
        await phone.command("accept");
        await until(() => tested.connected.includes(callId), "the sound is connected");
      },
      async hangUpThere() {
        if (!(await phone.isInCall())) return;
        await phone.command("hangup");
        await until(() => tested.legs.every(({ leg }) => leg.isOver) || tested.ended.length > 0, "the line knows it");
      },
      isOverThere: async () => !(await phone.isInCall()),
      callUs: () => lab.callUs(),
      async close() {
        vi.useRealTimers();
        await tested.close();
        await phone.command("hangup");
        await until(async () => !(await phone.isInCall()), "the phone is free");
      },
    };
  }

  testLine("sip", sip);

  describe("the SIP line", () => {
    let tested: SipUnderTest;
    beforeEach(async () => {
      tested = await openSipLine(lab);
    });
    afterEach(() => tested.close());

    const told: unknown[] = [];
    beforeEach(() => void told.splice(0));
    const dial = (to: string, media: PhoneMedia = idleMedia("a call")) => {
      const leg = tested.line.dial({
        orgId: ORG,
        from: tested.number,
        to,
        callerName: "Riley",
        ringSeconds: 30,
        media,
      });
      leg.listen({ onRinging: () => told.push("ringing"), onEnded: (...end) => told.push(end) });
      return leg;
    };

    async function incoming(media: PhoneMedia): Promise<IncomingPhoneCall> {
      let call: IncomingPhoneCall | undefined;
      tested.line.open({
        onCall: async (each) => {
          call = each;
          each.leg.listen({ onRinging: () => {}, onEnded: (...end) => told.push(end) });
          await each.answer(media);
        },
      });
      expect(await lab.callUs()).toBe(true);
      if (!call) throw new Error("nobody called");
      return call;
    }

    it("names why a call came to nothing, in a sentence", async () => {
      dial(CARRIER_NUMBERS["does not exist"]);
      await until(() => told.length > 0, "the call has ended");
      const [end] = told as [[string, { endedReason: string; message: string }]];
      expect(end[0]).toBe("failed");
      expect(end[1].endedReason).toBe(ENDED_REASONS.phoneNotConnected);
      expect(end[1].message).toContain("does not exist");
      // The trunk names another number, which was not admitted.
      dial(CARRIER_NUMBERS.redirects);
      await until(() => told.length > 1, "the call has ended");
      expect(JSON.stringify(told[1])).toContain("Redirects Are Not Followed");
      // The password of the trunk is wrong.
      lab.trunk.outboundAuthenticationPlan = { authUsername: "trunk", authPassword: "wrong" };
      dial(CARRIER_NUMBERS.rings);
      await until(() => told.length > 2, "the call has ended");
      lab.trunk.outboundAuthenticationPlan = lab.credentials;
      expect(JSON.stringify(told[2])).toContain("refuses the user name or the password");
    });

    it("declines a call whose sound cannot be connected, and ends it here", async () => {
      tested.line.open({
        onCall: async (each) => {
          each.leg.listen({ onRinging: () => {}, onEnded: (end) => told.push(end) });
          await each.answer({ ...idleMedia("in"), answer: () => Promise.reject(new Error("no host")) });
        },
      });
      expect(await lab.callUs()).toBe(false);
      expect(told).toEqual(["failed"]);
    });

    it("hears headers and keys, and hangs up on an incoming call", async () => {
      const keys: string[] = [];
      const call = await incoming({ ...idleMedia("in"), press: (key) => keys.push(key) });
      expect(call).toMatchObject({ from: PHONE_NUMBER, headers: { "X-Booking-Id": "B 7" }, carrierId: expect.any(String) });
      await until(() => tested.flowing.includes("in"), "the sound flows");
      // A busy machine loses sound, and with it a pressed key.
      for (const key of "159#")
        await until(async () => {
          await lab.press(key);
          return keys.includes(key);
        }, `key ${key} is heard`);
      expect([...new Set(keys)].join("")).toBe("159#");
      call.leg.hangUp();
      await until(async () => !(await lab.phone.isInCall()), "the phone is free");
      expect(told).toEqual([]);
    });

    it("sends INFO and MESSAGE in calls of both directions, and tells how a MESSAGE was answered", async () => {
      const requests = (send: PhoneCall["sendSip"]) => ({
        info: (key: string) =>
          send?.({ verb: "INFO", headers: {}, contentType: "application/dtmf-relay", body: `Signal=${key}\r\nDuration=160` }),
        message: (body: string, headers = {}) => send?.({ verb: "MESSAGE", headers, contentType: "text/plain", body }),
      });
      const hears = (phone: SipLab["phone"], key: string) =>
        until(
          () => phone.events.some(({ type, param }) => type === "CALL_DTMF_START" && param === key),
          `the phone hears ${key}`,
        );
      const call = await incoming(idleMedia("in"));
      const { info, message } = requests((request) => call.leg.sendSip?.(request) ?? Promise.resolve("no SIP"));
      expect(await info("5")).toBeUndefined();
      await hears(lab.phone, "5");
      expect(await message("refused", { "X-Note": "refuse this" })).toBe("The SIP MESSAGE was refused: 403 Not This One.");
      // The phone answered with 200.
      expect(await message("words ".repeat(500))).toBeUndefined();
      call.leg.hangUp();
      await until(async () => !(await lab.phone.isInCall()), "the phone is free");
      expect(await message("late")).toContain("not connected");

      const leg = dial(CARRIER_NUMBERS.answers, idleMedia("out"));
      await until(() => tested.connected.includes("out"), "the sound is connected");
      expect(await requests((request) => leg.sendSip(request)).info("7")).toBeUndefined();
      await hears(lab.other, "7");
      leg.hangUp();
      await until(async () => !(await lab.other.isInCall()), "the phone is free");
    });

    it("calls over TLS, with encrypted sound where the gateway wants it", async () => {
      const [plain] = lab.trunk.gateways;
      const secure = { ...plain, ...lab.tlsGateway };
      try {
        for (const outboundProtocol of ["tls", "tls/srtp"] as const) {
          lab.trunk.gateways = [{ ...secure, outboundProtocol }];
          const leg = dial(CARRIER_NUMBERS.answers, idleMedia(outboundProtocol));
          await until(() => tested.flowing.includes(outboundProtocol), `sound flows over ${outboundProtocol}`);
          expect(/SRTP is Enabled|AES_CM_128/i.test(lab.printed())).toBe(outboundProtocol === "tls/srtp");
          // The carrier hangs up over TLS, and we do.
          if (outboundProtocol === "tls") await lab.other.command("hangup");
          else leg.hangUp();
          await until(() => leg.isOver, "the call has ended here");
          await until(async () => !(await lab.other.isInCall()), "the phone is free");
        }
      } finally {
        lab.trunk.gateways = plain ? [plain] : [];
      }
    });

    it("lets the trunk connect a caller with another telephone, and keeps the call when that is busy", async () => {
      const call = await incoming(idleMedia("in"));
      const order = (number: string) => ({ destination: { type: "number" as const, number }, ringSeconds: 20 });
      expect(await call.leg.refer?.(order(CARRIER_NUMBERS["is busy"]), () => {})).toBe("busy");
      expect(await lab.phone.isInCall()).toBe(true);
      expect(told).toEqual([]);
      expect(await call.leg.refer?.(order(CARRIER_NUMBERS.answers), () => {})).toBeUndefined();
      await until(() => lab.other.isInCall(), "the other phone has the call");
      expect(told).toEqual([]);
      await lab.other.command("hangup");
      await until(async () => !(await lab.phone.isInCall()), "the phone is free");
    });

    it("registers with a trunk that wants it, tells its state, and is called by that registration", async () => {
      lab.trunk.outboundAuthenticationPlan = { ...lab.credentials, sipRegisterPlan: { domain: CARRIER_ADDRESS } };
      const state = async () => (await tested.line.setup.check(ORG)).find(({ id }) => id === "trunkRegistration");
      await until(async () => (await state())?.state === "ready", "the trunk has registered this server");
      expect(await state()).toMatchObject({ message: "Registered as trunk." });
      const call = await incoming(idleMedia("in"));
      expect(call.to.number).toBe(OUR_NUMBER);
      call.leg.hangUp();
      await until(async () => !(await lab.phone.isInCall()), "the phone is free");
      lab.trunk.outboundAuthenticationPlan = { ...lab.trunk.outboundAuthenticationPlan, authPassword: "wrong" };
      await until(async () => (await state())?.state === "failed", "the trunk refuses another password");
      lab.trunk.outboundAuthenticationPlan = lab.credentials;
      expect(await state()).toBeUndefined();
      expect(await tested.line.setup.check(ORG)).toMatchObject([
        { id: "sipGateway", state: "ready" },
        { id: "sipProxy", state: "ready" },
        { id: "trunk", state: "ready" },
      ]);
    });

    it("refuses calls of strangers, and those that did not come through Kamailio", async () => {
      // A separate lab, whose Janus has no ports of earlier tests.
      const own = await openSipLab();
      own.trunk.outboundAuthenticationPlan = { ...own.credentials, sipRegisterPlan: { domain: CARRIER_ADDRESS } };
      const attacked = await openSipLine(own);
      try {
        const steps = () => attacked.line.setup.check(ORG);
        await until(async () => (await steps()).at(-1)?.state === "ready", "the trunk has registered this server");
        const calls: unknown[] = [];
        attacked.line.open({ onCall: async (call) => void calls.push(call) });
        // A stranger who knows the number, and claims to be Kamailio.
        const marks = `X-Callwright-Key: forged\r\nX-Callwright-Source: ${CARRIER_ADDRESS}\r\nX-Callwright-Dialed: ${OUR_NUMBER}\r\n`;
        expect(await invite(own.address, OUR_NUMBER, marks)).toBe(403);
        expect(await invite(own.address, "+14155550000")).toBe(403);
        // Janus has one port for each registration: of this server's two users, and of the trunk.
        const ports = own.portsOfJanus();
        expect(ports).toHaveLength(3);
        for (const port of ports) expect(await invite(`127.0.0.1:${port}`, OUR_NUMBER, marks)).toBe(403);
        // Kamailio does not forward calls from its inner address.
        const inner = own.sip.proxy.replace("sip:", "");
        expect(await invite(inner, CARRIER_NUMBERS.answers, marks)).toBe(403);
        // Nor as if a call went on already: by routes, strict routes, and the mark of another call. Strangers see no mark of their own.
        const seen: string[] = [];
        expect(await invite(own.address, OUR_NUMBER, "", { callId: "of-a-stranger", seen })).toBe(403);
        expect(seen.join("")).not.toContain(";ck=");
        attacked.line.open({ onCall: (call) => call.answer(idleMedia("of the trunk")) });
        const trunk = new SipPeer(own.address);
        await trunk.open(CARRIER_ADDRESS);
        const taken = await trunk.invite(OUR_NUMBER, { sdp: trunk.sdp("m=audio 40000 RTP/AVP 0") });
        expect((await trunk.bye()).code).toBe(200);
        trunk.close();
        attacked.line.open({ onCall: async (call) => void calls.push(call) });
        const { callId } = trunk;
        const mark = /;ck=\w+/.exec(taken.headers.get("record-route") ?? "")?.[0];
        expect(mark).toBeDefined();
        const beyond = `sip:${CARRIER_NUMBERS.answers}@${own.trunk.gateways[0]?.ip}:${own.trunk.gateways[0]?.port}`;
        const ours = `sip:x@${own.address}`;
        const route = (...uris: string[]) => uris.map((uri) => `Route: <${uri}>\r\n`).join("");
        const outer = `sip:${own.address};lr`;
        const janus = `sip:x@127.0.0.1:${ports[0]}`;
        for (const [routes, uri, id] of [
          [[outer], beyond],
          [[outer, `${beyond};lr`], "sip:x@127.0.0.1"],
          [[outer, `sip:${inner}`], beyond],
          [[outer, `sip:${inner}`, `${outer};r2=on`], beyond],
          [[outer, `sip:${inner};lr`, `${beyond};lr`], ours],
          [[`${outer};r2=on`, `sip:${inner};r2=on;lr`], beyond],
          [[outer], janus],
          [[`${outer}${mark}`], janus],
          [[`${outer}${mark}`], beyond, callId],
          [[`${outer}${mark}`, `${beyond};lr`], janus, callId],
          [[`${outer}${mark}`, `sip:${inner}`], beyond, callId],
          [[`${outer}${mark}`, `sip:${inner};lr${mark}`], beyond, callId],
          [[`${outer}${mark}`], `sip:x@127.0.0.1:${own.sip.janusUrl.split(":").at(-1)};transport=tcp`, callId],
        ] as const)
          expect(await invite(own.address, OUR_NUMBER, route(...routes), { within: uri, callId: id }), `${routes} ${uri}`).toBe(
            403,
          );
        for (const routes of [[`sip:${inner};lr`], [`sip:${inner};lr${mark}`]])
          expect(await invite(inner, OUR_NUMBER, route(...routes), { within: beyond, callId })).toBe(403);
        expect(calls).toEqual([]);
        for (const reason of ["is no gateway of", "no such number", "did not come through Kamailio"])
          expect(attacked.log.join("")).toContain(reason);
        expect(attacked.log.join("")).not.toContain(own.sip.secret);
      } finally {
        await attacked.close();
        await own.close();
      }
    });

    it("ends its calls when Janus dies, and comes back with it", async () => {
      const call = await incoming(idleMedia("in"));
      expect(call).toBeDefined();
      lab.killJanus();
      await until(() => told.length > 0, "the call has ended");
      expect(told).toEqual([
        ["failed", { endedReason: ENDED_REASONS.carrierClosedStream, message: expect.stringContaining("Janus") }],
      ]);
      expect(tested.line.problemOf()).toContain("Janus");
      expect(await tested.line.setup.check(ORG)).toMatchObject([{ state: "failed" }, { state: "open" }, { state: "ready" }]);
      await lab.phone.command("hangup");
      await lab.startJanus();
      await until(() => tested.line.problemOf() === undefined, "the line is registered again");
      dial(CARRIER_NUMBERS["is busy"]);
      await until(() => told.length > 1, "calls are made again");
      expect(told[1]).toEqual(["busy", undefined]);
    });
  });
});

interface Stranger {
  /** The address that it claims to have in a call. */
  within?: string;
  callId?: string | undefined;
  /** The answers that it gets. */
  seen?: string[];
}

/** An INVITE of a stranger. Returns the status code of the answer. */
async function invite(to: string, user: string, headers = "", { within, callId, seen }: Stranger = {}): Promise<number> {
  const [host = "", port = ""] = to.split(":");
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, STRANGERS_ADDRESS, resolve));
  const own = `${STRANGERS_ADDRESS}:${socket.address().port}`;
  const id = Math.random().toString(36).slice(2);
  const sdp = "v=0\r\no=- 1 1 IN IP4 127.0.0.3\r\ns=-\r\nc=IN IP4 127.0.0.3\r\nt=0 0\r\nm=audio 40000 RTP/AVP 0\r\n";
  const request = [
    `INVITE ${within ?? `sip:${user}@${to}`} SIP/2.0`,
    `Via: SIP/2.0/UDP ${own};branch=z9hG4bK${id}`,
    "Max-Forwards: 70",
    `From: <sip:${PHONE_NUMBER}@${STRANGERS_ADDRESS}>;tag=${id}`,
    `To: <sip:${user}@${to}>${within === undefined ? "" : ";tag=1"}`,
    `Call-ID: ${callId ?? id}`,
    "CSeq: 1 INVITE",
    `Contact: <sip:x@${own}>`,
    "Content-Type: application/sdp",
    `Content-Length: ${sdp.length}`,
  ];
  let late: NodeJS.Timeout | undefined;
  const answered = new Promise<number>((resolve, reject) => {
    const title = `${request[0]} ${headers}`;
    late = setTimeout(() => reject(new Error(`no answer to ${title}, only ${seen?.join("")}`)), PATIENCE_MS);
    socket.on("message", (data) => {
      seen?.push(data.toString());
      const code = Number(/^SIP\/2\.0 (\d{3})/.exec(data.toString())?.[1] ?? 0);
      if (code >= 200) resolve(code);
    });
  });
  socket.send(`${request.join("\r\n")}\r\n${headers}\r\n${sdp}`, Number(port), host);
  try {
    return await answered;
  } finally {
    clearTimeout(late);
    socket.close();
  }
}
