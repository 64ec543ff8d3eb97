import { randomUUID } from "node:crypto";
import type { CreateTool } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOutsideNetwork } from "../../../platform/net/outside-network.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import { type LoopbackServer, startLoopbackServer } from "../../credential/outgoing/testing/loopback-server.ts";
import { resolveTools } from "./resolve-tools.ts";

let server: TestServer;
let target: LoopbackServer;
const network = createOutsideNetwork(true);
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  network.close();
  await server.close();
});
beforeEach(async () => {
  target = await startLoopbackServer((response, { method, body }) => response.end(JSON.stringify({ method, body })));
});
afterEach(() => target.close());

interface RunOptions {
  fields?: object;
  args?: Record<string, unknown>;
  variables?: Record<string, unknown>;
  through?: typeof network;
  signal?: AbortSignal;
}

async function run(code: string, { fields = {}, args = {}, variables = {}, through = network, signal }: RunOptions = {}) {
  const tool = { type: "code", function: { name: "compute" }, code, ...fields } as CreateTool;
  const model = { provider: "callwright" as const, model: "builtin" as const, tools: [tool] };
  const context = { ...server.context, network: through };
  const { runner } = await resolveTools(context, randomUUID(), { model }, { conversation: { type: "call", id: "call-1" } });
  return runner.run({ id: "call-1", name: "compute", arguments: args }, variables, signal ?? new AbortController().signal);
}

test("TypeScript runs with the arguments and the variables of the conversation, and returns JSON", async () => {
  const code = `
    interface Order { price: number; count: number }
    const total = (args.orders as Order[]).reduce((sum: number, each) => sum + each.price * each.count, 0);
    return { total, customer: variables.customer };
  `;
  const args = { orders: [{ price: 2, count: 3 }] };
  const outcome = await run(code, { args, variables: { customer: "Ada" } });
  expect(outcome).toEqual({ result: '{"total":6,"customer":"Ada"}', failed: false });
  expect(await run(`return "It's " + args.day;`, { args: { day: "Monday" } })).toMatchObject({ result: "It's Monday" });
  expect(await run("const unused = 1;")).toEqual({ result: "The code returned nothing.", failed: false });
});

test("the environment variables of a stored tool are templates that the code reads", async () => {
  const client = await server.signUp();
  const stored = { type: "code", function: { name: "compute" }, code: "return env.GREETING + env.EMPTY;" };
  const environmentVariables = [
    { name: "GREETING", value: "Hello {{ customer }}" },
    { name: "EMPTY", value: "" },
  ];
  const { id } = (await client.json<{ id: string }>("POST", "/tool", { ...stored, environmentVariables })).body;
  const model = { provider: "callwright" as const, model: "builtin" as const, toolIds: [id] };
  const options = { conversation: { type: "call", id: "call-1" } } as const;
  const { runner } = await resolveTools({ ...server.context, network }, client.orgId, { model }, options);
  const call = { id: "call-1", name: "compute", arguments: {} };
  expect(await runner.run(call, { customer: "Ada" }, new AbortController().signal)).toMatchObject({ result: "Hello Ada" });
});

test("values of the result become variables", async () => {
  const variableExtractionPlan = { schema: { type: "object", properties: { id: { type: "number" } } } };
  expect(await run("return { id: 7 };", { fields: { variableExtractionPlan } })).toMatchObject({ variables: { id: 7 } });
});

describe("fetch", () => {
  test("goes over the server's network and answers as the web's does", async () => {
    const code = `
      const [first, second] = await Promise.all([
        fetch("${target.origin}/a", { method: "POST", headers: { "X-Shop": 7 }, body: JSON.stringify(args) }),
        fetch("${target.origin}/b"),
      ]);
      const { body } = await first.json();
      return [first.ok, first.status, body, first.headers.get("Content-Length") !== null, await second.text()];
    `;
    const { result } = await run(code, { args: { a: 1 } });
    expect(JSON.parse(result)).toEqual([true, 200, '{"a":1}', true, '{"method":"GET","body":""}']);
    expect(target.arrived.find(({ url }) => url === "/a")).toMatchObject({ method: "POST", headers: { "x-shop": "7" } });
  });

  test("reaches no private address, and says so to the code", async () => {
    const guarded = createOutsideNetwork(false);
    const code = `try { await fetch("${target.origin}"); } catch (error) { return error.message; }`;
    expect(await run(code, { through: guarded })).toEqual({
      result: "The request was refused: its address is private.",
      failed: false,
    });
    expect(target.arrived).toEqual([]);
    guarded.close();
  });

  test("sends at most 20 requests in a run", async () => {
    const code = `for (let n = 0; n < 21; n += 1) await fetch("${target.origin}");`;
    expect(await run(code)).toMatchObject({ failed: true, result: expect.stringContaining("at most 20 requests") });
    expect(target.arrived).toHaveLength(20);
  });
});

describe("a failure is a sentence", () => {
  test.each([
    ["what is thrown", `throw new Error("No such order.");`, "The code failed: No such order."],
    ["what the engine throws", "return nobody.name;", "The code failed: ReferenceError: 'nobody' is not defined"],
    ["code that cannot be read", "return (;", expect.stringMatching(/^The code failed: SyntaxError: ./)],
    ["a result that is no JSON", "const own = {}; own.own = own; return own;", expect.stringContaining("circular")],
    ["an endless loop", "for (;;);", "The code ran longer than 1 s."],
    ["an endless loop after a wait", "await null; for (;;);", "The code ran longer than 1 s."],
    [
      "endless memory",
      "const all = []; for (;;) all.push(new Array(100_000).fill(7));",
      expect.stringMatching(/^The code (used|ran)/),
    ],
    ["endless depth", "const deeper = () => deeper() + 1; return deeper();", expect.stringMatching(/stack/i)],
    [
      "a promise that never settles",
      "await new Promise(() => {});",
      "The code failed: it waits for something that never happens.",
    ],
  ])("%s", async (_what, code, result) => {
    expect(await run(code, { fields: { timeoutSeconds: 1 } })).toEqual({ result, failed: true });
  });

  test("nobody waits for the code any more", async () => {
    target.answer = () => undefined;
    const gone = new AbortController();
    const running = run(`await fetch("${target.origin}");`, { signal: gone.signal });
    await expect.poll(() => target.arrived.length).toBe(1);
    gone.abort();
    expect(await running).toMatchObject({ failed: true });
  });
});

describe("code cannot leave its engine", () => {
  test("it has nothing of Node, and no way to the host's function", async () => {
    const names = ["process", "require", "module", "Buffer", "setTimeout", "WebAssembly", "host", "Deno", "globalThis.global"];
    const { result } = await run(`return [${names.map((name) => `typeof ${name}`).join(", ")}];`);
    expect(JSON.parse(result)).toEqual(names.map(() => "undefined"));
  });

  test.each([
    ["a module", `const fs = await import("node:fs"); return fs.readFileSync("/etc/passwd", "utf8");`],
    ["the constructor of a function", `return (await fetch.constructor("return process")()).env;`],
    [
      "the prototype of an error",
      `try { null.x } catch (error) { return error.constructor.constructor("return this.process.pid")(); }`,
    ],
    ["a file by fetch", `return (await fetch("file:///etc/passwd")).text();`],
  ])("through %s", async (_what, code) => {
    expect(await run(code)).toMatchObject({ failed: true });
  });

  test("a changed prototype is gone with the run", async () => {
    await run(`Object.prototype.polluted = true; Array.prototype.map = () => "broken"; return 1;`);
    expect(await run("return [{}.polluted === undefined, [1].map((each) => each)];")).toMatchObject({ result: "[true,[1]]" });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
