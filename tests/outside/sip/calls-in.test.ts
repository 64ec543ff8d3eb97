import { createSocket } from "node:dgram";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { PhoneNumberSetup } from "@callwright/contract";
import { describe, expect, test } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { UNTIL_BYE } from "./harness/caller.ts";
import { soundBody } from "./harness/phones.ts";
import { CALLER, OUR_NUMBER, STRANGER_ADDRESS, TRUNK_ADDRESS } from "./harness/product.ts";
import { sipProblem } from "./harness/programs.ts";
import { ack, cancel, get, header, invite, maybe, pause, replyInCall, request, sipp, take } from "./harness/sipp.ts";
import { openStage } from "./harness/stage.ts";

const problem = sipProblem();
const title = (name: string) => `${name}${problem ? `: ${problem}` : ""}`;
const bye = (cseq = 2) => [request("BYE", cseq), get(200)];

describe.skipIf(problem)(title("a call in"), () => {
  const stage = openStage();

  test.each(["u1", "t1"] as const)("has sound both ways, a caller and an end by the caller (%s)", async (transport) => {
    const { phone, run, stored } = await stage.caller.call({ transport, steps: [pause(15_000), ...bye()] });
    await stage.bothWays(phone, (await stored()).id);
    const { code, errors } = await run.done();
    expect(code, errors).toBe(0);
    expect(await stage.product.ended((await stored()).id)).toMatchObject({
      endedReason: "customer-ended-call",
      customer: { number: CALLER },
    });
  });

  test("is ended by this server", async () => {
    const { run, stored } = await stage.caller.call();
    await stage.product.end((await stored()).id);
    expect((await run.done()).code).toBe(0);
  });

  test.each([
    {
      name: "P-Asserted-Identity",
      from: "<sip:anonymous@anonymous.invalid>",
      headers: ["P-Asserted-Identity: <sip:+14155550177@pbx.example>"],
    },
    { name: "a tel: URI in From", from: "<tel:+14155550177>" },
    {
      name: "a tel: URI in P-Asserted-Identity",
      from: "<sip:x@pbx.example>",
      headers: ["P-Asserted-Identity: <tel:+14155550177>"],
    },
    { name: "parameters of the user", from: "<sip:+14155550177;cpc=ordinary@pbx.example>" },
    { name: "a display name", from: '"Ann Lee" <sip:+14155550177@pbx.example;user=phone>' },
  ])("has its caller's number from $name", async ({ from, headers = [] }) => {
    const { stored } = await stage.caller.call({ from, headers });
    expect((await stored()).customer?.number).toBe("+14155550177");
  });

  test.each([
    { name: "telephone events (RFC 4733)", press: "events" },
    { name: "INFO, dtmf-relay", press: "application/dtmf-relay", body: "Signal=5\nDuration=160\n" },
    { name: "INFO, dtmf", press: "application/dtmf", body: "5\n" },
  ])("takes a key once, as $name", async ({ press, body }) => {
    const info = body === undefined ? [] : [pause(3_000), request("INFO", 2, { sdp: body, type: press }), get(200)];
    const { phone, stored } = await stage.caller.call({ steps: [...info, ...UNTIL_BYE] });
    await phone.untilSpeech();
    // 60 ms.
    if (body === undefined) await phone.press("5", { frames: 3, type: 101 });
    const { id } = await stored();
    const keys = async () =>
      (await stage.product.events(id)).flatMap(({ type, payload }) => (type === "key.pressed" ? [payload.key] : []));
    await eventually("the key", async () => (await keys()).length > 0 || undefined);
    // What follows a key is a second of sound in which it could come again.
    const { packets } = await phone.heard();
    await eventually("a second of sound", async () => (await phone.heard()).packets > packets + 50 || undefined);
    expect(await keys()).toEqual(["5"]);
  });

  test("is canceled while it rings: 200 and 487", async () => {
    const run = sipp({
      address: TRUNK_ADDRESS,
      port: 5_590,
      remote: stage.product.address,
      service: OUR_NUMBER,
      steps: [
        ...[invite({ sdp: soundBody({ address: TRUNK_ADDRESS, port: 41_000 }) }), maybe(100), get(180), cancel(3)],
        ...[maybe(100, 180), get(200), get(487), ack()],
      ],
    });
    expect((await run.final("CANCEL")).code).toBe(200);
    expect((await run.final("INVITE")).code).toBe(487);
    await run.stop();
  });

  test("is canceled in the millisecond of its INVITE: 200 and 487", async () => {
    // Two datagrams may be with two processes of Kamailio.
    for (let round = 0; round < 10; round += 1) {
      const datagrams = ["INVITE", "CANCEL"].map((method) => rawRequest(method, TRUNK_ADDRESS, `at-once-${round}`));
      const answers = await ask(stage.product.address, TRUNK_ADDRESS, datagrams, 0);
      const codes = (method: string) =>
        answers.filter((each) => each.includes(`CSeq: 1 ${method}`)).map((each) => each.slice(8, 11));
      expect(codes("CANCEL")).toContain("200");
      expect(codes("INVITE")).toContain("487");
    }
  });

  test("goes on after an ACK that is 3.6 s late", async () => {
    const { phone, stored } = await stage.caller.call({ ack: () => [pause(3_600), ack()].join("\n") });
    await phone.untilSpeech();
    await stage.is((await stored()).id, "in-progress");
  });

  test("ends by BYE without an ACK, and when its caller sends no sound any more", { timeout: 240_000 }, async () => {
    const [silent, unacknowledged] = await Promise.all([
      stage.caller.call(),
      stage.caller.call({ ack: () => pause(1), steps: [take("BYE"), replyInCall("200 OK")] }),
    ]);
    await silent.phone.quiet(true);
    const ends = [silent, unacknowledged].map(async ({ stored }) => stage.product.ended((await stored()).id));
    for (const call of await Promise.all(ends)) expect(call.endedReason).toBeDefined();
    for (const { run } of [silent, unacknowledged]) await run.received("a BYE", ({ start }) => start.startsWith("BYE"));
  });

  test("refuses to be passed on by the trunk's REFER", async () => {
    const refer = request("REFER", 2, { headers: ["Refer-To: <sip:+14155550188@pbx.example>"] });
    const { phone, run, stored } = await stage.caller.call({ steps: [pause(500), refer, get(603), ...UNTIL_BYE] });
    expect((await run.final("REFER")).code).toBe(603);
    await phone.untilSpeech();
    expect(await stage.product.call((await stored()).id)).toMatchObject({ status: "in-progress" });
  });

  test("with `Require: timer` is refused as an extension (420) or taken", async () => {
    const { answer } = await stage.caller.call({ headers: ["Require: timer", "Supported: timer", "Session-Expires: 1800"] });
    expect([200, 420]).toContain(answer.code);
    if (answer.code === 420) expect(header(answer, "Unsupported")).toBe("timer");
  });
});

describe.skipIf(problem)(title("ten calls in at once"), () => {
  const stage = openStage();

  test("are all taken, also beside 40 INVITEs a second of strangers", async () => {
    for (const hasStrangers of [false, true]) {
      const sdp = soundBody({ address: TRUNK_ADDRESS, port: 41_100 });
      const strangers = hasStrangers
        ? ["127.0.0.6", "127.0.0.7", "127.0.0.8", "127.0.0.9"].map((address) => {
            const steps = [invite({ sdp: soundBody({ address, port: 41_200 }) }), maybe(100, 180), get(403), ack()];
            return sipp({
              address,
              port: 5_580,
              remote: stage.product.address,
              service: OUR_NUMBER,
              steps,
              calls: 50,
              perSecond: 10,
            });
          })
        : [];
      const run = sipp({
        address: TRUNK_ADDRESS,
        port: 5_585 + Number(hasStrangers),
        remote: stage.product.address,
        service: OUR_NUMBER,
        steps: [invite({ sdp }), maybe(100, 180), get(200), ack(), pause(5_000), ...bye()],
        calls: 10,
        perSecond: 100,
        atOnce: 10,
      });
      const { messages } = await run.done();
      for (const each of strangers) await each.done();
      const finals = messages.filter((each) => !each.isSent && each.code >= 200 && header(each, "CSeq") === "1 INVITE");
      const codes = new Map(finals.map((each) => [header(each, "Call-ID"), each.code]));
      expect([...codes.values()]).toEqual(Array.from({ length: 10 }, () => 200));
      await stage.product.clear();
    }
  });

  test("leave no line for an eleventh: 480 or 503, with Retry-After", async () => {
    const sdp = soundBody({ address: TRUNK_ADDRESS, port: 41_100 });
    const ten = sipp({
      address: TRUNK_ADDRESS,
      port: 5_588,
      remote: stage.product.address,
      service: OUR_NUMBER,
      steps: [invite({ sdp }), maybe(100, 180), get(200), ack(), ...UNTIL_BYE],
      calls: 10,
      perSecond: 2,
      atOnce: 10,
    });
    const answered = () => new Set(ten.messages().flatMap((each) => (each.code === 200 ? [header(each, "Call-ID")] : []))).size;
    await eventually("ten calls", () => answered() === 10 || undefined);
    const { answer } = await stage.caller.call();
    expect([480, 503]).toContain(answer.code);
    expect(Number(header(answer, "Retry-After"))).toBeGreaterThan(0);
    await stage.product.clear();
    await ten.done();
  });
});

describe.skipIf(problem)(title("who may call"), () => {
  const stage = openStage();
  const from = (address: string, service: string, more: { headers?: string[]; to?: string } = {}) =>
    sipp({
      address,
      port: 5_570,
      remote: stage.product.address,
      service,
      steps: [invite({ sdp: soundBody({ address, port: 41_300 }), ...more }), maybe(100, 180), get(200), ack(), ...bye()],
    });

  test("strangers hear one code for every number, and no ringing", async () => {
    const codes: number[] = [];
    for (const number of [OUR_NUMBER, "+14155550999"]) {
      const run = from(STRANGER_ADDRESS, number);
      codes.push((await run.final()).code);
      expect(run.messages().filter(({ code }) => code === 180)).toEqual([]);
      await run.stop();
    }
    expect(codes[0]).toBe(codes[1]);
    expect([403, 404]).toContain(codes[0]);
  });

  test("the trunk hears 404 for a number that nobody has", async () => {
    const run = from(TRUNK_ADDRESS, "+14155550999");
    expect((await run.final()).code).toBe(404);
    await run.stop();
  });

  /** Each would cost money if it went out. */
  const FRAUDS = [
    "sip:+19005551234@198.51.100.1",
    "sip:+19005551234@127.0.0.2:5060;transport=tcp",
    `sip:${OUR_NUMBER}@198.51.100.1;user=phone`,
  ];
  test.each(FRAUDS)("nothing goes out for %s", async (to) => {
    const headers = [
      "Route: <sip:127.0.0.2:5999;lr>",
      "X-Callwright-Key: 00000000000000000000000000000000",
      "X-Callwright-Gateway: sip:127.0.0.2:5999",
      `X-Callwright-Source: ${TRUNK_ADDRESS}`,
    ];
    const target = createSocket("udp4");
    target.bind(5_999, TRUNK_ADDRESS);
    await once(target, "listening");
    let reached = 0;
    target.on("message", () => {
      reached += 1;
    });
    const run = from(STRANGER_ADDRESS, "x", { headers, to });
    expect([403, 404]).toContain((await run.final()).code);
    await run.stop();
    expect(reached).toBe(0);
    await new Promise<void>((resolve) => target.close(() => resolve()));
  });

  test("methods outside of calls are refused", async () => {
    const methods = ["REGISTER", "SUBSCRIBE", "NOTIFY", "MESSAGE", "PUBLISH", "INFO", "REFER", "UPDATE", "PRACK", "BYE"];
    const answers = await ask(
      stage.product.address,
      STRANGER_ADDRESS,
      methods.map((method) => rawRequest(method)),
    );
    for (const method of methods)
      expect(`${method} ${answers.find((each) => each.includes(` ${method}\r\n`))?.slice(0, 11)}`).toBe(`${method} SIP/2.0 403`);
  });

  test("malformed messages break nothing", async () => {
    const call = await stage.caller.call();
    await call.phone.untilSpeech();
    const whole = rawRequest("INVITE");
    const broken = [
      ...[
        "",
        "\r\n\r\n",
        "\0".repeat(500),
        "INVITE",
        "INVITE sip: SIP/2.0\r\n\r\n",
        whole.slice(0, 80),
        whole.replaceAll(":", ""),
      ],
      ...[whole.replace("CSeq: 1 INVITE", "CSeq: -1 BYE"), whole.replace(/Content-Length: \d+/, "Content-Length: -5")],
      ...[whole.replace(/Content-Length: \d+/, "Content-Length: 99999999"), whole.replace("Via:", "Via: ".repeat(900))],
      ...[whole.replace(/^m=.*/m, "m=audio 99999999 RTP/AVP"), whole.replace(/^o=.*/m, `o=${"x".repeat(9_000)}`)],
    ];
    // 100 from one address in ten seconds are not dropped as a flood.
    const many = Array.from({ length: 8 }, () => broken).flat();
    await ask(stage.product.address, TRUNK_ADDRESS, many, 50);
    const { packets } = await call.phone.heard();
    await eventually("sound after them", async () => (await call.phone.heard()).packets > packets + 50 || undefined);
    for (const program of stage.product.programs) expect(() => process.kill(program.pid(), 0)).not.toThrow();
    expect((await eventually("another call", async () => taken(await stage.caller.call()))).answer.code).toBe(200);
  });
});

const taken = <Placed extends { answer: { code: number } }>(call: Placed) => (call.answer.code === 200 ? call : undefined);

describe.skipIf(problem)(title("Kamailio"), () => {
  const stage = openStage();
  const kamailio = () => {
    const found = stage.product.programs.find(({ name }) => name === "kamailio");
    if (!found) throw new Error("There is no Kamailio");
    return found;
  };

  test("is restarted in a call: the sound and the BYE go on", async () => {
    const { phone, run, stored } = await stage.caller.call({ steps: UNTIL_BYE });
    await phone.untilSpeech();
    await kamailio().stop();
    await kamailio().start();
    const { packets } = await phone.heard();
    await eventually("sound after it", async () => (await phone.heard()).packets > packets + 100 || undefined);
    await stage.product.end((await stored()).id);
    await run.received("the BYE", ({ start }) => start.startsWith("BYE"));
  });

  test("is stopped: Setup and POST /call say so; restarted, it takes calls within seconds", async () => {
    const { user, numberId, assistantId } = stage.product;
    const state = async () =>
      (await user.send<PhoneNumberSetup>("GET", `/phone-number/${numberId}/setup`)).body.steps.find(({ id }) => id === "sipProxy")
        ?.state;
    const body = { assistantId, phoneNumberId: numberId, customer: { number: "+14155550100" } };
    // A registration that is renewed each minute would find it now and then. Each round begins at another second of that minute.
    for (let round = 0; round < 4; round += 1) {
      await kamailio().stop();
      await eventually("Setup to know it", async () => (await state()) !== "ready" || undefined, SECONDS_TO_KNOW * 1_000);
      expect(await user.send("POST", "/call", body)).toMatchObject({ status: 503 });
      await kamailio().start();
      await eventually("a call", async () => taken(await stage.caller.call()), SECONDS_TO_KNOW * 1_000);
      expect(await state()).toBe("ready");
      await stage.product.clear();
    }
  });
});

/** Kamailio is asked every few seconds, and has five to answer. */
const SECONDS_TO_KNOW = 12;

const rawRequest = (method: string, address = STRANGER_ADDRESS, id = method): string => {
  const body = soundBody({ address, port: 41_400 }).replaceAll("\n", "\r\n");
  return [
    `${method} sip:${OUR_NUMBER}@127.0.0.1 SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:5571;rport;branch=z9hG4bK-raw-${id}`,
    `From: <sip:somebody@${address}>;tag=1`,
    `To: <sip:${OUR_NUMBER}@127.0.0.1>`,
    `Call-ID: raw-${id}`,
    `CSeq: 1 ${method}`,
    "Max-Forwards: 70",
    `Contact: <sip:somebody@${address}:5571>`,
    "Content-Type: application/sdp",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
};

/** Sends datagrams, with a pause between them, and returns what came back until a second after the last one. */
async function ask(remote: string, address: string, datagrams: readonly string[], everyMs = 20): Promise<string[]> {
  const [host = "", port] = remote.split(":");
  const socket = createSocket("udp4");
  const answers: string[] = [];
  socket.on("message", (data) => void answers.push(data.toString()));
  socket.bind(5_571, address);
  await once(socket, "listening");
  for (const datagram of datagrams) {
    socket.send(datagram, Number(port), host);
    if (everyMs > 0) await wait(everyMs);
  }
  await wait(1_000);
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return answers;
}
