import { type CreateTool, PlatformError } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import type { SipRequest } from "../../telephony/phone-media.ts";
import { openTool } from "./open-tool.ts";
import type { ToolPhone, ToolScope } from "./tool-source.ts";

const sent: SipRequest[] = [];
let sipProblem: string | undefined;
const phone: ToolPhone = {
  server: undefined,
  texter: undefined,
  async sendSip(request) {
    sent.push(request);
    return sipProblem;
  },
};
const scopeOf = (isPhone: boolean, assistant: object = {}, texter?: object) =>
  ({
    conversation: { type: "call", id: "c", ...(isPhone && { phone: { ...phone, texter } }) },
    assistant,
    context: { now: () => new Date(0) },
  }) as unknown as ToolScope;

async function open(tool: object, isPhone = true, assistant?: object, texter?: object) {
  const source = await openTool(tool as CreateTool, scopeOf(isPhone, assistant, texter));
  const [described] = source.tools;
  const run = (given: object = {}, history: { type: "user"; text: string }[] = [], variables: object = {}) =>
    source.run(
      { id: "1", name: described?.name ?? "", arguments: { ...given } },
      { ...variables },
      new AbortController().signal,
      history,
    );
  return { tools: source.tools, described, run };
}

const number = (given: object = {}) => ({ type: "number", number: "+12025550107", ...given });
const transfer = (...destinations: object[]) => ({ type: "transferCall", destinations });

describe("tools of the telephone", () => {
  it.each([{ type: "dtmf" }, { type: "voicemail" }, { type: "sms" }, { type: "sipRequest", verb: "INFO" }, transfer(number())])(
    "are not available in a web call: %j",
    async (tool) => {
      expect((await open(tool, false)).described).toMatchObject({
        action: "unavailable",
        reason: expect.stringContaining("not available"),
      });
    },
  );

  it("press keys, and refuse what is no key", async () => {
    const { run, described } = await open({ type: "dtmf" });
    expect(described).toMatchObject({ action: "run", parameters: { required: ["dtmf"] } });
    expect(await run({ dtmf: "12 w#" })).toMatchObject({ failed: false, phoneAct: { type: "keys", keys: "12w#" } });
    expect(await run({ dtmf: "call" })).toMatchObject({ failed: true });
    expect(await run()).toMatchObject({ failed: true });
  });

  it("leave the tool's message on a mailbox, else the assistant's", async () => {
    const voicemailMessage = "Please call back.";
    const own = { type: "voicemail", beepDetectionEnabled: true, messages: [{ type: "request-start", content: "Own." }] };
    const { run, described } = await open(own, true, { voicemailMessage });
    // The text is not a message for the caller.
    expect(described?.messages).toEqual([]);
    expect((await run()).phoneAct).toEqual({ type: "voicemail", message: "Own.", waitsForBeep: true });
    const byDefault = await open({ type: "voicemail" }, true, { voicemailMessage });
    expect((await byDefault.run()).phoneAct).toEqual({ type: "voicemail", message: voicemailMessage, waitsForBeep: false });
  });
});

describe("a text message", () => {
  const texts: string[] = [];
  const texter = { customerNumber: "+14155550199", send: async (...message: string[]) => void texts.push(message.join(" ")) };
  const instructed = {
    model: { messages: [{ role: "system", content: "Sales: (415) 555-0123. Never write to 911 or 4155550." }] },
  };

  it("goes to the other party, or to whom the instructions name, and to nobody whom the caller names", async () => {
    const { run, described } = await open({ type: "sms" }, true, instructed, texter);
    expect(described?.parameters).toMatchObject({ required: ["message"] });
    texts.length = 0;
    expect(await run({ message: "Hi" })).toMatchObject({ failed: false, result: expect.stringContaining("+14155550199") });
    expect(await run({ message: "A caller", to: "+1 (415) 555-0123" })).toMatchObject({ failed: false });
    for (const to of ["+14155550124", "+911", "+4155550", "anybody"])
      expect(await run({ message: "Hi", to })).toMatchObject({ failed: true, result: expect.stringContaining("do not name") });
    for (const message of [undefined, " ", "x".repeat(1_601)]) expect(await run({ message })).toMatchObject({ failed: true });
    expect(texts).toEqual(["+14155550199 Hi", "+14155550123 A caller"]);
  });

  it("tells the model why it was refused, and needs a number where the other party has none", async () => {
    const send = () => Promise.reject(new PlatformError("validation-failed", {}, { problems: ["customer.number is in GB"] }));
    const { run } = await open({ type: "sms" }, true, {}, { ...texter, send });
    expect(await run({ message: "Hi" })).toEqual({ failed: true, result: expect.stringContaining("in GB") });
    const unknown = await open({ type: "sms" }, true, {}, { ...texter, customerNumber: undefined });
    expect(unknown.described?.parameters).toMatchObject({ required: ["message", "to"] });
    expect(await unknown.run({ message: "Hi" })).toMatchObject({ failed: true });
  });
});

describe("a SIP request", () => {
  const headers = (properties: object) => ({ type: "object", properties });
  const request = (fields: object = {}) => ({ type: "sipRequest", verb: "INFO", ...fields });
  const runOf = async (fields: object, given: object = {}, variables: object = {}) => {
    sent.length = 0;
    const outcome = await (await open(request(fields))).run(given, [], variables);
    return { ...outcome, sent: sent[0] };
  };

  it("has what the model chooses and what its templates name", async () => {
    const fields = {
      headers: headers({
        "X-Booking": { type: "string", value: "{{ booking }}\r\nVia: forged" },
        "X-Mood": { type: "string", description: "The caller's mood." },
        "Content-Type": { type: "string", value: "application/dtmf-relay" },
      }),
      body: "Signal={{ key }}\r\nDuration=160",
    };
    expect((await open(request(fields))).described?.parameters).toMatchObject({ properties: { "X-Mood": {} } });
    const { result, sent: first } = await runOf(fields, { "X-Mood": "{{ key }}" }, { booking: "B {{ key }}", key: 5 });
    expect(result).toBe("The SIP INFO was sent.");
    expect(first).toEqual({
      verb: "INFO",
      // Values are no templates.
      headers: { "X-Booking": "B {{ key }} Via: forged", "X-Mood": "{{ key }}" },
      contentType: "application/dtmf-relay",
      body: "Signal=5\r\nDuration=160",
    });
    const json = { type: "object", properties: { state: { type: "string", value: "{{ state }}" }, count: { type: "number" } } };
    expect((await runOf({ verb: "MESSAGE", body: json }, { count: 2 }, { state: "done" })).sent).toMatchObject({
      verb: "MESSAGE",
      contentType: "application/json",
      body: '{"state":"done","count":2}',
    });
    expect((await runOf({ body: { type: "string", description: "Words" } }, { body: "hello" })).sent).toMatchObject({
      contentType: "text/plain",
      body: "hello",
    });
    expect((await runOf({})).sent).toEqual({ verb: "INFO", headers: {}, contentType: "text/plain", body: "" });
  });

  it("is not sent with what SIP or the gateway cannot carry, and says what it is", async () => {
    const fixed = (name: string, value: string) => ({ headers: headers({ [name]: { type: "string", value } }) });
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`X-${at}`, { type: "string", value: "x".repeat(240) }]),
    );
    for (const [fields, problem] of [
      [fixed("Via", "x"), "Via is set by the call itself"],
      [fixed("x-callwright-key", "x"), "set by the call itself"],
      [fixed("X Y", "x"), "no name of a header"],
      [fixed("X-Long", "x".repeat(260)), "X-Long is longer"],
      [{ headers: headers(many) }, "its headers are longer"],
      [fixed("Content-Type", "nonsense"), "no media type"],
      [{ body: "{% if %}" }, "cannot be rendered"],
      [{ body: "{{ text }}" }, "longer than"],
    ] as const) {
      const outcome = await runOf(fields, {}, { text: "x".repeat(10_001) });
      expect(outcome).toMatchObject({ failed: true, result: expect.stringContaining(problem), sent: undefined });
    }
    expect((await open(request({ verb: "NOTIFY" }))).described).toMatchObject({
      action: "unavailable",
      reason: expect.stringContaining("NOTIFY"),
    });
  });

  it("tells the model what the line answers", async () => {
    sipProblem = "Nothing was sent: this call does not go over a SIP trunk.";
    expect(await runOf({})).toMatchObject({ failed: true, result: sipProblem });
    sipProblem = undefined;
  });
});

describe("a transfer to a telephone", () => {
  it("needs no choice among one, and chooses by number among several", async () => {
    const one = await open(transfer(number()));
    expect(one.described?.parameters).toMatchObject({ properties: {} });
    expect((await one.run()).phoneAct).toMatchObject({ type: "transfer", destination: { number: "+12025550107" } });
    const two = await open(transfer(number(), number({ number: "+12025550101", description: "Sales" })));
    expect(two.described?.description).toContain("+12025550101: Sales");
    expect((await two.run({ destination: "+1 (202) 555-0101" })).phoneAct).toMatchObject({
      destination: { number: "+12025550101" },
    });
    expect(await two.run({ destination: "+1999" })).toMatchObject({ failed: true });
  });

  it("goes to a SIP address, with headers that are templates", async () => {
    const sipHeaders = { "X-Booking": "{{ booking }}", "X-Level": 3 };
    const { run } = await open(transfer(number(), { type: "sip", sipUri: "sip:desk@pbx.example.com", sipHeaders }));
    expect((await run({ destination: "sip:desk@pbx.example.com" }, [], { booking: "B 7" })).phoneAct).toMatchObject({
      destination: { sipUri: "sip:desk@pbx.example.com", sipHeaders: { "X-Booking": "B 7", "X-Level": 3 } },
    });
  });

  it("says what its destination says, else its tool, else a sentence; nothing for an empty message", async () => {
    const said = async (tool: object) => (await (await open(tool)).run()).message;
    expect(await said(transfer(number()))).toMatchObject({ content: "Transferring the call now." });
    expect(await said(transfer(number({ message: "To sales." })))).toMatchObject({ content: "To sales." });
    expect(await said(transfer(number({ message: "" })))).toMatchObject({ content: "" });
    const messages = [{ type: "request-start", content: "One moment." }];
    expect(await said({ ...transfer(number()), messages })).toMatchObject({ content: "" });
  });

  it("briefs the operator as its mode says", async () => {
    const history = [{ type: "user" as const, text: "I want to {{book}} a table." }];
    const briefing = async (transferPlan: object) => {
      const { run } = await open(transfer(number({ transferPlan })));
      const { phoneAct } = await run({}, history, { name: "Ada" });
      return phoneAct?.type === "transfer" ? phoneAct.briefing : "none";
    };
    expect(await briefing({ mode: "blind-transfer" })).toBeUndefined();
    expect(await briefing({ mode: "warm-transfer-say-message", message: "Here is {{name}}." })).toEqual({ text: "Here is Ada." });
    const summary = await briefing({ mode: "warm-transfer-say-summary", summaryPlan: { timeoutSeconds: 9 } });
    expect(summary).toMatchObject({ text: expect.stringContaining("book"), summary: { timeoutSeconds: 9 } });
    expect(await briefing({ mode: "warm-transfer-say-summary", summaryPlan: { enabled: false }, message: "Hi." })).toEqual({
      text: "Hi.",
    });
  });

  it("gives the operator an assistant with the conversation, its own tools' names and the main assistant's parts", async () => {
    const history = [
      { type: "user" as const, text: "First {{ secret }}." },
      { type: "user" as const, text: "Then." },
    ];
    const main = { model: { provider: "openai", model: "gpt-4o", messages: [{ role: "system", content: "Main." }] } };
    const assistantOf = async (plan: object) => {
      const transferPlan = { mode: "warm-transfer-experimental", ...plan };
      const { phoneAct } = await (await open(transfer(number({ transferPlan })), true, main)).run({}, history);
      return phoneAct?.type === "transfer" ? phoneAct.assistant : undefined;
    };
    const byDefault = await assistantOf({ transferAssistant: {} });
    const [prompt] = byDefault?.assistant.model?.messages ?? [];
    expect(byDefault).toMatchObject({ assistant: { model: { model: "gpt-4o" } }, accept: { name: "transferSuccessful" } });
    expect(prompt?.content).toMatch(/operator[\s\S]*Caller: First\s+secret\s+\.\nCaller: Then\.$/);
    expect(prompt?.content).not.toContain("Main.");
    const own = { provider: "openai", model: "gpt-4.1", messages: [{ role: "system", content: "Own." }] };
    const tools = [{ type: "transferCancel", function: { name: "sayNo", description: "No." } }];
    const contextEngineeringPlan = { type: "lastNMessages", maxMessages: 1 };
    const chosen = await assistantOf({ transferAssistant: { model: { ...own, tools } }, contextEngineeringPlan });
    expect(chosen?.assistant.model).toMatchObject({
      model: "gpt-4.1",
      messages: [{ content: expect.stringMatching(/^Own\.[\s\S]*: Then\.$/) }],
    });
    expect(chosen?.assistant.model?.messages?.[0]?.content).not.toContain("First");
    expect(chosen?.cancel).toMatchObject({ name: "sayNo", description: "No." });
    const none = await assistantOf({ transferAssistant: { model: own }, contextEngineeringPlan: { type: "none" } });
    expect(none?.assistant.model?.messages).toEqual(own.messages);
    expect(await assistantOf({})).toBeUndefined();
  });

  it.each([
    [number({ transferPlan: { mode: "warm-transfer-twiml" } }), "Twilio"],
    [number({ transferPlan: { mode: "warm-transfer-say-message", message: "{{ x | nothing: }}{% if %}" } }), "not transferred"],
  ])("is refused with a reason: %j", async (destination, reason) => {
    const outcome = await (await open(transfer(destination))).run();
    expect(outcome).toMatchObject({ failed: true, result: expect.stringContaining(reason) });
    expect(outcome.phoneAct).toBeUndefined();
  });
});
