import type { Call, PhoneNumberSetup } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { listCalls } from "../../harness/platform.ts";
import { type Asterisk, asteriskProblem, SWITCHBOARD, SWITCHBOARD_ACCOUNT, startAsterisk } from "./harness/asterisk.ts";
import { CHEAP_ASSISTANT, openProduct, type Product } from "./harness/product.ts";
import { sipProblem } from "./harness/programs.ts";

/** The recipe of docs/sip.md for Asterisk (16.28, of Debian 11). */

const problem = sipProblem() ?? (await asteriskProblem());
const title = (name: string) => `${name}${problem ? `: ${problem}` : ""}`;
const RATE = 8_000;
const SPEECH_PEAK = 655;
const firstLoud = (sound: Int16Array) => sound.findIndex((sample) => Math.abs(sample) > SPEECH_PEAK);

describe.skipIf(problem)(title("Asterisk"), () => {
  let product: Product;
  let asterisk: Asterisk;
  beforeAll(async () => {
    product = await openProduct();
    asterisk = await startAsterisk(product);
  });
  afterEach(async () => {
    await product?.clear();
    await asterisk?.tell("channel request hangup all");
  });
  afterAll(async () => {
    await asterisk?.stop();
    await product?.close();
  });

  const talking = (id: string) =>
    eventually("the call to be answered", async () => {
      const call = await product.call(id);
      if (call.status === "ended") throw new Error(`${call.endedReason} ${call.endedMessage}`);
      return call.status === "in-progress" ? call : undefined;
    });
  const newest = async (): Promise<Call> => {
    const [call] = await listCalls(product.user);
    if (!call) throw new Error("There is no call");
    return call;
  };

  test("calls an assistant, hears it and hangs up", async () => {
    await asterisk.call("listens");
    await eventually("the greeting", () => firstLoud(asterisk.recording("caller")) >= 0 || undefined);
    const { id } = await newest();
    await asterisk.tell("channel request hangup all");
    expect(await product.ended(id)).toMatchObject({ type: "inboundPhoneCall", endedReason: "customer-ended-call" });
  });

  test("is called, and hears the greeting", async () => {
    const { id } = await product.dial(SWITCHBOARD.answers);
    await talking(id);
    await eventually("the greeting", () => firstLoud(asterisk.recording("heard")) >= 0 || undefined);
  });

  test("answers after 16 s of Progress()", async () => {
    const { id } = await product.dial(SWITCHBOARD.hasEarlyMedia);
    await talking(id);
  });

  test("takes the keys of an extension in Read(), with its default dtmf_mode", async () => {
    const { id } = await product.dial(SWITCHBOARD.hasMenu, { customer: { number: SWITCHBOARD.hasMenu, extension: "w1234" } });
    await talking(id);
    expect(await eventually("the keys", async () => (await asterisk.variable("KEYS")) || undefined)).toBe("1234");
  });

  test.each([
    { name: "is busy", to: SWITCHBOARD.isBusy, says: undefined },
    { name: "declines with Hangup(21)", to: SWITCHBOARD.declines, says: /declined/ },
  ])("$name", async ({ to, says }) => {
    const { id } = await product.dial(to);
    const call = await product.ended(id);
    expect(call).toMatchObject({ endedReason: "customer-busy" });
    if (says) expect(call.endedMessage).toMatch(says);
  });

  test.each([1, 2, 3, 4])("records the message of a mailbox whole (%s)", async () => {
    const transcriber = {
      ...CHEAP_ASSISTANT.transcriber,
      text: "You have reached the mailbox of Ann Lee. Please leave a message after the tone.",
    };
    const plan = { voicemailDetection: { provider: "vapi" }, voicemailMessage: "Your cake is ready.", backgroundSound: "off" };
    const { id } = await product.dial(SWITCHBOARD.hasMailbox, { assistantOverrides: { transcriber, ...plan } });
    expect(await product.ended(id)).toMatchObject({ endedReason: "voicemail" });
    // Record() begins with the end of the beep. A switchboard may need a moment for it.
    const message = asterisk.recording("message");
    expect(firstLoud(message) / RATE).toBeGreaterThan(0.25);
    expect(message.length / RATE).toBeGreaterThan(1.5);
  });
});

describe.skipIf(problem)(title("an Asterisk that wants a registration"), () => {
  let product: Product;
  let asterisk: Asterisk;
  beforeAll(async () => {
    product = await openProduct({ trunk: { outboundAuthenticationPlan: { ...SWITCHBOARD_ACCOUNT, sipRegisterPlan: {} } } });
    asterisk = await startAsterisk(product, { registers: true });
  });
  afterAll(async () => {
    await asterisk?.stop();
    await product?.close();
  });

  test("gets it, calls there, and is called with the password", async () => {
    const registration = async () => {
      const { body } = await product.user.send<PhoneNumberSetup>("GET", `/phone-number/${product.numberId}/setup`);
      return body.steps.find(({ id }) => id === "trunkRegistration")?.state;
    };
    await eventually(
      "the registration",
      async () => (/acme\/sip:/.test(await asterisk.tell("pjsip show contacts")) ? true : undefined),
      90_000,
    );
    expect(await registration()).toBe("ready");
    await asterisk.call("listens");
    await eventually("the greeting", () => firstLoud(asterisk.recording("caller")) >= 0 || undefined);
    await product.clear();
    const { id } = await product.dial(SWITCHBOARD.answers);
    await eventually("the call to be answered", async () =>
      (await product.call(id)).status === "in-progress" ? true : undefined,
    );
    await product.clear();
  });
});
