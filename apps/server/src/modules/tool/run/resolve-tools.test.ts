import { randomUUID } from "node:crypto";
import type { CreateTool } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { resolveTools } from "./resolve-tools.ts";

let server: TestServer;
let client: TestClient;
let stranger: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  [client, stranger] = [await server.signUp(), await server.signUp()];
});
afterAll(() => server.close());

const resolve = (model: { tools?: CreateTool[]; toolIds?: string[] }) =>
  resolveTools(
    server.context,
    client.orgId,
    { model: { provider: "callwright", model: "builtin", ...model } },
    { conversation: { type: "chat", id: randomUUID(), sessionId: randomUUID() } },
  );
const store = async (who: TestClient, tool: CreateTool) => (await who.json<{ id: string }>("POST", "/tool", tool)).body.id;

test("inline tools come before stored ones, and names are unique", async () => {
  const toolId = await store(client, { type: "endCall", messages: [{ type: "request-start", content: "Bye." }] });
  const { tools, runner } = await resolve({ tools: [{ type: "endCall" }, { type: "dtmf" }], toolIds: [toolId.toUpperCase()] });
  expect(tools.map(({ name, action }) => [name, action])).toEqual([
    ["endCall", "end-call"],
    ["dtmf", "unavailable"],
    ["endCall_2", "end-call"],
  ]);
  expect(tools[1]?.reason).toBe("The keypad is not available on this call.");
  expect(tools[2]?.messages).toEqual([{ type: "request-start", content: "Bye." }]);
  expect(runner.tools).toEqual(tools);
});

test("an assistant without tools has a runner that knows none", async () => {
  const { tools, runner } = await resolve({});
  expect(tools).toEqual([]);
  const call = { id: "1", name: "order", arguments: {} };
  expect(await runner.run(call, {}, new AbortController().signal)).toEqual({ result: "There is no tool 'order'.", failed: true });
});

test.each(["unknown", "another organization's", "deleted"])("an %s tool id is refused", async (which) => {
  let id: string = randomUUID();
  if (which === "another organization's") id = await store(stranger, { type: "endCall" });
  if (which === "deleted") {
    id = await store(client, { type: "endCall" });
    await client.json("DELETE", `/tool/${id}`);
  }
  await expect(resolve({ toolIds: [id] })).rejects.toMatchObject({
    code: "reference-missing",
    message: "assistant.model.toolIds.0: this organization has no such tool. Create it first, or omit assistant.model.toolIds.0.",
  });
});
