import { writeFileSync } from "node:fs";
import type { Call, PhoneNumber } from "@callwright/contract";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { journey } from "../harness/journey.ts";
import { signUpByRequest } from "../harness/open-dashboard.ts";
import { getCall, listEvents, type PlatformUser } from "../harness/platform.ts";
import { decodeChannel, recognise } from "../harness/recognise.ts";
import { scratchPath } from "../harness/scratch.ts";
import { hearingProblem } from "../harness/words.ts";

/** A mailbox answers a call. The assistant stops, waits for the beep, leaves its message and hangs up. */

const MESSAGE = "This is Hazel Street Bakery. Your cake is ready, and you can pick it up on Saturday.";
const MAILBOX = "+12025550102";
const open = journey();
let person: PlatformUser;
let call: Call;

beforeAll(async () => {
  const { page, url, person: account } = open();
  person = await signUpByRequest(page, url, account);
  const { id } = (await person.send<PhoneNumber>("POST", "/phone-number", { provider: "simulated" })).body;
  const assistant = {
    name: "Bakery",
    firstMessage: "Hello, this is Hazel Street Bakery. Do you have a minute?",
    backgroundSound: "off",
    voicemailDetection: { provider: "vapi" },
    voicemailMessage: MESSAGE,
  };
  const dialed = await person.send<Call>("POST", "/call", { phoneNumberId: id, assistant, customer: { number: MAILBOX } });
  call = await eventually("the end of the call", async () => {
    const now = await getCall(person, dialed.body.id ?? "");
    return now.status === "ended" ? now : undefined;
  });
});

test("the call ends because of the mailbox, and says so", async () => {
  const { page } = open();
  expect(call).toMatchObject({ type: "outboundPhoneCall", endedReason: "voicemail" });
  await page.goto(`/calls/${call.id}`);
  await page.getByText("A mailbox answered.").first().waitFor();
  await page.getByText("Your cake is ready").first().waitFor();
});

test("the message is in the recording after the beep, by its words", async () => {
  const url = await eventually("the recording", async () => (await getCall(person, call.id)).artifact?.stereoRecordingUrl);
  const file = scratchPath("mailbox.wav");
  writeFileSync(file, Buffer.from(await (await fetch(url)).arrayBuffer()));
  const mailbox = await recognise(await decodeChannel(file, 0));
  // The beep is the mailbox's last sound.
  const beepSeconds = mailbox.at(-1)?.startSeconds ?? 0;
  expect(mailbox.map(({ text }) => text).join(" ")).toMatch(/after the tone/i);
  const assistant = await recognise(await decodeChannel(file, 1));
  const left = assistant.filter(({ startSeconds }) => startSeconds >= beepSeconds);
  expect(hearingProblem(MESSAGE, left.map(({ text }) => text).join(" "))).toBeUndefined();
  // After the greeting was recognized, the assistant said nothing during it.
  const found = (await listEvents(person, call.id)).find(({ type }) => type === "voicemail.found");
  expect(found?.payload).toMatchObject({ by: expect.stringMatching(/words|beep/) });
});
