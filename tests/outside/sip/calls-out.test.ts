import { describe, expect, test } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { type Phone, soundBody } from "./harness/phones.ts";
import { TRUNK_ADDRESS } from "./harness/product.ts";
import { sipProblem } from "./harness/programs.ts";
import { get, header, maybe, pause, reply, requestBack, sipp, take } from "./harness/sipp.ts";
import { mailboxGreeting } from "./harness/speech.ts";
import { CUSTOMER, invitation, okWith, openStage, untilTheyHangUp } from "./harness/stage.ts";

const problem = sipProblem();
const title = (name: string) => `${name}${problem ? `: ${problem}` : ""}`;
const NOT_CONNECTED = "call.in-progress.error-sip-outbound-call-failed-to-connect";
const answered = (phone: Phone) => [reply("200 OK", okWith(phone)), take("ACK"), ...untilTheyHangUp];

describe.skipIf(problem)(title("a call out"), () => {
  const stage = openStage();

  test.each([
    { name: "after 180", steps: (phone: Phone) => [take("INVITE"), reply("180 Ringing"), pause(500), ...answered(phone)] },
    { name: "at once", steps: (phone: Phone) => [take("INVITE"), ...answered(phone)] },
    {
      name: "after 16 s of early media (183 with SDP)",
      steps: (phone: Phone) => [take("INVITE"), reply("183 Session Progress", okWith(phone)), pause(16_000), ...answered(phone)],
    },
    {
      name: "without rtpmap",
      steps: (phone: Phone) => [
        ...[take("INVITE"), reply("180 Ringing"), reply("200 OK", { sdp: soundBody(phone, "RTP/AVP 0", []) })],
        ...[take("ACK"), ...untilTheyHangUp],
      ],
    },
  ])("is answered $name: sound both ways, and the Call-ID is known", async ({ steps }) => {
    const { phone, run, call } = await stage.dial(steps);
    const invite = await invitation(run);
    await phone.to(invite.body);
    const talking = await stage.is(call.id, "in-progress");
    expect(talking.phoneCallProviderId).toBe(header(invite, "Call-ID"));
    await phone.forget();
    await stage.bothWays(phone, call.id);
    await stage.product.end(call.id);
    expect((await run.done()).code).toBe(0);
  });

  test("is heard while it rings with early media, and ended by the customer", async () => {
    const { phone, run, call } = await stage.dial((each) => [
      ...[take("INVITE"), reply("183 Session Progress", okWith(each)), pause(2_000)],
      ...[reply("200 OK", okWith(each)), take("ACK"), pause(4_000), requestBack("BYE", 1), get(200)],
    ]);
    await phone.to((await invitation(run)).body);
    expect((await run.done()).code).toBe(0);
    expect(await stage.product.ended(call.id)).toMatchObject({ endedReason: "customer-ended-call" });
  });

  interface Refusal {
    status: string;
    /** Before the refusal. */
    rings?: boolean;
    reason?: string;
    endedReason: string;
    says?: RegExp;
    saysNot?: RegExp;
  }
  const refusals: Refusal[] = [
    { status: "486 Busy Here", endedReason: "customer-busy" },
    { status: "600 Busy Everywhere", endedReason: "customer-busy" },
    { status: "603 Decline", rings: true, endedReason: "customer-busy", says: /declined/ },
    { status: "607 Unwanted", rings: true, endedReason: "customer-busy", says: /declined/ },
    { status: "608 Rejected", rings: true, endedReason: "customer-busy", says: /declined/ },
    // Asterisk's Hangup(21).
    { status: "403 Forbidden", rings: true, reason: "Q.850;cause=21", endedReason: "customer-busy", says: /declined/ },
    { status: "403 Forbidden", endedReason: NOT_CONNECTED, says: /403/ },
    { status: "480 Temporarily Unavailable", rings: true, endedReason: "customer-did-not-answer" },
    { status: "480 Temporarily Unavailable", endedReason: "customer-did-not-answer", saysNot: /rang/ },
    { status: "480 Temporarily Unavailable", reason: "Q.850;cause=17", endedReason: "customer-busy" },
    { status: "408 Request Timeout", rings: true, endedReason: "customer-did-not-answer" },
    { status: "404 Not Found", endedReason: NOT_CONNECTED, says: /does not exist/ },
    { status: "410 Gone", endedReason: NOT_CONNECTED, says: /410/ },
    { status: "484 Address Incomplete", endedReason: NOT_CONNECTED, says: /incomplete/ },
    { status: "488 Not Acceptable Here", endedReason: NOT_CONNECTED, says: /codec/ },
    { status: "502 Bad Gateway", endedReason: NOT_CONNECTED, says: /502/ },
    { status: "503 Service Unavailable", endedReason: NOT_CONNECTED, says: /no line free.*503/ },
    { status: "302 Moved Temporarily", endedReason: NOT_CONNECTED, says: /edirect/ },
  ];
  test.each(refusals)("is refused with $status $reason: $endedReason", async ({ status, rings = false, reason, ...expected }) => {
    const headers = reason === undefined ? [] : [`Reason: ${reason}`];
    const { run, call } = await stage.dial(() => [
      ...[take("INVITE"), ...(rings ? [reply("180 Ringing"), pause(300)] : [])],
      ...[reply(status, { headers }), take("ACK")],
    ]);
    await invitation(run);
    const ended = await stage.product.ended(call.id);
    expect(ended.endedReason).toBe(expected.endedReason);
    if (expected.says) expect(ended.endedMessage).toMatch(expected.says);
    if (expected.saysNot) expect(ended.endedMessage ?? "").not.toMatch(expected.saysNot);
  });

  test.each(["486 Busy Here", "404 Not Found"])("has its Call-ID when it is refused at once (%s)", async (status) => {
    const { run, call } = await stage.dial(() => [take("INVITE"), reply(status), take("ACK")]);
    const callId = header(await invitation(run), "Call-ID");
    expect((await stage.product.ended(call.id)).phoneCallProviderId).toBe(callId);
  });

  test("wants a password, and the trunk has none: the message says it", async () => {
    const challenge = 'WWW-Authenticate: Digest realm="trunk", nonce="8f2a", algorithm=MD5';
    const refuse = [take("INVITE"), reply("401 Unauthorized", { headers: [challenge] }), take("ACK")];
    // An answer without a password may come.
    const { call } = await stage.dial(() => [...refuse, ...refuse]);
    const { endedReason, endedMessage } = await stage.product.ended(call.id);
    expect(endedReason).toBe(NOT_CONNECTED);
    expect(endedMessage).toContain("outboundAuthenticationPlan");
    expect(endedMessage).not.toMatch(/904|refuses the user name/);
  });

  test("is not answered: CANCEL after the time to ring", async () => {
    const { run, call } = await stage.dial(() => [
      ...[take("INVITE"), reply("180 Ringing"), take("CANCEL"), reply("200 OK")],
      // The INVITE's own answer is not checked here.
      pause(1),
    ]);
    expect(await stage.product.ended(call.id)).toMatchObject({ endedReason: "customer-did-not-answer" });
    await run.received("a CANCEL", ({ start }) => start.startsWith("CANCEL"));
  });

  test("presses the keys of an extension as telephone events, each once", async () => {
    // An answer has the numbers of the offer (RFC 3264, 6.1).
    const formats = ["a=rtpmap:0 PCMU/8000", "a=rtpmap:126 telephone-event/8000"];
    const { phone, run, call } = await stage.dial(
      (each) => [
        ...[take("INVITE"), reply("180 Ringing"), reply("200 OK", { sdp: soundBody(each, "RTP/AVP 0 126", formats) })],
        ...[take("ACK"), ...untilTheyHangUp],
      ],
      { customer: { number: CUSTOMER, extension: "w1234#" } },
    );
    const { body } = await invitation(run);
    expect(body).toMatch(/telephone-event\/8000/);
    await phone.to(body);
    await stage.is(call.id, "in-progress");
    const pressed = async () => {
      const { events } = await phone.heard();
      const stamps = new Map(events.map((each) => [each.stamp, each]));
      return [...stamps.values()];
    };
    await eventually("five keys", async () => (await pressed()).length >= 5 || undefined, 30_000);
    const keys = await pressed();
    expect(keys.map(({ key }) => "0123456789*#"[key])).toEqual([..."1234#"]);
    // −63 dBm0 would be silence for a switchboard that looks at the level.
    for (const { level } of keys) expect(level).toBeLessThan(40);
    for (const { stamp } of keys)
      expect((await phone.heard()).events.some((each) => each.stamp === stamp && each.isEnd)).toBe(true);
  });
});

describe.skipIf(problem)(title("a trunk with a password"), () => {
  const stage = openStage({
    trunk: { outboundAuthenticationPlan: { authUsername: "acme", authPassword: "a secret of the trunk" } },
  });

  test.each([
    { code: "401", ask: "WWW-Authenticate", answer: "Authorization" },
    { code: "407", ask: "Proxy-Authenticate", answer: "Proxy-Authorization" },
  ])("gets it when it asks ($code)", async ({ code, ask, answer }) => {
    const challenge = `${ask}: Digest realm="trunk", nonce="8f2a", algorithm=MD5`;
    const { run, call } = await stage.dial((phone) => [
      ...[take("INVITE"), reply(`${code} Who Are You`, { headers: [challenge] }), take("ACK")],
      ...[take("INVITE"), ...answered(phone)],
    ]);
    await stage.is(call.id, "in-progress");
    const proof = run.messages().flatMap((each) => header(each, answer) ?? []);
    expect(proof.length).toBeGreaterThan(0);
    for (const each of proof)
      expect(each).toMatch(/^Digest (?=.*username="acme")(?=.*realm="trunk")(?=.*nonce="8f2a")(?=.*response="[0-9a-f]{32}")/);
  });
});

describe.skipIf(problem)(title("the mailbox of a customer"), () => {
  const stage = openStage({
    assistant: {
      name: "Riley",
      firstMessage: "Hello.",
      // Offices can be heard in telephone calls.
      backgroundSound: "off",
      voicemailMessage: "This is the Gulf Street Bakery. Your cake is ready.",
      voicemailDetection: { provider: "vapi" },
      model: { provider: "callwright", model: "fake-script", reply: "I have written it down." },
      voice: { provider: "callwright", voiceId: "slt" },
      transcriber: { provider: "callwright", model: "moonshine" },
    },
  });

  test("hears the message 300 ms after its beep or later, and whole", async () => {
    const { phone, run, call } = await stage.dial((each) => [take("INVITE"), ...answered(each)]);
    await phone.to((await invitation(run)).body);
    await stage.is(call.id, "in-progress");
    await phone.say(await mailboxGreeting());
    await phone.untilSaid();
    const { saidMs } = await phone.heard();
    const first = await eventually("the message", async () => (await phone.heard()).loudMs.find((ms) => ms > (saidMs ?? 0)));
    expect(first - (saidMs ?? 0)).toBeGreaterThan(300);
    expect(await stage.product.ended(call.id)).toMatchObject({ endedReason: "voicemail" });
  });
});

describe.skipIf(problem)(title("a trunk that wants a registration"), () => {
  const stage = openStage();

  test("gets a Contact with the trunk's user at this server's address", async () => {
    const { product } = stage;
    const port = product.trunkPort + 1;
    const run = sipp({
      address: TRUNK_ADDRESS,
      port,
      steps: [take("REGISTER"), reply("200 OK", { headers: ["Expires: 300"] }), maybe(200)],
    });
    await run.listens();
    const { body } = await product.user.send<{ id: string }>("POST", "/credential", {
      provider: "byo-sip-trunk",
      gateways: [{ ip: TRUNK_ADDRESS, port }],
      outboundAuthenticationPlan: { authUsername: "acme", authPassword: "x", sipRegisterPlan: {} },
    });
    await product.user.send("POST", "/phone-number", {
      provider: "byo-phone-number",
      number: "+14155550124",
      credentialId: body.id,
    });
    const register = await run.received("REGISTER", ({ start }) => start.startsWith("REGISTER"));
    expect(header(register, "Contact")).toMatch(new RegExp(`^<sip:acme@${product.address}>`));
    await run.stop();
  });
});
