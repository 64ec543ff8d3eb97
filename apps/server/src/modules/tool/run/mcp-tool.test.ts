import { randomUUID } from "node:crypto";
import type { CreateTool } from "@callwright/contract";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createOutsideNetwork } from "../../../platform/net/outside-network.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import { FAULTS, startLoopbackServer } from "../../credential/outgoing/testing/loopback-server.ts";
import { type ResolvedTools, resolveTools } from "./resolve-tools.ts";
import { startMcpServer, type TestMcpServer } from "./testing/mcp-server.ts";

let server: TestServer;
let mcp: TestMcpServer;
let prepared: McpServer[];
let opened: ResolvedTools[];
const network = createOutsideNetwork(true);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  network.close();
  await server.close();
});
beforeEach(async () => {
  [prepared, opened] = [[], []];
  mcp = await startMcpServer((each) => {
    prepared.push(each);
    each.registerTool("find.slots", { description: "Lists free times.", inputSchema: { day: z.string() } }, ({ day }) => ({
      content: [
        { type: "text", text: `${day} at nine` },
        { type: "text", text: `${day} at ten` },
      ],
    }));
    each.registerTool("book", { inputSchema: {} }, (_, { requestInfo: { headers: { authorization } = {} } = {} }) => ({
      content: [{ type: "text", text: authorization === undefined ? "Full." : `Full for ${authorization}.` }],
      isError: true,
    }));
  });
});
afterEach(async () => {
  await Promise.all(opened.map(({ close }) => close()));
  await mcp.close();
});

const mcpTool = (url: string, fields: object = {}) => ({ type: "mcp", server: { url }, ...fields }) as CreateTool;

async function open(tool: CreateTool, through = network): Promise<ResolvedTools> {
  const model = { provider: "callwright" as const, model: "builtin" as const, tools: [tool] };
  const context = { ...server.context, network: through };
  const resolved = await resolveTools(
    context,
    randomUUID(),
    { model },
    { conversation: { type: "chat", id: "chat-1", sessionId: "session-1" } },
  );
  opened.push(resolved);
  return resolved;
}

const call = ({ runner }: ResolvedTools, name: string, args: Record<string, unknown> = {}) =>
  runner.run({ id: "call-1", name, arguments: args }, {}, new AbortController().signal);

describe.each(["shttp", "sse"] as const)("over %s", (protocol) => {
  const tool = (fields: object = {}) =>
    mcpTool(`${mcp.origin}/${protocol === "sse" ? "sse" : "mcp"}`, { metadata: { protocol }, ...fields });

  test("the server's tools are the agent's, with their descriptions, schemas and spoken messages", async () => {
    const messages = [{ type: "request-start" as const, content: "One moment." }];
    const { tools } = await open(tool({ toolMessages: [{ name: "find.slots", messages }] }));
    expect(tools).toMatchObject([
      { name: "find_slots", description: "Lists free times.", parameters: { required: ["day"] }, action: "run", messages },
      { name: "book", messages: [] },
    ]);
  });

  test("a call has the texts of its answer, and a failure is one", async () => {
    const resolved = await open(tool());
    const found = await call(resolved, "find_slots", { day: "Monday" });
    expect(found).toEqual({ result: "Monday at nine\nMonday at ten", failed: false });
    expect(await call(resolved, "book")).toEqual({ result: "Full.", failed: true });
  });

  test("an answer that repeats the token of its request does not show it", async () => {
    const url = `${mcp.origin}/${protocol === "sse" ? "sse" : "mcp"}`;
    const resolved = await open(tool({ server: { url, headers: { authorization: "Bearer tok-4711" } } }));
    expect(await call(resolved, "book")).toEqual({ result: "Full for •••.", failed: true });
  });

  test("a tool that the server adds later is there without a new conversation", async () => {
    const { runner } = await open(tool());
    prepared[0]?.registerTool("cancel", {}, () => ({ content: [] }));
    await expect.poll(() => runner.tools.map(({ name }) => name)).toContain("cancel");
  });

  test("the end of the conversation ends the session", async () => {
    const resolved = await open(tool());
    expect(mcp.sessions).toBe(1);
    await resolved.close();
    await expect.poll(() => mcp.sessions).toBe(0);
  });
});

test("the tool's headers go with every request", async () => {
  const resolved = await open(mcpTool("", { server: { url: `${mcp.origin}/mcp`, headers: { "X-Shop": "7" } } }));
  await call(resolved, "book");
  expect(mcp.headers.length).toBeGreaterThan(2);
  expect(mcp.headers.every((each) => each["x-shop"] === "7")).toBe(true);
});

test("a server that has forgotten the session gets a new one, and the call once more", async () => {
  const resolved = await open(mcpTool(`${mcp.origin}/mcp`));
  mcp.forget();
  expect(await call(resolved, "find_slots", { day: "Friday" })).toMatchObject({ failed: false });
});

test("a server that goes in the middle of a call fails it with a reason", async () => {
  const resolved = await open(mcpTool(`${mcp.origin}/mcp`));
  await mcp.close();
  expect(await call(resolved, "book")).toMatchObject({ failed: true, result: expect.stringContaining("The request failed") });
});

describe("a server that is busy", () => {
  const plan = { type: "fixed", maxRetries: 1, baseDelaySeconds: 0 };
  const retrying = (backoffPlan: object) => mcpTool("", { server: { url: `${mcp.origin}/mcp`, backoffPlan } });

  test("is asked again as its backoff plan says, at the start and in a call", async () => {
    mcp.fail(503);
    const resolved = await open(retrying(plan));
    expect(resolved.tools.map(({ name }) => name)).toEqual(["find_slots", "book"]);
    mcp.fail(503);
    expect(await call(resolved, "find_slots", { day: "Friday" })).toMatchObject({ failed: false });
  });

  test("is not asked again after a status that the plan excludes, nor more often than it says", async () => {
    mcp.fail(503);
    expect((await open(retrying({ ...plan, excludedStatusCodes: [503] }))).tools).toMatchObject([{ action: "unavailable" }]);
    mcp.fail(503, 503);
    expect((await open(retrying(plan))).tools).toMatchObject([{ action: "unavailable" }]);
  });
});

test("what a server says about a refused key is told to nobody: it may repeat the key", async () => {
  const echoing = await startLoopbackServer((response, { headers }) =>
    response.writeHead(401).end(`Incorrect key: ${headers.authorization}`),
  );
  for (const path of ["mcp", "sse"]) {
    const headers = { authorization: "Bearer secret-0123" };
    const metadata = { protocol: path === "sse" ? "sse" : "shttp" };
    const { tools } = await open(mcpTool("", { server: { url: `${echoing.origin}/${path}`, headers }, metadata }));
    expect(tools).toMatchObject([{ action: "unavailable" }]);
    expect(JSON.stringify(tools)).not.toContain("secret-0123");
  }
  await echoing.close();
});

describe("a server that cannot be used is a tool that says so", () => {
  const unavailable = [
    { name: "mcp", action: "unavailable", reason: expect.stringMatching(/^The MCP server cannot be used\. ./) },
  ];

  test.each(Object.entries(FAULTS).filter(([name]) => name !== "slow"))("%s", async (_name, fault) => {
    const broken = await startLoopbackServer(fault);
    expect((await open(mcpTool(`${broken.origin}/mcp`))).tools).toMatchObject(unavailable);
    await broken.close();
  });

  test("one that never answers, after its timeout", async () => {
    const silent = await startLoopbackServer(FAULTS.slow);
    const { tools } = await open(mcpTool("", { server: { url: `${silent.origin}/mcp`, timeoutSeconds: 1 } }));
    expect(tools).toMatchObject(unavailable);
    await silent.close();
  });

  test("one at a private address, also by a redirect of another server", async () => {
    const guarded = createOutsideNetwork(false);
    const [tool] = (await open(mcpTool(`${mcp.origin}/mcp`), guarded)).tools;
    expect(tool).toMatchObject({ action: "unavailable", reason: expect.stringContaining("private") });
    guarded.close();
    const redirecting = await startLoopbackServer((response) => response.writeHead(307, { location: `${mcp.origin}/mcp` }).end());
    expect((await open(mcpTool(`${redirecting.origin}/mcp`))).tools).toMatchObject(unavailable);
    expect(mcp.headers).toEqual([]);
    await redirecting.close();
  });
});
