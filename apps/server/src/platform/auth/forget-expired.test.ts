import { afterAll, beforeAll, expect, test } from "vitest";
import { authClient, AUTH_PERSON as person } from "../../testing/auth-client.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { forgetExpired } from "./forget-expired.ts";
import { deviceCode, session, verification } from "./tables.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("sessions, codes and links go an hour after they have expired", async () => {
  const { db } = server.context;
  const browser = authClient(server.url);
  await browser.post("/sign-up/email", person);
  await browser.post("/device/code", { client_id: "callwright-cli" });
  await browser.post("/request-password-reset", { email: person.email });
  const counts = () => Promise.all([session, deviceCode, verification].map((table) => db.$count(table)));
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await forgetExpired(db, inMinutes(74));
  expect(await counts()).toEqual([1, 1, 1]);
  await forgetExpired(db, inMinutes(76));
  expect(await counts()).toEqual([1, 0, 1]);
  await forgetExpired(db, inMinutes(121));
  expect(await counts()).toEqual([1, 0, 0]);
  await forgetExpired(db, inMinutes(7 * 1440 + 61));
  expect(await counts()).toEqual([0, 0, 0]);
});
