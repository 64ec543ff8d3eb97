import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOutsideNetwork } from "../../../platform/net/outside-network.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import { FAULTS, type LoopbackServer, startLoopbackServer } from "../../credential/outgoing/testing/loopback-server.ts";
import { resolveTools } from "./resolve-tools.ts";
import type { ToolOf } from "./tool-source.ts";

type ApiRequest = ToolOf<"apiRequest">;

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
  target = await startLoopbackServer((response) => response.end('{"ok":true}'));
});
afterEach(() => target.close());

async function resolve(tool: Omit<ApiRequest, "type">) {
  const { runner, tools } = await resolveTools(
    { ...server.context, network },
    randomUUID(),
    { model: { provider: "callwright", model: "builtin", tools: [{ type: "apiRequest", ...tool }] } },
    { conversation: { type: "chat", id: "chat-1", sessionId: "session-1" } },
  );
  return { runner, tool: tools[0] };
}
async function run(tool: Omit<ApiRequest, "type">, args: Record<string, unknown> = {}, variables = {}) {
  const { runner, tool: described } = await resolve({ timeoutSeconds: 1, ...tool });
  const call = { id: "call-1", name: described?.name ?? "", arguments: args };
  const outcome = await runner.run(call, variables, new AbortController().signal);
  return { outcome, request: target.arrived.at(-1) };
}
const at = (path: string) => target.origin + path;

describe("the model", () => {
  test("chooses what has no fixed value", async () => {
    const { tool } = await resolve({
      name: "find_order",
      description: "Finds an order",
      method: "POST",
      url: "https://api.example/{{ id }}",
      function: {
        name: "other",
        parameters: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
      },
      headers: { type: "object", properties: { "X-Key": { type: "string", value: "k" }, "X-Lang": { type: "string" } } },
      body: {
        type: "object",
        properties: {
          size: { type: "string", enum: ["s", "m"] },
          channel: { type: "string", value: "voice" },
          address: { type: "object", properties: { city: { type: "string" }, country: { type: "string", value: "DE" } } },
          fixed: { type: "string" },
        },
        required: ["size", "channel", "fixed"],
      },
      parameters: [{ key: "fixed", value: 1 }],
    });
    expect(tool).toMatchObject({ name: "find_order", description: "Finds an order", strict: false });
    expect(tool?.parameters).toEqual({
      type: "object",
      properties: {
        id: { type: "string" },
        size: { type: "string", enum: ["s", "m"] },
        address: { type: "object", properties: { city: { type: "string" } } },
        "X-Lang": { type: "string" },
      },
      required: ["id", "size"],
    });
  });

  test("knows it by the name of its function, else of its type", async () => {
    const named = await resolve({ method: "GET", url: "https://a.example", function: { name: "weather" } });
    expect(named.tool?.name).toBe("weather");
    expect((await resolve({ method: "GET", url: "https://a.example" })).tool?.name).toBe("apiRequest");
  });
});

describe("the request", () => {
  test("has values, defaults, arguments and fixed parameters in its body", async () => {
    const { request } = await run(
      {
        method: "PATCH",
        url: at("/orders"),
        body: {
          type: "object",
          properties: {
            customer: { type: "string", value: "{{ customer.name }}" },
            urgent: { type: "boolean", value: false },
            size: { type: "string", default: "m" },
            note: { type: "string", default: "none" },
            address: { type: "object", properties: { city: { type: "string" }, country: { type: "string", value: "DE" } } },
          },
        },
        parameters: [{ key: "source", value: ["{{ channel }}"] }],
      },
      { size: "l", urgent: true, address: { city: "Bonn", country: "FR" }, more: 1 },
      { customer: { name: "Ada" }, channel: "voice" },
    );
    expect(request).toMatchObject({ method: "PATCH", url: "/orders", headers: { "content-type": "application/json" } });
    expect(JSON.parse(request?.body ?? "")).toEqual({
      customer: "Ada",
      urgent: false,
      size: "l",
      note: "none",
      address: { city: "Bonn", country: "DE" },
      more: 1,
      source: ["voice"],
    });
  });

  test("has them in its query when it has no body", async () => {
    const { request } = await run(
      { method: "GET", url: at("/find?a=1"), parameters: [{ key: "key", value: "{{ key }}" }] },
      { tags: ["x", "y&z"], range: { from: 1 } },
      { key: "k 1" },
    );
    expect(request?.url).toBe(`/find?a=1&tags=x&tags=y%26z&range=${encodeURIComponent('{"from":1}')}&key=k+1`);
    expect(request?.body).toBe("");

    const body = { type: "object" as const, properties: { city: { type: "string" as const }, day: { type: "string" as const } } };
    const templated = await run({ method: "GET", url: at("/weather?city={{ city }}"), body }, { city: "Bonn", day: "Monday" });
    expect(templated.request?.url).toBe("/weather?city=Bonn&day=Monday");
  });

  test("is sent as a form, or as a value that is no object, when the tool says so", async () => {
    const headers = {
      type: "object" as const,
      properties: { "Content-Type": { type: "string" as const, value: "application/x-www-form-urlencoded" } },
    };
    const form = await run({ method: "POST", url: at("/"), headers }, { a: "1 2", b: ["x", "y"] });
    expect(form.request).toMatchObject({
      body: "a=1+2&b=x&b=y",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const list = await run({ method: "POST", url: at("/"), body: { type: "array", items: { type: "string" } } }, { body: ["a"] });
    expect(list.request?.body).toBe('["a"]');
  });

  test("has templates in URL and headers, and what a caller says cannot leave its place", async () => {
    const headers = { type: "object" as const, properties: { "X-Name": { type: "string" as const, value: "{{ name }}" } } };
    const { request } = await run(
      { method: "POST", url: at("/orders/{{ id }}/items?day={{ day }}"), headers },
      { id: "../admin?x=1", name: "Ada\r\nX-Evil: 1", size: "m" },
      { day: "a&b=c" },
    );
    expect(request?.url).toBe("/orders/..%2Fadmin%3Fx%3D1/items?day=a%26b%3Dc");
    expect(request?.headers["x-name"]).toBe("Ada X-Evil: 1");
    expect(request?.headers).not.toHaveProperty("x-evil");
    expect(JSON.parse(request?.body ?? "")).toEqual({ size: "m" });
    const based = await run(
      { method: "GET", url: "{{ base }}/{{ city | url_encode }}" },
      { city: "Köln Süd" },
      { base: at("/v1") },
    );
    expect(based.request?.url).toBe("/v1/K%C3%B6ln+S%C3%BCd");
  });

  test.each([
    ["no web address", { url: "{{ nothing }}/x" }, "The request was not sent: its URL is neither http nor https."],
    [
      "a broken template",
      { url: "https://a.example/{{ | }}" },
      "The request was not sent: the template of the URL cannot be rendered.",
    ],
    ["a path that names no argument", { url: "https://a.example", encryptedPaths: ["$"] }, "its encryptedPaths have '$'"],
  ])("with %s is not sent", async (_what, fields, sentence) => {
    const { outcome } = await run({ method: "GET", ...fields });
    expect(outcome).toEqual({ result: expect.stringContaining(sentence), failed: true });
  });
});

describe("the answer", () => {
  test("is the body of any good status", async () => {
    target.answer = (response) => response.writeHead(201).end("created");
    expect((await run({ method: "POST", url: at("/") })).outcome).toEqual({ result: "created", failed: false });
    target.answer = (response) => response.writeHead(204).end();
    expect((await run({ method: "DELETE", url: at("/") })).outcome).toEqual({
      result: "The API answered with status 204 and an empty body.",
      failed: false,
    });
  });

  test("gives variables by schema and aliases", async () => {
    target.answer = (response) =>
      response.end(JSON.stringify({ user: { name: "Ada", age: "36", secret: "x" }, tags: ["a", 1, true], score: "high" }));
    const variableExtractionPlan: ApiRequest["variableExtractionPlan"] = {
      schema: {
        type: "object",
        properties: {
          user: { type: "object", properties: { name: { type: "string" }, age: { type: "integer" } } },
          tags: { type: "array", items: { type: "string" } },
          score: { type: "number" },
          missing: { type: "string" },
        },
      },
      aliases: [
        { key: "greeting", value: "{{ salutation }} {{ user.name | upcase }}" },
        { key: "secret", value: "{{ $.user.secret }}-{{ response.tags[0] }}" },
        { key: "broken", value: "{{ | }}" },
      ],
    };
    const { outcome } = await run({ method: "GET", url: at("/"), variableExtractionPlan }, {}, { salutation: "Dr." });
    expect(outcome.variables).toEqual({
      user: { name: "Ada", age: 36 },
      tags: ["a", "1"],
      greeting: "Dr. ADA",
      secret: "x-a",
    });
    target.answer = (response) => response.end('["1","2"]');
    const list = { type: "array" as const, title: "codes", items: { type: "string" as const } };
    const second = await run({ method: "GET", url: at("/"), variableExtractionPlan: { schema: list } });
    expect(second.outcome.variables).toEqual({ codes: ["1", "2"] });
  });

  test.each([
    ["slow", "The request failed: no answer within 1 s."],
    ["dropped before its answer", "The request failed: it broke the connection off."],
    ["killed in the middle", "The request failed: it broke the connection off."],
    ["status 500", "The API answered with status 500. oops"],
    ["status 429", "The API answered with status 429. slow down"],
    ["10 MB", "The answer has more than 1 MB."],
  ] as const)("of a server that is %s is a sentence for the model", async (fault, sentence) => {
    target.answer = FAULTS[fault];
    expect((await run({ method: "GET", url: at("/") })).outcome).toEqual({ result: sentence, failed: true });
  });

  test("with bytes that no database stores is cleaned", async () => {
    target.answer = FAULTS.garbage;
    const { outcome } = await run({ method: "GET", url: at("/") });
    expect(outcome.failed).toBe(false);
    expect(outcome.result).not.toContain("\u0000");
  });

  test("is asked for again as the backoff plan says", async () => {
    target.answer = (response) => (target.arrived.length < 3 ? FAULTS["status 500"](response) : response.end("at last"));
    const backoffPlan = { type: "exponential" as const, maxRetries: 2, baseDelaySeconds: 0.01 };
    expect((await run({ method: "GET", url: at("/"), backoffPlan })).outcome).toEqual({ result: "at last", failed: false });
  });
});
