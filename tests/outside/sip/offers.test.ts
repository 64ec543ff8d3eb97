import { describe, expect, test } from "vitest";
import { UNTIL_BYE } from "./harness/caller.ts";
import { type Phone, soundBody } from "./harness/phones.ts";
import { sipProblem } from "./harness/programs.ts";
import { ack, get, header, maybe, pause, request } from "./harness/sipp.ts";
import { openStage } from "./harness/stage.ts";

/** SDP as phones, switchboards and carriers send it (RFC 3264, 3551, 8866): what is answered, and that sound flows both ways. */

const problem = sipProblem();
const PCMU = "a=rtpmap:0 PCMU/8000";
const PCMA = "a=rtpmap:8 PCMA/8000";
const KEYS = ["a=rtpmap:101 telephone-event/8000", "a=fmtp:101 0-16"];

interface Offer {
  name: string;
  formats: string;
  lines: readonly string[];
  type?: 0 | 8;
  /** Media lines after the sound. */
  more?: readonly string[];
}

const ANSWERED: Offer[] = [
  { name: "PCMU and keys", formats: "RTP/AVP 0 101", lines: [PCMU, ...KEYS] },
  { name: "PCMA", formats: "RTP/AVP 8", lines: [PCMA], type: 8 },
  { name: "keys with payload type 96", formats: "RTP/AVP 0 96", lines: [PCMU, "a=rtpmap:96 telephone-event/8000"] },
  { name: "comfort noise", formats: "RTP/AVP 0 13 101", lines: [PCMU, "a=rtpmap:13 CN/8000", ...KEYS] },
  { name: "packets of 10 ms", formats: "RTP/AVP 0", lines: [PCMU, "a=ptime:10"] },
  { name: "packets of 60 ms", formats: "RTP/AVP 0", lines: [PCMU, "a=ptime:60"] },
  { name: "G.729 first, and PCMU", formats: "RTP/AVP 18 0", lines: ["a=rtpmap:18 G729/8000", PCMU] },
  // Failures that the report found.
  { name: "PCMU without its rtpmap", formats: "RTP/AVP 0", lines: [] },
  { name: "PCMA without its rtpmap", formats: "RTP/AVP 8", lines: [], type: 8 },
  { name: "PCMU and PCMA without rtpmap, keys with one", formats: "RTP/AVP 0 8 101", lines: KEYS },
  {
    name: "a second line with video",
    formats: "RTP/AVP 0",
    lines: [PCMU],
    more: ["m=video 41000 RTP/AVP 96", "a=rtpmap:96 H264/90000"],
  },
  {
    name: "a second line for faxes (T.38)",
    formats: "RTP/AVP 0",
    lines: [PCMU],
    more: ["m=image 41002 udptl t38", "a=T38FaxVersion:0"],
  },
  {
    name: "a second line with text",
    formats: "RTP/AVP 0",
    lines: [PCMU],
    more: ["m=text 41004 RTP/AVP 98", "a=rtpmap:98 t140/1000"],
  },
];

const REFUSED: Pick<Offer, "name" | "formats" | "lines">[] = [
  { name: "G.729 alone", formats: "RTP/AVP 18", lines: ["a=rtpmap:18 G729/8000"] },
  { name: "GSM alone", formats: "RTP/AVP 3", lines: ["a=rtpmap:3 GSM/8000"] },
];

/** Taken where this server has the codec, else refused as a codec. */
const OPTIONAL: Pick<Offer, "name" | "formats" | "lines">[] = [
  { name: "G.722 alone", formats: "RTP/AVP 9", lines: ["a=rtpmap:9 G722/8000"] },
  { name: "Opus alone", formats: "RTP/AVP 107", lines: ["a=rtpmap:107 opus/48000/2"] },
];

const mediaLines = (sdp: string) => sdp.split(/\r?\n/).filter((line) => line.startsWith("m="));
const typesOf = (line = "") => line.split(" ").slice(3);

describe.skipIf(problem)(`an offer in the INVITE${problem ? `: ${problem}` : ""}`, () => {
  const stage = openStage();

  test.each(ANSWERED)("$name: 200, and sound both ways", async ({ formats, lines, type = 0, more = [] }) => {
    const { caller } = stage;
    const body = (phone: Phone) => `${soundBody(phone, formats, lines)}${more.map((line) => `${line}\n`).join("")}`;
    const { answer, phone, stored } = await caller.call({ body, phone: { type } });
    expect(answer.start).toBe("SIP/2.0 200 OK");
    const [sound = "", ...others] = mediaLines(answer.body);
    // Keys and comfort noise alone are no sound.
    expect(typesOf(sound)).toContain(String(type));
    // Each line has its answer; a line that is not taken has the port 0 (RFC 3264, 6).
    expect(others.map((line) => line.replace(/^(m=\w+) (\d+).*/, "$1 $2"))).toEqual(
      more.filter((line) => line.startsWith("m=")).map((line) => line.replace(/^(m=\w+) .*/, "$1 0")),
    );
    await stage.bothWays(phone, (await stored()).id, type);
    expect((await phone.heard()).types).toContain(type);
  });

  test.each(REFUSED)("$name: 488", async ({ formats, lines }) => {
    const { answer } = await stage.caller.call({ body: (phone) => soundBody(phone, formats, lines) });
    expect(answer.code).toBe(488);
    const { id } = await stage.product.callOf(header(answer, "Call-ID") ?? "");
    // Nobody called out.
    expect((await stage.product.ended(id)).endedReason).not.toContain("outbound");
  });

  test.each(OPTIONAL)("$name: 200 with it, or 488", async ({ formats, lines }) => {
    const { answer } = await stage.caller.call({ body: (phone) => soundBody(phone, formats, lines) });
    expect([200, 488]).toContain(answer.code);
    if (answer.code === 200) expect(typesOf(mediaLines(answer.body)[0])).toContain(formats.split(" ").at(-1));
  });

  test("SRTP alone (SDES): 200 with a key", async () => {
    const crypto = `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${"A".repeat(40)}`;
    const { answer } = await stage.caller.call({ body: (phone) => soundBody(phone, "RTP/SAVP 0", [PCMU, crypto]) });
    expect(answer.code).toBe(200);
    expect(answer.body).toMatch(/^m=audio \d+ RTP\/SAVP 0\b.*^a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:/ms);
  });

  test("none: the offer is in the 200, and the answer in the ACK", async () => {
    const { answer, phone, stored } = await stage.caller.call({
      body: null,
      ack: (each) => request("ACK", 1, { sdp: soundBody(each, "RTP/AVP 0", [PCMU]) }),
    });
    expect(answer.code).toBe(200);
    expect(typesOf(mediaLines(answer.body)[0])).toContain("0");
    await stage.bothWays(phone, (await stored()).id);
  });
});

describe.skipIf(problem)("a phone behind NAT", () => {
  const stage = openStage();

  test("hears sound although its SDP has a private address", async () => {
    const body = (phone: Phone) => soundBody({ address: "10.9.8.7", port: phone.port });
    const { answer, phone, stored } = await stage.caller.call({ body });
    expect(answer.code).toBe(200);
    await stage.bothWays(phone, (await stored()).id);
  });

  test("hears sound at the port from which it sends", async () => {
    const { answer, phone, stored } = await stage.caller.call({ phone: { otherPort: true } });
    expect(answer.code).toBe(200);
    await stage.bothWays(phone, (await stored()).id);
  });
});

describe.skipIf(problem)("an offer in a call", () => {
  /** Silence ends a call after the shortest time that can be set. */
  const SILENCE_SECONDS = 5;
  const stage = openStage();
  const again = (cseq: number, body: string) => [request("INVITE", cseq, { sdp: body }), maybe(100), get(200), ack(cseq)];
  const attributes = (direction: string) => [PCMU, `a=${direction}`];

  test.each([
    { name: "inactive", held: (phone: Phone) => soundBody(phone, "RTP/AVP 0", attributes("inactive")) },
    { name: "sendonly", held: (phone: Phone) => soundBody(phone, "RTP/AVP 0", attributes("sendonly")) },
    { name: "0.0.0.0", held: ({ port }: Phone) => soundBody({ address: "0.0.0.0", port }, "RTP/AVP 0", [PCMU]) },
  ])("hold ($name) lasts longer than the silence timeout, and ends", async ({ held }) => {
    await stage.product.answerWith({
      name: "Patient",
      firstMessage: "Hello.",
      silenceTimeoutSeconds: SILENCE_SECONDS,
      voice: { provider: "callwright", voiceId: "slt" },
      transcriber: { provider: "callwright", model: "fake-instant" },
      model: { provider: "callwright", model: "fake-script", reply: "I have written it down." },
    });
    const phone = await stage.caller.bank.open("127.0.0.2");
    const { run, stored } = await stage.caller.call({
      body: () => soundBody(phone),
      steps: [
        ...[pause(2_000), ...again(2, held(phone))],
        ...[pause(SILENCE_SECONDS * 3_000), ...again(3, soundBody(phone))],
        ...[request("BYE", 4), get(200)],
      ],
    });
    const { code, errors } = await run.done();
    expect(code, errors).toBe(0);
    expect(await stage.product.ended((await stored()).id)).toMatchObject({ endedReason: "customer-ended-call" });
    await phone.close();
  });

  test("a new port for the sound: it goes there", async () => {
    const moved = await stage.caller.bank.open("127.0.0.2");
    const { phone, run } = await stage.caller.call({
      steps: [pause(2_000), ...again(2, soundBody(moved, "RTP/AVP 0", [PCMU])), ...UNTIL_BYE],
    });
    await phone.untilSpeech();
    const answer = await run.received("the second 200", (each) => each.code === 200 && header(each, "CSeq") === "2 INVITE");
    await moved.to(answer.body);
    await phone.quiet(true);
    expect((await eventuallyHeard(moved)).types).toEqual([0]);
    await moved.close();
  });

  test("UPDATE: 200", async () => {
    const { run } = await stage.caller.call({
      steps: [pause(500), request("UPDATE", 2), get(200), request("BYE", 3), get(200)],
    });
    const { code, errors } = await run.done();
    expect(code, errors).toBe(0);
  });

  test("another codec than the call's: it is used, or 488 and the call goes on", async () => {
    const { phone, run, stored } = await stage.caller.call({
      body: (each) => soundBody(each, "RTP/AVP 0 101", [PCMU, ...KEYS]),
      steps: [
        ...[
          pause(500),
          request("INVITE", 2, { sdp: soundBody({ address: "127.0.0.2", port: 40_998 }, "RTP/AVP 8 101", [PCMA, ...KEYS]) }),
        ],
        ...[maybe(100), get(200), ack(2), ...UNTIL_BYE],
      ],
    });
    await phone.untilSpeech();
    const isAnswer = (each: { code: number }) => each.code >= 200;
    const answer = await run.received("the second answer", (each) => isAnswer(each) && header(each, "CSeq") === "2 INVITE");
    expect([200, 488]).toContain(answer.code);
    if (answer.code === 200) expect(typesOf(mediaLines(answer.body)[0])).toContain("8");
    else await stage.is((await stored()).id, "in-progress");
  });
});

async function eventuallyHeard(phone: Phone) {
  await expect.poll(async () => (await phone.heard()).packets, { timeout: 30_000 }).toBeGreaterThan(50);
  return phone.heard();
}
