import type { Campaign, ErrorBody } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
let plan: object;
let nowMs = Date.parse("2026-11-21T12:00:00Z");
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
  client = await server.signUp();
  const [assistant] = (await client.json<{ id: string }[]>("GET", "/assistant")).body;
  const number = { provider: "twilio", number: "+14155550123", twilioAccountSid: "AC1" };
  const { body: phone } = await client.json<{ id: string }>("POST", "/phone-number", number);
  plan = { name: "Spring", assistantId: assistant?.id, phoneNumberId: phone.id, customers: [{ number: "+14155550199" }] };
});
afterAll(() => server.close());

async function planned(afterMs: number): Promise<Campaign> {
  const schedulePlan = { earliestAt: new Date(nowMs + afterMs).toISOString() };
  const { status, body } = await client.json<Campaign>("POST", "/campaign", { ...plan, schedulePlan });
  expect(status).toBe(201);
  return body;
}
const get = async (id: string) => (await client.json<Campaign>("GET", `/campaign/${id}`)).body;
const listed = async (status: string) =>
  (await client.json<{ results: Campaign[] }>("GET", `/campaign?status=${status}`)).body.results.map(({ id }) => id);

test("one that would begin now is refused: no phone call can be placed", async () => {
  for (const body of [plan, { ...plan, schedulePlan: { earliestAt: new Date(nowMs - 1).toISOString() } }]) {
    const answer = await client.json<ErrorBody>("POST", "/campaign", body);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 501, code: "telephony-not-available" });
  }
});

test("one that is planned waits, and is cancelled with the reason when its time comes", async () => {
  const { id, status, calls, callsCounterEnded } = await planned(60_000);
  expect({ status, calls, callsCounterEnded }).toEqual({ status: "scheduled", calls: {}, callsCounterEnded: 0 });
  expect(await listed("scheduled")).toContain(id);
  expect(await listed("cancelled")).not.toContain(id);
  nowMs += 60_000;
  expect(await get(id)).toMatchObject({ status: "cancelled", endedMessage: expect.stringContaining("carrier") });
  expect(await listed("scheduled")).not.toContain(id);
  expect(await listed("cancelled")).toContain(id);
});

test("fields change while it waits; a status ends it", async () => {
  const { id } = await planned(60_000);
  const patch = (body: object) => client.json<Campaign>("PATCH", `/campaign/${id}`, body);
  expect((await patch({ name: "Summer" })).body).toMatchObject({ name: "Summer", status: "scheduled" });
  expect((await patch({ status: "ended" })).body).toMatchObject({
    name: "Summer",
    status: "ended",
    endedReason: "campaign.scheduled.ended-by-user",
  });
  expect((await patch({ status: "archived" })).body).toMatchObject({ status: "archived" });
  expect(await listed("archived")).toEqual([id]);
});

test("its time cannot be moved to now", async () => {
  const { id } = await planned(60_000);
  const { status } = await client.json("PATCH", `/campaign/${id}`, { schedulePlan: null });
  expect(status).toBe(501);
  expect(await get(id)).toMatchObject({ status: "scheduled" });
});

test.each([
  "2027-01-01T00:00:00+23:00",
  "2027-01-01T00:00:00-16:00",
  "0000-06-01T00:00:00Z",
  `2027-01-01T00:00:00.${"0".repeat(200)}Z`,
])("a time that could not be searched for is refused: %s", async (earliestAt) => {
  const { status, body } = await client.json<ErrorBody>("POST", "/campaign", { ...plan, schedulePlan: { earliestAt } });
  expect(status).toBe(400);
  expect(body.message).toEqual([expect.stringContaining("schedulePlan.earliestAt must be a time after the year 0")]);
  await listed("scheduled");
});

test.each(["2027-01-01T00:00:00+15:59", "2027-01-01T00:00:00.123456789-12:00", "9999-12-31T23:59:59-15:59"])(
  "a time is kept as it was sent, and searched: %s",
  async (earliestAt) => {
    const { status, body } = await client.json<Campaign>("POST", "/campaign", { ...plan, schedulePlan: { earliestAt } });
    expect({ status, earliestAt: body.schedulePlan?.earliestAt }).toEqual({ status: 201, earliestAt });
    expect(await listed("scheduled")).toContain(body.id);
  },
);
