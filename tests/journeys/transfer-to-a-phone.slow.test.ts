import type { Assistant, Call, PhoneNumber, Workflow } from "@callwright/contract";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../harness/accessible.ts";
import { eventually } from "../harness/eventually.ts";
import { journey } from "../harness/journey.ts";
import { signUpByRequest } from "../harness/open-dashboard.ts";
import { heardSince, mark, speakInto, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { getCall, listCalls, listEvents, type PlatformUser } from "../harness/platform.ts";
import { recognise } from "../harness/recognise.ts";
import { speechFile } from "../harness/speech.ts";
import { hearingProblem } from "../harness/words.ts";

/**
 * Two browser windows are two telephones. The first dials a workflow, presses keys, and is passed on to the second, which hears a message
 * before the two are connected. Another time the second one declines, and the caller hears so. An assistant presses keys for the Handset.
 *
 */

const BRIEFING = "A caller with the number one two wants to talk to sales.";
const open = journey();

let person: PlatformUser;
let caller: Page;
let operator: Page;
let callId: string;

const state = (page: Page, text: string) =>
  page.getByRole("region", { name: "Handset" }).getByRole("status").filter({ hasText: text }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const until = (id: string, expected: (call: Call) => boolean) =>
  eventually("the call's next state", async () => {
    const call = await getCall(person, id);
    return expected(call) ? call : undefined;
  });

beforeAll(async () => {
  const { page, url, person: account, openWindow } = open();
  person = await signUpByRequest(page, url, account);
  const message = "I connect you to sales.";
  const transferPlan = {
    mode: "warm-transfer-say-message",
    message: BRIEFING,
    fallbackPlan: { message: "Nobody is there.", endCallEnabled: false },
  };
  const workflow = await person.send<Workflow>("POST", "/workflow", {
    name: "Menu",
    nodes: [
      {
        type: "conversation",
        name: "menu",
        isStart: true,
        prompt: 'Say: "To talk to sales, enter the hash key after your number. What is your number?"',
      },
      {
        type: "tool",
        name: "sales",
        tool: { type: "transferCall", destinations: [{ type: "number", number: "+12025550107", message, transferPlan }] },
      },
    ],
    edges: [{ from: "menu", to: "sales" }],
    keypadInputPlan: { enabled: true, delimiters: "#", timeoutSeconds: 10 },
    backgroundSound: "off",
  });
  const number = await person.send<PhoneNumber>("POST", "/phone-number", { provider: "simulated", workflowId: workflow.body.id });
  caller = page;
  operator = await openWindow({ storageState: await page.context().storageState() });
  await caller.goto(`/phone-numbers/handset?number=${number.body.id}`);
  await operator.goto("/phone-numbers/handset?line=2");
  await operator.getByText("+12025550107").waitFor();
});

test("the first telephone dials the workflow, and its keys are the caller's words", async () => {
  const before = await mark(caller);
  await press(caller, "Call");
  await state(caller, "In call");
  await waitForSound(caller, before, 40);
  await waitForSilence(caller, 60);
  callId = (await listCalls(person))[0]?.id ?? "";
  for (const key of "12#") {
    const pressed = (await listEvents(person, callId)).filter(({ type }) => type === "key.pressed").length;
    await press(caller, key);
    await eventually(`the key ${key}`, async () =>
      (await listEvents(person, callId)).filter(({ type }) => type === "key.pressed").length > pressed ? true : undefined,
    );
  }
  await eventually("the keys as words", async () =>
    (await listEvents(person, callId)).find(
      (event) => event.type === "user.said" && event.payload.byKeys && event.payload.text === "12",
    ),
  );
});

test("the second telephone rings, answers, hears the message, and then the caller", async () => {
  await until(callId, ({ status }) => status === "forwarding");
  await operator.getByRole("button", { name: "Answer" }).waitFor();
  await expectAccessible(operator);
  const before = await mark(operator);
  await press(operator, "Answer");
  await state(operator, "In call");
  await waitForSound(operator, before, 60);
  const connected = await eventually("the connection", async () =>
    (await listEvents(person, callId)).find((event) => event.type === "transfer" && event.payload.state === "connected"),
  );
  expect(connected).toBeDefined();
  await waitForSilence(operator, 60);
  const quiet = { caller: await mark(caller), operator: await mark(operator) };
  await speakInto(caller, await speechFile({ text: "Hello, this is the caller.", voice: "slt" }));
  await waitForSound(operator, quiet.operator, 40);
  await speakInto(operator, await speechFile({ text: "Good morning, this is sales.", voice: "kal16" }));
  await waitForSound(caller, quiet.caller, 40);
});

test("the second telephone hangs up, and the call has been forwarded", async () => {
  await press(operator, "Hang up");
  await state(operator, "Call ended");
  await state(caller, "Call ended");
  const call = await until(callId, ({ status }) => status === "ended");
  expect(call).toMatchObject({ endedReason: "assistant-forwarded-call", destination: { number: "+12025550107" } });
  const events = await listEvents(person, callId);
  expect(events.flatMap((event) => (event.type === "transfer" ? [event.payload.state] : []))).toEqual([
    "ringing",
    "briefing",
    "connected",
  ]);
  // Neither the operator's briefing nor the talk between the two is spoken to the caller.
  const said = events.flatMap((event) =>
    event.type === "assistant.said" || event.type === "user.said" ? [event.payload.text] : [],
  );
  expect(said.join(" ")).not.toContain("wants to talk");
  await caller.goto(`/calls/${callId}`);
  await caller.getByText("passed on to another telephone").first().waitFor();
  await caller.getByText("(keys)").waitFor();
});

test("a telephone that declines gives the caller back, and the assistant goes on", async () => {
  await caller.goBack();
  await press(caller, "Call");
  await state(caller, "In call");
  const id = await eventually("the new call", async () => (await listCalls(person)).find((call) => call.id !== callId)?.id);
  await eventually("the menu", async () => (await listEvents(person, id)).find(({ type }) => type === "assistant.said"));
  await press(caller, "1");
  await press(caller, "#");
  await press(operator, "Decline");
  await eventually("the fallback's words", async () =>
    (await listEvents(person, id)).find(
      (event) => event.type === "assistant.said" && event.payload.text.includes("Nobody is there"),
    ),
  );
  expect((await getCall(person, id)).status).toBe("in-progress");
  await press(caller, "Hang up");
  expect((await until(id, ({ status }) => status === "ended")).endedReason).toBe(
    "customer-ended-call-after-warm-transfer-attempt",
  );
});

test("an assistant asks the operator, whose words decide; the caller hears music until then", async () => {
  /** Recognizes this fixed text: recognition on a telephone is not the subject. */
  const hearing = (text: string) => ({ provider: "callwright", model: "fake-instant", text });
  const summary = "A customer wants to change the order for Saturday. Do you take the call?";
  const transferPlan = {
    mode: "warm-transfer-experimental",
    transferAssistant: {
      firstMessage: summary,
      voice: { provider: "callwright", voiceId: "rms" },
      transcriber: hearing("Yes, please connect me now."),
    },
  };
  const destination = { type: "number", number: "+12025550107", message: "One moment.", transferPlan };
  const assistant = {
    name: "Desk",
    firstMessage: "Hello.",
    model: { provider: "callwright", model: "builtin", tools: [{ type: "transferCall", destinations: [destination] }] },
    transcriber: hearing("Please transfer me to a person."),
    backgroundSound: "off",
  };
  const { id: assistantId } = (await person.send<Assistant>("POST", "/assistant", assistant)).body;
  const number = await person.send<PhoneNumber>("POST", "/phone-number", { provider: "simulated", assistantId });
  expect(number.body.warnings).toBeUndefined();
  await caller.goto(`/phone-numbers/handset?number=${number.body.id}`);
  await press(caller, "Call");
  await state(caller, "In call");
  const id = await eventually("the new call", async () => {
    const [newest] = await listCalls(person);
    return newest?.phoneNumberId === number.body.id ? newest.id : undefined;
  });
  await eventually("the greeting", async () => (await listEvents(person, id)).find(({ type }) => type === "assistant.said"));
  await speakInto(caller, await speechFile({ text: "Please transfer me to a person.", voice: "slt" }));
  await operator.getByRole("button", { name: "Answer" }).waitFor();
  const asked = await mark(operator);
  await press(operator, "Answer");
  await waitForSound(operator, asked, 150);
  await waitForSilence(operator, 80);
  const music = await mark(caller);
  const heard = await recognise(await heardSince(operator, asked));
  expect(hearingProblem(summary, heard.map(({ text }) => text).join(" "))).toBeUndefined();
  await waitForSound(caller, music, 50);
  await speakInto(operator, await speechFile({ text: "Yes, please connect me now.", voice: "kal16" }));
  const states = async () =>
    (await listEvents(person, id)).flatMap((event) => (event.type === "transfer" ? [event.payload] : []));
  await eventually("the connection", async () => (await states()).find((each) => each.state === "connected"));
  expect((await states()).find(({ by }) => by === "operator")?.text).toMatch(/connect/i);
  await waitForSilence(operator, 60);
  const quiet = await mark(operator);
  await speakInto(caller, await speechFile({ text: "Hello, this is the caller.", voice: "slt" }));
  await waitForSound(operator, quiet, 40);
  await press(caller, "Hang up");
  expect((await until(id, ({ status }) => status === "ended")).endedReason).toBe("assistant-forwarded-call");
});
