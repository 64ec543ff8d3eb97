import { randomUUID } from "node:crypto";
import type { CreateAssistant, CreateTool, ServerTarget } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createOutsideNetwork } from "../../../platform/net/outside-network.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import {
  type Arrived,
  FAULTS,
  type LoopbackServer,
  startLoopbackServer,
} from "../../credential/outgoing/testing/loopback-server.ts";
import { resolveTools } from "./resolve-tools.ts";
import { NO_VISITOR_TOOLS, type VisitorTools } from "./visitor-tools.ts";

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
  target = await startLoopbackServer((response, request) => response.end(resultFor(request, { result: "Booked." })));
});
afterEach(() => target.close());

const CALL = { id: "call-1", name: "book", arguments: { day: "Monday" } };
const messageOf = ({ body }: Arrived) => JSON.parse(body).message;
/** The documented answer to the calls of a request. */
const resultFor = (request: Arrived, fields: object) =>
  JSON.stringify({
    results: messageOf(request).toolCallList.map((call: { id: string }) => ({ toolCallId: call.id, ...fields })),
  });
const at = (path: string, fields: Partial<ServerTarget> = {}): ServerTarget => ({ url: target.origin + path, ...fields });
const book = (fields: object = {}): CreateTool => ({ type: "function", function: { name: "book" }, ...fields });

async function run(tool: CreateTool, { assistant = {}, call = CALL, through = network, variables = {}, describe = {} } = {}) {
  const { runner, tools } = await resolveTools(
    { ...server.context, network: through },
    randomUUID(),
    { ...(assistant as CreateAssistant), model: { provider: "callwright", model: "builtin", tools: [tool] } },
    { conversation: { type: "chat", id: "chat-1", sessionId: "session-1" }, describe: async () => describe },
  );
  const outcome = await runner.run(call, variables, new AbortController().signal);
  return { outcome, tool: tools[0] };
}

describe("the request", () => {
  test("names the call, the tool, the conversation and the assistant, without headers that are for another server", async () => {
    const tool = book({
      server: at("/tool", { headers: { "X-Shop": "{{ shop }}" } }),
      parameters: [{ key: "source", value: { channel: "{{ channel }}" } }],
    });
    const options = {
      assistant: { name: "Ada", server: at("/assistant", { headers: { "X-Secret": "s" } }) },
      variables: { channel: "voice", shop: "7" },
      describe: { chat: { id: "chat-1" } },
    };
    expect((await run(tool, options)).outcome).toEqual({ result: "Booked.", failed: false });
    const [request] = target.arrived;
    expect(request).toMatchObject({
      method: "POST",
      url: "/tool",
      headers: { "x-shop": "7", "content-type": "application/json" },
    });
    const given = { day: "Monday", source: { channel: "voice" } };
    const values = { name: "book", arguments: given, parameters: given };
    const toolCall = { id: "call-1", type: "function", ...values, function: values };
    expect(request && messageOf(request)).toMatchObject({
      type: "tool-calls",
      timestamp: expect.any(Number),
      toolCalls: [toolCall],
      toolCallList: [toolCall],
      functionCall: { name: "book", parameters: given },
      toolWithToolCallList: [{ type: "function", function: { name: "book" }, toolCall }],
      chat: { id: "chat-1" },
      assistant: { name: "Ada" },
    });
    expect(request?.body).not.toContain("X-Secret");
    expect(request?.body).not.toContain("X-Shop");
  });

  test("goes to a server that knows function-call alone as that, and takes its answer", async () => {
    const older = await startLoopbackServer((response) => response.end(JSON.stringify({ result: { booked: true } })));
    const { outcome } = await run(book({ server: { url: older.origin } }), { assistant: { serverMessages: ["function-call"] } });
    await older.close();
    expect(outcome).toEqual({ result: '{"booked":true}', failed: false });
    const [request] = older.arrived;
    expect(request && messageOf(request)).toMatchObject({
      type: "function-call",
      functionCall: { name: "book", parameters: { day: "Monday" } },
    });
  });

  test("goes to the tool's server, else to the assistant's, else to the organization's, else to the client", async () => {
    await run(book({ server: at("/tool") }), { assistant: { server: at("/assistant") } });
    await run(book(), { assistant: { server: at("/assistant") } });
    const client = await server.signUp();
    const patched = await client.json("PATCH", `/org/${client.orgId}`, { server: { url: "https://hooks.example/org" } });
    expect(patched.status).toBe(200);
    expect(target.arrived.map(({ url }) => url)).toEqual(["/tool", "/assistant"]);
    const resolveFor = (ofVisitor?: VisitorTools) =>
      resolveTools(
        server.context,
        client.orgId,
        { server: at("/assistant"), model: { provider: "callwright", model: "builtin", tools: [book(), book()] } },
        { conversation: { type: "chat", id: "1", sessionId: "1" }, ...(ofVisitor && { ofVisitor }) },
      );
    const actionsOf = async (ofVisitor?: VisitorTools) => (await resolveFor(ofVisitor)).tools.map(({ action }) => action);
    expect(await actionsOf()).toEqual(["run", "run"]);
    // A visitor's functions go neither to the assistant's server nor to the organization's.
    expect(await actionsOf({ ...NO_VISITOR_TOOLS, appended: 1 })).toEqual(["run", "client"]);
    const ofClient = await resolveFor({ ...NO_VISITOR_TOOLS, model: true });
    expect(ofClient.tools.map(({ action }) => action)).toEqual(["client", "client"]);
    expect(await ofClient.runner.run(CALL, {}, new AbortController().signal)).toMatchObject({ isPending: true });
  });

  test("waits as long as the server may take with its retries", async () => {
    const backoffPlan = { type: "fixed" as const, maxRetries: 1, baseDelaySeconds: 2 };
    const { tool } = await run(book({ server: at("/", { timeoutSeconds: 5, backoffPlan }) }));
    expect(tool?.timeoutMs).toBe(12_500);
  });

  test("is not sent where arguments cannot be encrypted, or a template is broken", async () => {
    const encrypted = await run(book({ server: at("/", { encryptedPaths: ["$.a"] }) }));
    expect(encrypted.outcome.result).toBe(
      "The request was not sent: it has encryptedPaths, and no credential with a public key.",
    );
    const broken = await run(book({ server: at("/"), parameters: [{ key: "a", value: "{{ | }}" }] }));
    expect(broken.outcome.result).toBe("The request was not sent: the template of parameter a cannot be rendered.");
    expect(target.arrived).toEqual([]);
  });
});

describe("the model", () => {
  const parameters = {
    type: "object" as const,
    properties: { day: { type: "string" as const }, source: { type: "string" as const } },
    required: ["day", "source"],
  };

  test("sees name, description and parameters, but no fixed ones", async () => {
    const definition = { name: "book", description: "Books a table", strict: true, parameters };
    const { tool } = await run(book({ function: definition, parameters: [{ key: "source", value: "x" }], server: at("/") }));
    expect(tool).toMatchObject({
      name: "book",
      description: "Books a table",
      strict: true,
      parameters: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
    });
    expect(tool?.parameters.properties).not.toHaveProperty("source");
  });

  test("does not wait for an asynchronous one", async () => {
    expect((await run(book({ async: true, server: at("/") }))).tool?.isAsync).toBe(true);
  });

  test("has the fixed tools of models that know them, at their own server or at the client", async () => {
    const bash: CreateTool = { type: "bash", subType: "bash_20241022", name: "bash" };
    const assistant = { server: at("/assistant") };
    const own = await run({ ...bash, server: at("/bash") }, { assistant, call: { ...CALL, name: "bash" } });
    expect(own.tool).toMatchObject({ name: "bash", action: "run", parameters: { required: ["command"] } });
    expect(target.arrived.map(({ url }) => url)).toEqual(["/bash"]);
    expect((await run(bash, { assistant, call: { ...CALL, name: "bash" } })).tool?.action).toBe("client");
  });
});

describe("the answer", () => {
  const answerOf = async (answer: string, fields: object = {}) => {
    target.answer = (response) => response.end(answer);
    return (await run(book({ server: at("/", { timeoutSeconds: 1 }), ...fields }))).outcome;
  };
  const results = (...list: object[]) => JSON.stringify({ results: list });

  test("is the result of the call's id, as text or JSON", async () => {
    const both = results({ toolCallId: "other", result: "no" }, { toolCallId: "call-1", name: "book", result: "yes" });
    expect(await answerOf(both)).toEqual({ result: "yes", failed: false });
    expect(await answerOf(results({ toolCallId: "call-1", result: { free: ["9:00"] } }))).toMatchObject({
      result: '{"free":["9:00"]}',
    });
    expect(await answerOf(results({ result: "without an id" }))).toMatchObject({ result: "without an id" });
    expect(await answerOf(JSON.stringify({ toolCallId: "call-1", result: "without a list" }))).toMatchObject({
      result: "without a list",
    });
    expect(await answerOf(`{"messageResponse":${both}}`)).toEqual({ result: "yes", failed: false });
  });

  test("has an error, of the call or of all", async () => {
    expect(await answerOf(results({ toolCallId: "call-1", error: "No table left." }))).toEqual({
      result: "No table left.",
      failed: true,
    });
    expect(await answerOf('{"error":"Closed."}')).toEqual({ result: "Closed.", failed: true });
  });

  test("has a message of its own type, and metadata for the page", async () => {
    const message = { type: "request-complete", content: "Done!" };
    const metadata = { booking: 7 };
    expect(await answerOf(results({ toolCallId: "call-1", result: "ok", message, metadata }))).toEqual({
      result: "ok",
      failed: false,
      message,
      metadata,
    });
    const list = [{ type: "request-failed", content: "Sorry." }, message];
    expect(await answerOf(results({ toolCallId: "call-1", error: "x", message: list }))).toMatchObject({ message: list[0] });
    expect(await answerOf(results({ toolCallId: "call-1", result: "ok", message: "hello" }))).not.toHaveProperty("message");
  });

  test("gives variables", async () => {
    const variableExtractionPlan = {
      schema: { type: "object", properties: { id: { type: "number" } } },
      aliases: [{ key: "label", value: "No. {{ id }} on {{ $.day | upcase }}" }],
    };
    const answer = results({ toolCallId: "call-1", result: '{"id":7,"day":"mon","other":1}' });
    expect((await answerOf(answer, { variableExtractionPlan })).variables).toEqual({ id: 7, label: "No. 7 on MON" });
  });

  test.each([
    ["no JSON", "ok", "The server's answer is not valid JSON."],
    ["no list", "[]", "The server's answer has no list 'results'."],
    ["no results", "{}", "The server's answer has no result for the call 'call-1'."],
    ["another call's result", results({ toolCallId: "x", result: "y" }), "has no result for the call 'call-1'"],
    ["an empty entry", results({ toolCallId: "call-1" }), "The server's answer has neither 'result' nor 'error'."],
  ])("with %s is a sentence for the model", async (_what, answer, sentence) => {
    expect(await answerOf(answer)).toEqual({ result: expect.stringContaining(sentence), failed: true });
  });

  test.each([
    ["slow", "The request failed: no answer within 1 s."],
    ["dropped before its answer", "The request failed: it broke the connection off."],
    ["killed in the middle", "The request failed: it broke the connection off."],
    ["status 500", "The server answered with status 500 instead of 200."],
    ["status 429", "The server answered with status 429 instead of 200."],
    ["garbage", "The server's answer is not valid JSON."],
    ["10 MB", "The answer has more than 1 MB."],
  ] as const)("of a server that is %s is a sentence for the model", async (fault, sentence) => {
    target.answer = FAULTS[fault];
    expect((await run(book({ server: at("/", { timeoutSeconds: 1 }) }))).outcome).toEqual({ result: sentence, failed: true });
  });

  test("of nobody is a sentence for the model, and so is a private address", async () => {
    const { origin } = target;
    await target.close();
    const gone = await run(book({ server: { url: origin } }));
    expect(gone.outcome.result).toBe("The request failed: nothing listens there.");
    const guarded = createOutsideNetwork(false);
    const refused = await run(book({ server: { url: origin } }), { through: guarded });
    expect(refused.outcome.result).toBe("The request was refused: its address is private.");
    guarded.close();
    const lost = await run(book({ server: { url: origin, credentialId: randomUUID() } }));
    expect(lost.outcome.result).toBe(
      "The request was not sent. The credential was deleted, or it does not sign requests. Choose another one.",
    );
  });
});
