import type { Call, CallEvent, LiveLine } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpColleague } from "../../../testing/colleague.ts";
import { type LiveClient, openLiveClient } from "../../../testing/live-client.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import { joinAsSpokenCaller } from "./testing/spoken-caller.ts";

/** Generous: call hosts, recognisers and voices share two cores with other tests. */
const PATIENCE = { timeout: 90_000, interval: 50 };
const SECRET = "of every node of this database, and long";

/** The call is hosted by the first; its supervisor is connected to the second. */
let host: TestServer;
let other: TestServer;
const clients: LiveClient[] = [];

beforeAll(async () => {
  host = await startTestServer({ config: { secret: SECRET } });
  other = await startTestServer({ config: { secret: SECRET, databaseUrl: host.context.config.databaseUrl } });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await other.close();
  await host.close();
});

function open(server: TestServer, token: string): LiveClient {
  const client = openLiveClient(server.url, () => token);
  clients.push(client);
  return client;
}

/** The last answer of a query. */
function latest<Answer>(answers: readonly (Answer | Error)[]): Answer | undefined {
  const last = answers.at(-1);
  if (last instanceof Error) throw last;
  return last;
}

const textsOf = (lines: readonly LiveLine[] | undefined, role: LiveLine["role"]) =>
  (lines ?? []).filter((line) => line.role === role && !line.isPartial).map(({ text }) => text);

test("a supervisor at another node watches a call, says, mutes, adds and hangs up; the caller hears it, and the events name the supervisor", {
  timeout: 300_000,
}, async () => {
  const owner = await host.signUp({ name: "Ada" });
  const maria = await signUpColleague(host, owner.orgId, "editor", "Maria");
  const [here, there] = [open(host, owner.orgToken), open(other, maria.orgToken)];
  const list = there.watch("calls:list", {});
  // The sample call of every organization.
  await expect.poll(() => latest(list)?.length, PATIENCE).toBe(1);

  const assistant = { name: "Riley", firstMessageMode: "assistant-waits-for-user" };
  const { id, webCallUrl = "" } = (await owner.json<Call>("POST", "/call/web", { assistant })).body;
  await expect.poll(() => latest(list)?.[0], PATIENCE).toMatchObject({ id, status: "queued", assistantName: "Riley" });
  const transcript = there.watch("calls:transcript", { id });
  const atHost = here.watch("calls:transcript", { id });
  const latency = there.watch("calls:latency", { id });
  const caller = await joinAsSpokenCaller(webCallUrl);
  await expect.poll(() => caller.isListening(), PATIENCE).toBe(true);
  await expect.poll(() => latest(list)?.[0], PATIENCE).toMatchObject({ id, status: "in-progress" });

  const steer = (message: Parameters<typeof there.run<"calls:control">>[1]["message"]) =>
    there.run("calls:control", { id, message });
  const said = (count: number) => expect.poll(() => textsOf(latest(transcript), "assistant").length, PATIENCE).toBe(count);
  await steer({ type: "control", control: "mute-assistant" });
  await steer({ type: "say", content: "Nobody hears this sentence." });
  await said(1);
  expect(caller.lastSoundMs()).toBeUndefined();
  await steer({ type: "control", control: "unmute-assistant" });
  await steer({ type: "say", content: "This is the supervisor. Please hold the line." });
  await said(2);
  expect(caller.lastSoundMs()).toBeDefined();
  await steer({ type: "add-message", message: { role: "user", content: "Hello, how are you?" } });
  await said(3);
  await expect.poll(() => latest(latency)?.map(({ trigger }) => trigger), PATIENCE).toEqual(["say", "say", "text"]);

  // Partial lines are known before their events: at once on the hosting node, and a few times a second elsewhere. No line stays twice.
  const partialsOf = (answers: typeof atHost) =>
    answers
      .flatMap((lines) => (lines instanceof Error ? [] : lines.filter(({ isPartial }) => isPartial)))
      .map(({ text }) => text);
  expect(partialsOf(atHost)).toContain("This is the supervisor.");
  expect(partialsOf(transcript)).toContainEqual(expect.stringMatching(/^This is/));
  const finals = ["Nobody hears this sentence.", "This is the supervisor. Please hold the line.", expect.any(String)];
  await expect.poll(() => textsOf(latest(atHost), "assistant"), PATIENCE).toEqual(finals);
  expect(textsOf(latest(transcript), "user")).toEqual(["Hello, how are you?"]);

  await steer({ type: "end-call" });
  await expect.poll(() => latest(list)?.[0], PATIENCE).toMatchObject({ id, status: "ended", endedReason: "manually-canceled" });
  caller.close();
  await expect(steer({ type: "end-call" })).rejects.toMatchObject({ data: { code: "call-over" } });

  const { body: events } = await owner.json<CallEvent[]>("GET", `/call/${id}/event`);
  const by = { userId: maria.userId, name: "Maria" };
  expect(events.flatMap(({ type, payload }) => (type === "control" ? [payload] : []))).toEqual(
    ["mute-assistant", "say", "unmute-assistant", "say", "add-message", "end-call"].map((control) => ({ control, by })),
  );
});
