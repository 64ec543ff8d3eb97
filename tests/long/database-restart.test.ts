import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCall, startCall } from "../harness/calling.ts";
import { eventually } from "../harness/eventually.ts";
import { listEvents, type PlatformUser, signUp } from "../harness/platform.ts";
import { postgresPid } from "../harness/processes.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** PostgreSQL is restarted while people talk. A call needs it for nothing but its record. */

const ASSISTANT = {
  firstMessage: "Hello there.",
  model: {
    provider: "callwright",
    model: "builtin",
    messages: [{ role: "system", content: "On Saturday we are open from ten until four. On Sunday we are closed." }],
  },
};

let server: ServerProcess;
let user: PlatformUser;
beforeAll(async () => {
  server = await startServerProcess({ database: "embedded" });
  user = await signUp(server.url, { name: "Ada", email: "ada@example.com", password: "a long enough password" });
});
afterAll(() => server?.stop());

test.each([
  // As `systemctl restart postgresql` and `pg_ctl restart` end it: sessions are closed in order.
  "SIGINT",
  "SIGKILL",
] as const)("a call goes on when PostgreSQL is restarted (%s): it answers, and its record is whole", async (signal) => {
  const { id, caller } = await startCall(user, { assistant: ASSISTANT });
  const saidIn = async () =>
    (await listEvents(user, id)).flatMap(({ type, payload }) => (type === "assistant.said" ? [String(payload.text)] : []));
  await eventually("the greeting", async () => ((await saidIn()).length === 1 ? true : undefined));
  const before = postgresPid(server.dataDir);
  process.kill(before, signal);
  // Asked while there is no database.
  caller.send({ type: "add-message", message: { role: "user", content: "Are you open on Saturday?" } });
  await eventually("another database process", async () => {
    try {
      return postgresPid(server.dataDir) !== before || undefined;
    } catch {
      return undefined;
    }
  });
  const answers = async () => {
    const said = await saidIn().catch(() => []);
    return said.length === 2 ? said : undefined;
  };
  expect((await eventually("the answer", answers))[1]).toMatch(/saturday/i);
  expect(caller.closed).toBe(false);
  caller.send({ type: "end-call" });
  expect(await endedCall(user, id)).toMatchObject({ endedReason: "customer-ended-call" });
  const events = await listEvents(user, id);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
  caller.close();
});
