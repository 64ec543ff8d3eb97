import { randomUUID } from "node:crypto";
import type { Assistant, Call, ErrorBody } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../calls/testing/call-server.ts";

let setup: CallServer;
beforeAll(async () => {
  setup = await startCallServer();
});
afterAll(() => setup.server.close());

const customer = { number: "+14155550123" };
const missing = randomUUID();

test.each([
  [{}, 400, "target-missing"],
  [{ assistantId: missing, customer }, 400, "reference-missing"],
  [{ assistant: {}, phoneNumberId: missing, customer }, 400, "reference-missing"],
  [{ assistant: {}, squadId: missing, customer }, 400, "validation-failed"],
  [{ assistant: {} }, 400, "validation-failed"],
  [{ assistant: {}, customer, customers: [customer] }, 400, "validation-failed"],
  [{ assistant: {}, customer: { number: "555" } }, 400, "validation-failed"],
  [{ assistant: {}, customer }, 501, "telephony-not-available"],
  [{ assistant: {}, transport: { provider: "vapi.websocket" } }, 501, "not-available"],
])("a call by phone with %j: %i %s, and no call is stored", async (body, status, code) => {
  const before = (await setup.client.json<Call[]>("GET", "/call")).body.length;
  for (const path of ["/call", "/call/phone"])
    expect(await setup.client.json<ErrorBody>("POST", path, body)).toMatchObject({ status, body: { code } });
  expect((await setup.client.json<Call[]>("GET", "/call")).body).toHaveLength(before);
});

test("an assistant of another organization is as absent as none", async () => {
  const other = await setup.server.signUp();
  const { id } = (await other.json<Assistant>("POST", "/assistant", { name: "Theirs" })).body;
  const answer = await setup.client.json<ErrorBody>("POST", "/call", { assistantId: id, customer });
  expect(answer).toMatchObject({ status: 400, body: { code: "reference-missing" } });
});

test("several calls are deleted at once, all or none", async () => {
  const [first, second] = [await setup.endedCall(), await setup.endedCall()];
  const running = await setup.createCall();
  const { client } = setup;
  const remove = (ids: string[]) => client.json<ErrorBody & Call>("DELETE", `/call/${missing}`, { ids });
  expect(await remove([first.id, running.id])).toMatchObject({ status: 409, body: { code: "call-in-progress" } });
  expect(await remove([first.id, missing])).toMatchObject({ status: 404 });
  expect((await client.fetch(`/call/${first.id}`)).status).toBe(200);
  expect(await remove([second.id.toUpperCase(), first.id])).toMatchObject({ status: 200, body: { id: second.id } });
  for (const { id } of [first, second]) expect((await client.fetch(`/call/${id}`)).status).toBe(404);
});

test("another organization deletes nothing with ids in a body", async () => {
  const { id } = await setup.endedCall();
  const stranger = await setup.server.signUp();
  expect((await stranger.json("DELETE", `/call/${missing}`, { ids: [id] })).status).toBe(404);
  expect((await setup.client.fetch(`/call/${id}`)).status).toBe(200);
});
