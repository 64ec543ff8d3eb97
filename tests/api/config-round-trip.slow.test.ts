import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import { openTerminal, type Terminal } from "../auth/terminal.ts";
import { signInDesk } from "./config-desk.ts";
import { expectSameAfterRoundTrip } from "./config-round-trip.ts";

let server: TestServer;
const opened: Terminal[] = [];
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  for (const terminal of opened) terminal.close();
  await server.close();
});

test("every sample of every resource is the same after a pull and a push into an empty organization", async () => {
  const openDesk: Parameters<typeof expectSameAfterRoundTrip>[1]["openDesk"] = (person) => {
    const terminal = openTerminal();
    opened.push(terminal);
    return signInDesk(server, person, terminal);
  };
  const files = await expectSameAfterRoundTrip(server, { openDesk }, (all) => all);
  expect(Object.keys(files).length).toBeGreaterThan(80);
}, 300_000);
