import type { ErrorBody, Eval, EvalRun } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { simulationRun } from "../tables.ts";

/** Evals through their routes. What a mock conversation does is tested beside it. */

const model = {
  provider: "callwright",
  model: "builtin",
  messages: [{ role: "system", content: "We are open from nine to five." }],
};
const judged = (content: string) => ({
  name: "Hours",
  type: "chat.mockConversation",
  messages: [
    { role: "user", content: "When are you open?" },
    { role: "assistant", judgePlan: { type: "regex", content } },
  ],
});

let server: TestServer;
let client: TestClient;
let assistantId: string;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
  assistantId = (await client.json<{ id: string }>("POST", "/assistant", { name: "Shop", model })).body.id;
});
afterAll(() => server.close());

const get = async <Body>(path: string) => (await client.json<Body>("GET", path)).body;
const target = () => ({ type: "assistant", assistantId });

async function ended(body: object): Promise<EvalRun> {
  const { status, body: run } = await client.json<EvalRun & { evalRunId: string }>("POST", "/eval/run", {
    type: "eval",
    ...body,
  });
  expect([status, run]).toMatchObject([201, { type: "eval", results: [], evalRunId: run.id }]);
  const path = `/eval/run/${run.evalRunId}`;
  await expect.poll(async () => (await get<EvalRun>(path)).status, { timeout: 30_000 }).toBe("ended");
  return get(path);
}

test("a stored eval runs as it is now, and is no scenario", async () => {
  const { status, body: made } = await client.json<Eval>("POST", "/eval", judged("nine to five"));
  expect([status, made]).toMatchObject([201, judged("nine to five")]);
  const passed = await ended({ evalId: made.id, target: target() });
  expect(passed).toMatchObject({
    evalId: made.id,
    target: target(),
    endedReason: "mockConversation.done",
    results: [{ status: "pass", messages: [{ role: "user" }, { role: "assistant", judge: { status: "pass" } }] }],
    cost: 0,
    costs: [{ type: "model", cost: 0 }],
  });
  expect(passed).not.toHaveProperty("eval");
  await client.json("PATCH", `/eval/${made.id}`, { messages: judged("noon").messages });
  const failed = await ended({ evalId: made.id, target: target() });
  expect(failed).toMatchObject({ endedReason: "mockConversation.done", results: [{ status: "fail" }] });
  expect(await get(`/eval/run/${passed.id}`)).toEqual(passed);

  expect(await get(`/eval?id=${made.id}`)).toMatchObject({ results: [{ id: made.id }], metadata: { totalItems: 1 } });
  expect(await get(`/eval/run?id=${failed.id}`)).toMatchObject({ results: [{ id: failed.id }], metadata: { totalItems: 1 } });
  expect(await get("/eval/simulation/scenario")).toEqual([]);
  expect(await get("/eval/simulation/run")).toMatchObject({ results: [] });
  expect((await client.json("GET", `/eval/simulation/run/${failed.id}`)).status).toBe(404);
  const simulations = [{ type: "simulation", scenarioId: made.id }];
  const refused = await client.json<ErrorBody>("POST", "/eval/simulation/run", { simulations, target: target() });
  expect([refused.status, String(refused.body.message)]).toEqual([400, expect.stringContaining("POST /eval/run")]);
});

test("an eval of the request, against a draft: its headers are stored encrypted, also after the run", async () => {
  const secret = "s3cret-of-the-shop";
  const assistant = { name: "Draft", model, server: { url: "https://shop.example", headers: { "x-key": secret } } };
  const run = await ended({ eval: judged("nine"), target: { type: "assistant", assistant } });
  expect(run).toMatchObject({ eval: judged("nine"), target: { assistant: { name: "Draft" } }, results: [{ status: "pass" }] });
  const rows = await server.context.db.select().from(simulationRun);
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test("what could not run is refused, and the refusal names the field", async () => {
  const refused = async (path: string, body: object) => {
    const { status, body: answer } = await client.json<ErrorBody>("POST", path, body);
    return [status, JSON.stringify(answer.message)];
  };
  const says = (text: string) => [400, expect.stringContaining(text)];
  expect(await refused("/eval", judged("(unclosed"))).toEqual(says("messages.1.judgePlan.content"));
  expect(await refused("/eval", { type: "chat.mockConversation", messages: [{ role: "user", content: "Hi" }] })).toEqual(
    says("judgePlan"),
  );
  const run = (more: object) => refused("/eval/run", { type: "eval", target: target(), ...more });
  expect(await run({})).toEqual(says("evalId"));
  expect(await run({ evalId: assistantId, eval: judged("nine") })).toEqual(says("evalId"));
  expect(await run({ eval: judged("nine"), target: { type: "assistant" } })).toEqual(says("assistantId"));
  expect((await run({ evalId: assistantId }))[0]).toBe(404);
});
