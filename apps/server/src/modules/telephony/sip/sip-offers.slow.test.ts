import { createSocket } from "node:dgram";
import { PlatformError } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { IncomingPhoneCall } from "../phone-line.ts";
import { idleMedia } from "../testing/idle-media.ts";
import { openSipLine, type SipUnderTest } from "../testing/open-sip-line.ts";
import {
  CARRIER_ADDRESS,
  missingForSip,
  ORG,
  OUR_NUMBER,
  openSipLab,
  type SipLab,
  STRANGERS_ADDRESS,
} from "../testing/sip-lab.ts";
import { SipPeer } from "../testing/sip-peer.ts";
import { until } from "../testing/until.ts";

const missing = missingForSip();
const EVENTS = ["a=rtpmap:101 telephone-event/8000", "a=fmtp:101 0-16"];
/** Ports of the peer's sound, which nobody listens to unless a test does. */
const [SOUND, VIDEO] = [40_000, 40_002];
const PCMU = [`m=audio ${SOUND} RTP/AVP 0 101`, "a=rtpmap:0 PCMU/8000", ...EVENTS];

describe.skipIf(missing)(missing ?? "calls as switchboards and carriers send them", () => {
  let lab: SipLab;
  let tested: SipUnderTest;
  let peer: SipPeer;
  let calls: IncomingPhoneCall[];
  let held: boolean[];
  let ends: unknown[][];
  /** Refuses the next call. */
  let refusal: Error | undefined;

  beforeAll(async () => {
    lab = await openSipLab();
  });
  afterAll(() => lab?.close());
  beforeEach(async () => {
    tested = await openSipLine(lab);
    peer = new SipPeer(lab.address);
    await peer.open(CARRIER_ADDRESS);
    [calls, held, ends, refusal] = [[], [], [], undefined];
    tested.line.open({
      onCall: async (call) => {
        calls.push(call);
        call.leg.listen({ onRinging: () => {}, onEnded: (...end) => ends.push(end) });
        if (refusal) throw refusal;
        await call.answer({ ...idleMedia(`in ${calls.length}`), hold: (isHeld) => held.push(isHeld) });
      },
    });
  });
  afterEach(async () => {
    for (const { leg } of calls) leg.hangUp();
    peer.close();
    await tested.close();
  });

  const mediaLines = (sdp: string) =>
    sdp
      .split("\r\n")
      .filter((line) => line.startsWith("m="))
      .map((line) => line.replace(/^(m=\S+) [1-9]\d*/, "$1 …").replace(/^(m=\S+ 0) .*/, "$1"));

  it.each([
    ["PCMU without a line", [`m=audio ${SOUND} RTP/AVP 0`], ["m=audio … RTP/AVP 0"]],
    ["PCMA and PCMU without lines", [`m=audio ${SOUND} RTP/AVP 8 0 101`, ...EVENTS], ["m=audio … RTP/AVP 8 0 101"]],
    ["G.722 first", [`m=audio ${SOUND} RTP/AVP 9 0`, "a=rtpmap:9 G722/8000"], ["m=audio … RTP/AVP 9 0"]],
    ["Opus first", [`m=audio ${SOUND} RTP/AVP 107 0`, "a=rtpmap:107 opus/48000/2"], ["m=audio … RTP/AVP 107 0"]],
    ["fax, too", [...PCMU, `m=image ${VIDEO} udptl t38`, "a=T38FaxVersion:0"], ["m=audio … RTP/AVP 0 101", "m=image 0"]],
    ["text, too", [...PCMU, `m=text ${VIDEO} RTP/AVP 98`, "a=rtpmap:98 t140/1000"], ["m=audio … RTP/AVP 0 101", "m=text 0"]],
    ["video, too", [...PCMU, `m=video ${VIDEO} RTP/AVP 97`, "a=rtpmap:97 H264/90000"], ["m=audio … RTP/AVP 0 101", "m=video 0"]],
  ] as const)("takes an offer with %s, and refuses the rest of it", async (_, media, expected) => {
    const answer = await peer.invite(OUR_NUMBER, { sdp: peer.sdp(...media) });
    expect([answer.code, mediaLines(answer.body)]).toEqual([200, expected]);
    await until(() => tested.flowing.length > 0, "the sound flows");
    expect((await peer.bye()).code).toBe(200);
    await until(() => ends.length > 0, "the call has ended");
    expect(ends[0]?.[0]).toBe("hung-up");
  });

  it("refuses codecs that it lacks with 488, and says which ones were offered", async () => {
    const answer = await peer.invite(OUR_NUMBER, { sdp: peer.sdp(`m=audio ${SOUND} RTP/AVP 18 3`) });
    expect(answer.code).toBe(488);
    expect(ends[0]?.[1]).toMatchObject({
      endedReason: expect.stringContaining("inbound"),
      message: expect.stringContaining("G729/8000, GSM/8000"),
    });
    expect(tested.log.join("")).toContain("G729/8000");
  });

  it("makes an offer where the INVITE has none, without key events", async () => {
    const sdpOfAck = peer.sdp(...PCMU.map((line) => line.replace(" 101", "")).filter((line) => !line.includes("101")));
    const answer = await peer.invite(OUR_NUMBER, { sdpOfAck });
    expect(answer.code).toBe(200);
    expect(answer.body).toMatch(/m=audio \d+ RTP\/AVP .*\b0\b/);
    expect(answer.body).not.toContain("telephone-event");
    await until(() => tested.flowing.length > 0, "the sound flows");
    expect((await peer.bye()).code).toBe(200);
  });

  it("hears of each form of hold, and answers it as RFC 3264 says", async () => {
    await peer.invite(OUR_NUMBER, { sdp: peer.sdp(...PCMU) });
    await until(() => tested.flowing.length > 0, "the sound flows");
    const update = async (...media: string[]) => {
      const answer = await peer.reinvite(peer.sdp(...media));
      return [answer.code, /^a=(sendrecv|sendonly|recvonly|inactive)/m.exec(answer.body)?.[1] ?? "sendrecv"];
    };
    expect(await update(...PCMU, "a=sendonly")).toEqual([200, "recvonly"]);
    await until(() => held.length === 1, "the call is held");
    expect(await update(...PCMU, "a=sendrecv")).toEqual([200, "sendrecv"]);
    expect(await update(...PCMU, "a=inactive")).toEqual([200, "inactive"]);
    expect(await update(...PCMU)).toEqual([200, "sendrecv"]);
    await until(() => held.length === 4, "the call is taken back");
    expect((await peer.reinvite(peer.sdp(...PCMU).replace(/c=IN IP4 \S+/, "c=IN IP4 0.0.0.0"))).code).toBe(200);
    await until(() => held.length === 5, "the call is held");
    expect(held).toEqual([true, false, true, false, true]);
    // A telephone that wants an offer: the codec in use, in both directions.
    const offered = await peer.reinvite(undefined, peer.sdp(...PCMU));
    expect([offered.code, mediaLines(offered.body)]).toEqual([200, ["m=audio … RTP/AVP 0 101"]]);
    await until(() => held.length === 6, "the call is taken back");
    expect(held.at(-1)).toBe(false);
    expect((await peer.bye()).code).toBe(200);
  });

  it("changes the codec inside a call, and refuses codecs that it lacks there", async () => {
    const answered = await peer.invite(OUR_NUMBER, { sdp: peer.sdp(`m=audio ${SOUND} RTP/AVP 0 8`) });
    expect(mediaLines(answered.body)).toEqual(["m=audio … RTP/AVP 0 8"]);
    await until(() => tested.flowing.length > 0, "the sound flows");
    // A port that counts what arrives, by payload type.
    const sound = createSocket("udp4");
    await new Promise<void>((resolve) => sound.bind(0, CARRIER_ADDRESS, resolve));
    const types = new Set<number>();
    sound.on("message", (packet) => types.add((packet[1] ?? 0) & 127));
    const speaking = setInterval(() => tested.connections.get("in 1")?.sendAudio(new Int16Array(160)), 10);
    try {
      const answer = await peer.reinvite(peer.sdp(`m=audio ${sound.address().port} RTP/AVP 8`));
      expect([answer.code, mediaLines(answer.body)]).toEqual([200, ["m=audio … RTP/AVP 8"]]);
      await until(() => types.has(8), "the sound is PCMA");
      expect((await peer.reinvite(peer.sdp(`m=audio ${SOUND} RTP/AVP 18`))).code).toBe(488);
      expect((await peer.bye()).code).toBe(200);
    } finally {
      clearInterval(speaking);
      sound.close();
    }
  });

  it.each([
    ["an address with parameters", { from: "<sip:+14155550177;cpc=ordinary@198.51.100.7>" }],
    ["a telephone address", { from: "<tel:+1-415-555-0177>" }],
    [
      "what the network asserts",
      { from: "<sip:anonymous@anonymous.invalid>", headers: "P-Asserted-Identity: <sip:+14155550177@example.com>\r\n" },
    ],
  ])("knows a caller by %s", async (_, more) => {
    await peer.invite(OUR_NUMBER, { sdp: peer.sdp(...PCMU), ...more });
    expect(calls[0]?.from).toBe("+14155550177");
    expect(calls[0]?.headers).toEqual({});
    await peer.bye();
  });

  it("does not know a caller who withholds the number", async () => {
    const headers = "P-Asserted-Identity: <sip:+14155550177@example.com>\r\nPrivacy: id\r\n";
    await peer.invite(OUR_NUMBER, { sdp: peer.sdp(...PCMU), headers });
    expect(calls[0]?.from).toBe("anonymous");
    await peer.bye();
  });

  it("takes ten calls at once of a trunk that it knows", async () => {
    await peer.invite(OUR_NUMBER, { sdp: peer.sdp(...PCMU) });
    await peer.bye();
    await until(() => ends.length > 0, "the trunk has had a call");
    const peers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const each = new SipPeer(lab.address);
        await each.open(CARRIER_ADDRESS);
        return each;
      }),
    );
    try {
      const answers = await Promise.all(peers.map((each) => each.invite(OUR_NUMBER, { sdp: each.sdp(...PCMU) })));
      expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(200));
      await Promise.all(peers.map((each) => each.bye()));
    } finally {
      for (const each of peers) each.close();
    }
  });

  it("says when to call again where it is full", async () => {
    refusal = new PlatformError("at-capacity", { limit: 10, scope: "of this server", retryAfterSeconds: 7 });
    const answer = await peer.invite(OUR_NUMBER, { sdp: peer.sdp(...PCMU) });
    expect([answer.code, answer.headers.get("retry-after")]).toEqual([480, "7"]);
  });

  it("gives strangers one answer, and its trunks the true one", async () => {
    const stranger = new SipPeer(lab.address);
    await stranger.open(STRANGERS_ADDRESS);
    try {
      for (const number of [OUR_NUMBER, "+14155550000"])
        expect((await stranger.invite(number, { sdp: stranger.sdp(...PCMU) })).code).toBe(403);
      expect(stranger.seen.map(({ code }) => code)).not.toContain(180);
    } finally {
      stranger.close();
    }
    expect((await peer.invite("+14155550000", { sdp: peer.sdp(...PCMU) })).code).toBe(404);
  });

  it("refuses a REFER of the trunk", async () => {
    await peer.invite(OUR_NUMBER, { sdp: peer.sdp(...PCMU) });
    await until(() => tested.flowing.length > 0, "the sound flows");
    expect((await peer.request("REFER", "Refer-To: <sip:+14155550100@198.51.100.7>\r\n")).code).toBe(603);
    expect((await peer.bye()).code).toBe(200);
  });

  describe("calls out", () => {
    const told: unknown[] = [];
    let gateways: SipLab["trunk"]["gateways"];
    beforeEach(() => {
      told.splice(0);
      gateways = lab.trunk.gateways;
      lab.trunk.gateways = [{ ip: CARRIER_ADDRESS, port: peer.port }];
    });
    afterEach(() => {
      lab.trunk.gateways = gateways;
    });
    const dial = (ringSeconds = 30) => {
      const leg = tested.line.dial({
        orgId: ORG,
        from: tested.number,
        to: "+14155550100",
        callerName: "Riley",
        ringSeconds,
        media: idleMedia("out"),
      });
      leg.listen({
        onNamed: () => told.push("named"),
        onRinging: () => told.push("ringing"),
        onEnded: (...end) => told.push(end),
      });
      return leg;
    };

    it("rings through early media for as long as it may, and is answered after it", { timeout: 90_000 }, async () => {
      const sdp = peer.sdp(`m=audio ${SOUND} RTP/AVP 0`);
      peer.answers = [
        { code: 100, reason: "Trying" },
        { code: 183, reason: "Session Progress", sdp },
        // Janus gives a peer that nobody answers up after some 12 s.
        { code: 200, reason: "OK", sdp, afterMs: 16_000 },
      ];
      const leg = dial();
      await until(() => told.includes("ringing"), "the telephone rings");
      expect(tested.connected).toEqual([]);
      await until(() => tested.connected.includes("out"), "the telephone is answered");
      await until(() => tested.flowing.includes("out"), "the sound flows");
      expect(told).toEqual(["named", "ringing"]);
      const [invite] = peer.seen.filter(({ method }) => method === "INVITE");
      expect(invite?.body).toMatch(/m=audio \d+ RTP\/AVP 111 9 0 8\r\n/);
      expect(invite?.body).not.toContain("telephone-event");
      leg.hangUp();
      await until(() => peer.seen.some(({ method }) => method === "BYE"), "the call is hung up");
    });

    it.each([
      [603, "Decline", "", "declined", undefined],
      [403, "Forbidden", "Reason: Q.850;cause=21\r\n", "declined", undefined],
      [480, "Temporarily Unavailable", "Reason: Q.850;cause=17\r\n", "busy", undefined],
      [480, "Temporarily Unavailable", "", "no-answer", "cannot be reached"],
      [403, "Forbidden", "", "failed", "lets the calling number"],
      [503, "Service Unavailable", "", "failed", "no line free"],
      [488, "Not Acceptable Here", "", "failed", "no codec in common"],
    ])("%i %s %s is %s, and the call has its id", async (code, reason, headers, end, message) => {
      peer.answers = [{ code, reason, headers }];
      dial();
      await until(() => told.length > 1, "the call has ended");
      expect(told[0]).toBe("named");
      const [, [ended, says]] = told as [string, [string, { message: string } | undefined]];
      expect(ended).toBe(end);
      if (message) expect(says?.message).toContain(message);
    });
  });
});
