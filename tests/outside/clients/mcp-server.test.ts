import path from "node:path";
import type { Assistant, Tool } from "@callwright/contract";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../../apps/server/src/modules/call/runtime/testing/call-server.ts";

/** The hosted platform's MCP server with this server: each of its tools, as agents use them. */

let setup: CallServer;
let agent: Client;
let numberId: string;
beforeAll(async () => {
  setup = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
  numberId = (await setup.client.json<{ id: string }>("POST", "/phone-number", { provider: "simulated" })).body.id;
  agent = new Client({ name: "test", version: "1.0.0" });
  await agent.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        ...["--import", path.join(import.meta.dirname, "harness", "redirect.mjs")],
        path.join(import.meta.dirname, "node_modules", "@vapi-ai", "mcp-server", "dist", "index.js"),
      ],
      env: { ...process.env, VAPI_TOKEN: setup.client.orgToken, CALLWRIGHT_URL: setup.server.url } as Record<string, string>,
      stderr: "ignore",
    }),
  );
});
afterAll(async () => {
  await agent.close();
  await setup.server.close();
});

interface Made {
  id: string;
  [field: string]: unknown;
}

async function use<Answer = Made>(name: string, input: object = {}): Promise<Answer> {
  const { content } = await agent.callTool({ name, arguments: { ...input } });
  const [{ text = "" } = {}] = content as { text?: string }[];
  // A failed call returns a text with this beginning.
  expect(text).not.toMatch(/^Error: /);
  return JSON.parse(text) as Answer;
}

const stored = async <Entity>(route: string) => (await setup.client.json<Entity>("GET", route)).body;

test("it has the tools that are tried here", async () => {
  const names = (await agent.listTools()).tools.map(({ name }) => name).sort();
  expect(names).toEqual([
    ...["create_assistant", "create_call", "create_tool", "get_assistant", "get_call", "get_phone_number", "get_tool"],
    ...["list_assistants", "list_calls", "list_phone_numbers", "list_tools", "update_assistant", "update_tool"],
  ]);
});

test("assistants: instructions alone are merged into the stored model", async () => {
  const llm = { provider: "openai", model: "gpt-4o" };
  const { id } = await use("create_assistant", { name: "Riley", llm, instructions: "Be kind." });
  await use("update_assistant", { assistantId: id, instructions: "Be brief." });
  expect(await stored<Assistant>(`/assistant/${id}`)).toMatchObject({
    model: { ...llm, messages: [{ role: "system", content: "Be brief." }] },
  });
  const tool = await use("create_tool", { type: "transferCall", transferCall: { destinations: [] } });
  await use("update_assistant", { assistantId: id, toolIds: [tool.id] });
  expect(await stored<Assistant>(`/assistant/${id}`)).toMatchObject({
    model: { ...llm, toolIds: [tool.id], messages: [{ content: "Be brief." }] },
  });
  expect(await use("get_assistant", { assistantId: id })).toMatchObject({ llm, toolIds: [tool.id] });
  expect((await use<Made[]>("list_assistants")).map((each) => each.id)).toContain(id);
});

test("tools: text messages with the number they come from, and requests with headers as they are sent", async () => {
  const sms = { metadata: { from: "+15551234567" } };
  const text = await use("create_tool", { type: "sms", name: "text", description: "Sends a text.", sms });
  expect(await stored<Tool>(`/tool/${text.id}`)).toMatchObject({ type: "sms", ...sms });
  await use("update_tool", { toolId: text.id, sms: { metadata: { from: "+15557654321" } } });
  const apiRequest = { url: "https://api.example/orders", method: "POST", headers: { "X-Key": "k" } };
  const request = await use("create_tool", { type: "apiRequest", name: "order", description: "Orders.", apiRequest });
  const headers = { type: "object", properties: { "X-Key": { type: "string", value: "k" } } };
  expect(await stored<Tool>(`/tool/${request.id}`)).toMatchObject({ type: "apiRequest", headers });
  await use("update_tool", { toolId: request.id, apiRequest: { ...apiRequest, headers: { "X-Key": "new" } } });
  expect(await stored<Tool>(`/tool/${request.id}`)).toMatchObject({ headers: { properties: { "X-Key": { value: "new" } } } });
  const parameters = { type: "object", properties: { id: { type: "string" } } };
  const server = { url: "https://tools.example", headers: { "X-Key": "k" } };
  const look = await use("create_tool", {
    type: "function",
    name: "look_up",
    description: "Looks.",
    function: { parameters, server },
  });
  expect(await use("get_tool", { toolId: look.id })).toMatchObject({ name: "look_up", parameters });
  expect((await use<Made[]>("list_tools")).map((each) => each.id)).toEqual(
    expect.arrayContaining([text.id, request.id, look.id]),
  );
});

test("phone numbers and calls", async () => {
  expect((await use<Made[]>("list_phone_numbers")).map((each) => each.id)).toContain(numberId);
  expect(await use("get_phone_number", { phoneNumberId: numberId })).toMatchObject({ id: numberId });
  const assistantId = (await setup.client.json<Made>("POST", "/assistant", { name: "Caller" })).body.id;
  const call = await use("create_call", { assistantId, phoneNumberId: numberId, customer: { number: "+12025550123" } });
  expect(await use("get_call", { callId: call.id })).toMatchObject({ id: call.id, assistantId });
  expect((await use<Made[]>("list_calls")).map((each) => each.id)).toContain(call.id);
});
