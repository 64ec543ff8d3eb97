import { CAMPAIGN_MAX_CUSTOMERS, type Campaign, type CampaignContact, type PhoneNumber } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { ScriptedCallHostPool } from "../call/runtime/testing/scripted-call-host-pool.ts";
import { simulatedOutcome } from "../telephony/simulated-line.ts";

let server: TestServer;
let client: TestClient;
const now = () => new Date();
beforeAll(async () => {
  server = await startTestServer({
    config: { orgConcurrentCalls: 1_000 },
    simulatedTimes: { connect: 0, person: 20, mailbox: 20 },
    callService: { createPool: (options) => new ScriptedCallHostPool(options, now) },
  });
  client = await server.signUp();
});
afterAll(() => server.close());

/** The state of a contact for each outcome of the simulated line. The Handset rings without an answer. */
const MEANS = {
  answers: "answered",
  wrongPerson: "answered",
  voicemail: "voicemail",
  busy: "busy",
  noAnswer: "noAnswer",
  handset: "noAnswer",
  declined: "declined",
};

test("10,000 people are called once each, and everybody has the outcome that the line had", { timeout: 1_800_000 }, async () => {
  const outcomes = { answers: 50, voicemail: 20, busy: 20, declined: 8, noAnswer: 2 };
  const phone = await client.json<PhoneNumber>("POST", "/phone-number", {
    provider: "simulated",
    ringSeconds: 1,
    outcomes,
    seed: 7,
  });
  const [assistant] = (await client.json<{ id: string }[]>("GET", "/assistant")).body;
  const customers = Array.from({ length: CAMPAIGN_MAX_CUSTOMERS }, (_, index) => ({
    number: `+1202555${String(index).padStart(4, "0")}`,
  }));
  // Each recording is cut in its own process, which this test does not need.
  const assistantOverrides = { artifactPlan: { recordingEnabled: false } };
  const body = {
    name: "Many",
    assistantOverrides,
    assistantId: assistant?.id,
    phoneNumberId: phone.body.id,
    customers,
    maxConcurrency: 100,
  };
  const { status, body: created } = await client.json<Campaign>("POST", "/campaign", body);
  expect([status, created.contactErrors]).toEqual([201, undefined]);
  const get = async () => (await client.json<{ results: Campaign[] }>("GET", `/campaign?id=${created.id}`)).body.results[0];
  await expect.poll(async () => (await get())?.status, { interval: 1_000, timeout: 1_700_000 }).toBe("ended");
  expect(await get()).toMatchObject({ dialed: CAMPAIGN_MAX_CUSTOMERS, callsCounterEnded: CAMPAIGN_MAX_CUSTOMERS });
  const contacts: CampaignContact[] = [];
  for (let page = 1; contacts.length < CAMPAIGN_MAX_CUSTOMERS; page++)
    contacts.push(
      ...(await client.json<{ results: CampaignContact[] }>("GET", `/campaign/${created.id}/contact?limit=1000&page=${page}`))
        .body.results,
    );
  const expected = customers.map(({ number }) => ({ number, attempts: 1, outcome: MEANS[simulatedOutcome(phone.body, number)] }));
  expect(contacts.map(({ number, attempts, outcome }) => ({ number, attempts, outcome }))).toEqual(expected);
});
