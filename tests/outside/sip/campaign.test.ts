import type { Call, Campaign } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { CHEAP_ASSISTANT, openProduct, type Product, TRUNK_ADDRESS } from "./harness/product.ts";
import { sipProblem } from "./harness/programs.ts";
import {
  get,
  goTo,
  header,
  label,
  pause,
  play,
  reply,
  replyInCall,
  requestBack,
  type SipMessage,
  sipp,
  take,
  takeByNumber,
} from "./harness/sipp.ts";
import { mailboxGreeting } from "./harness/speech.ts";

const problem = sipProblem();
const NOT_CONNECTED = "call.in-progress.error-sip-outbound-call-failed-to-connect";

/** People by the first digit of the last four: how many, what the trunk does, and what becomes of it. */
const PEOPLE = [
  { digit: 1, count: 70, name: "answers", outcome: "answered", endedReason: "customer-ended-call" },
  { digit: 2, count: 20, name: "mailbox", outcome: "voicemail", endedReason: "voicemail" },
  { digit: 3, count: 30, name: "busy", outcome: "busy", endedReason: "customer-busy" },
  { digit: 4, count: 20, name: "declines", outcome: "declined", endedReason: "customer-busy" },
  { digit: 5, count: 30, name: "silent", outcome: "noAnswer", endedReason: "customer-did-not-answer" },
  { digit: 6, count: 10, name: "refuses", outcome: "declined", endedReason: "customer-busy" },
  { digit: 7, count: 20, name: "unknown", outcome: "failed", endedReason: NOT_CONNECTED },
] as const;
const RETRIED = ["busy", "noAnswer"] as const;

const numberOf = (digit: number, at: number) => `+1415555${digit}${String(at).padStart(3, "0")}`;
const callsOf = ({ outcome, count }: (typeof PEOPLE)[number]) => count * (RETRIED.some((each) => each === outcome) ? 2 : 1);
const CALLS = PEOPLE.reduce((sum, each) => sum + callsOf(each), 0);

describe.skipIf(problem)(`a campaign of 200${problem ? `: ${problem}` : ""}`, () => {
  let product: Product;
  beforeAll(async () => {
    product = await openProduct({
      assistant: {
        ...CHEAP_ASSISTANT,
        voicemailDetection: { provider: "vapi" },
        voicemailMessage: "Your cake is ready.",
        // Each voice is a mailbox.
        transcriber: {
          provider: "callwright",
          model: "fake-instant",
          text: "You have reached the mailbox of Ann Lee. Please leave a message after the tone.",
        },
      },
    });
  });
  afterAll(() => product?.close());

  test("has each outcome, reason and retry exactly", { timeout: 1_800_000 }, async () => {
    const sdp = `v=0\no=phone 1 1 IN IP4 ${TRUNK_ADDRESS}\ns=-\nc=IN IP4 ${TRUNK_ADDRESS}\nt=0 0\nm=audio [rtpstream_audio_port] RTP/AVP 0\na=rtpmap:0 PCMU/8000\n`;
    const refused = (name: string, status: string, headers: string[] = []) => [
      ...[label(name), reply("180 Ringing"), pause(200), reply(status, { headers }), take("ACK"), goTo("end")],
    ];
    const answers = [reply("180 Ringing"), pause(200), reply("200 OK", { sdp }), take("ACK")];
    const branches = Object.fromEntries(PEOPLE.map(({ name, digit }) => [name, `1415555${digit}`]));
    const run = sipp({
      address: TRUNK_ADDRESS,
      port: product.trunkPort,
      calls: CALLS,
      steps: [
        takeByNumber(branches),
        ...[label("answers"), ...answers, pause(2_000), requestBack("BYE", 1), get(200), goTo("end")],
        ...[label("mailbox"), ...answers, play(await mailboxGreeting()), take("BYE"), replyInCall("200 OK"), goTo("end")],
        ...refused("busy", "486 Busy Here"),
        ...refused("declines", "603 Decline"),
        ...refused("silent", "480 Temporarily Unavailable"),
        ...refused("refuses", "403 Forbidden", ["Reason: Q.850;cause=21"]),
        ...refused("unknown", "404 Not Found"),
        label("end"),
      ],
      more: ["-mp", "42000"],
    });
    await run.listens();
    const { user, numberId, assistantId } = product;
    const customers = PEOPLE.flatMap(({ digit, count }) =>
      Array.from({ length: count }, (_, at) => ({ number: numberOf(digit, at) })),
    );
    expect(customers).toHaveLength(200);
    const { body: created } = await user.send<Campaign>("POST", "/campaign", {
      name: "Cakes",
      assistantId,
      phoneNumberId: numberId,
      customers,
      maxConcurrency: 8,
      retryPlan: { outcomes: RETRIED, maxRetries: 1, delayMinutes: 0 },
    });
    const read = async () => (await user.send<Campaign>("GET", `/campaign/${created.id}`)).body;
    await eventually("the campaign's end", async () => ((await read()).status === "ended" ? true : undefined), 1_500_000);
    const campaign = await read();
    const outcomes = new Map<string, number>();
    for (const { outcome, count } of PEOPLE) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count);
    expect.soft(campaign).toMatchObject({ outcomeCounters: Object.fromEntries(outcomes), dialed: CALLS });

    // The trunk has seen the same: each number once, and the retried ones twice.
    const calls = new Map<string, string>();
    const timesDialed = (number: string) => [...calls.values()].filter((each) => each === number).length;
    const isInvite = (each: SipMessage) => !each.isSent && each.start.startsWith("INVITE");
    for (const each of run.messages().filter(isInvite))
      calls.set(header(each, "Call-ID") ?? "", /sip:(\+\d+)/.exec(each.start)?.[1] ?? "");
    for (const people of PEOPLE)
      for (let at = 0; at < people.count; at += 1)
        expect.soft(timesDialed(numberOf(people.digit, at)), numberOf(people.digit, at)).toBe(callsOf(people) / people.count);

    const reasons = new Map<string, number>();
    for (const id of Object.keys(campaign.calls)) {
      const { endedReason = "", customer } = (await user.send<Call>("GET", `/call/${id}`)).body;
      const key = `${String(customer?.number).at(8)} ${endedReason}`;
      reasons.set(key, (reasons.get(key) ?? 0) + 1);
    }
    expect
      .soft(Object.fromEntries(reasons))
      .toEqual(Object.fromEntries(PEOPLE.map((each) => [`${each.digit} ${each.endedReason}`, callsOf(each)])));
    await run.done();
  });
});
