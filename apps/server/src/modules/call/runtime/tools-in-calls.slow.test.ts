import type { Call, CallEvent } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import { FAULTS, type LoopbackServer, startLoopbackServer } from "../../credential/outgoing/testing/loopback-server.ts";
import { joinAsSpokenCaller } from "./testing/spoken-caller.ts";

/** Generous: call hosts share two cores with other tests. */
const PATIENCE = { timeout: 90_000, interval: 50 };

let server: TestServer;
let target: LoopbackServer;
beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  target = await startLoopbackServer((response, { body }) => {
    const [{ id }] = JSON.parse(body).message.toolCallList;
    response.end(JSON.stringify({ results: [{ toolCallId: id, result: "Table 7", metadata: { table: 7 } }] }));
  });
});
afterAll(async () => {
  await server.close();
  await target.close();
});

test("an assistant in a call books at a server, learns that it broke down, and hangs up", { timeout: 300_000 }, async () => {
  const client = await server.signUp();
  const messages = [{ type: "request-start", content: "One moment." }];
  const book = { type: "function", function: { name: "book" }, server: { url: `${target.origin}/book` }, messages };
  const steps = [
    [{ tool: "book", arguments: { day: "Monday" } }],
    ["Booked."],
    [{ tool: "book", arguments: { day: "Sunday" } }],
    ["That failed."],
    ["Bye.", { tool: "endCall" }],
  ];
  const assistant = {
    firstMessageMode: "assistant-waits-for-user",
    startSpeakingPlan: { smartEndpointingEnabled: false },
    transcriber: { provider: "callwright", model: "browser" },
    clientMessages: ["metadata"],
    model: { provider: "callwright", model: "fake-tools", steps, tools: [book, { type: "endCall" }] },
  };
  const created = await client.json<Call>("POST", "/call/web", { assistant });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id, webCallUrl = "" } = created.body;
  const caller = await joinAsSpokenCaller(webCallUrl);
  await expect.poll(() => caller.isListening(), PATIENCE).toBe(true);
  const ask = (content: string) => caller.send({ type: "add-message", message: { role: "user", content } });
  const events = async () => (await client.json<CallEvent[]>("GET", `/call/${id}/event`)).body;
  const said = async () => (await events()).flatMap(({ type, payload }) => (type === "assistant.said" ? [payload.text] : []));

  ask("A table on Monday.");
  await expect.poll(said, PATIENCE).toEqual(["One moment.", "Booked."]);
  expect(caller.messages).toContainEqual({ type: "metadata", metadata: '{"table":7}' });
  expect(JSON.parse(target.arrived[0]?.body ?? "").message).toMatchObject({
    type: "tool-calls",
    toolCallList: [{ function: { name: "book", arguments: { day: "Monday" } } }],
    call: { id, status: "in-progress" },
  });

  target.answer = FAULTS["killed in the middle"];
  ask("And on Sunday.");
  await expect.poll(said, PATIENCE).toEqual(["One moment.", "Booked.", "One moment.", "That failed."]);
  ask("That is all.");
  await expect.poll(async () => (await client.json<Call>("GET", `/call/${id}`)).body.status, PATIENCE).toBe("ended");
  caller.close();

  const { body: call } = await client.json<Call>("GET", `/call/${id}`);
  expect(call.endedReason).toBe("assistant-ended-call");
  expect((await said()).at(-1)).toBe("Bye.");
  const answers = (await events()).flatMap((event) => (event.type === "tool.answered" ? [event.payload] : []));
  expect(answers).toMatchObject([
    { name: "book", result: "Table 7", failed: false },
    { name: "book", result: expect.stringMatching(/^The request failed: /), failed: true },
    { name: "endCall", failed: false },
  ]);
  const shown = call.artifact?.messages?.map(({ role, message, result }) => result ?? (message || role)) ?? [];
  expect(shown.slice(0, 5)).toEqual(["A table on Monday.", "tool_calls", "Table 7", "One moment.", "Booked."]);
});

test("a call asks its endpointing server, and decides by itself once that breaks down", { timeout: 300_000 }, async () => {
  const client = await server.signUp();
  const asked = () => target.arrived.filter(({ url }) => url === "/endpointing");
  target.answer = (response) => response.end(JSON.stringify({ timeoutSeconds: 0.2 }));
  const assistant = {
    firstMessage: "Hello.",
    transcriber: { provider: "callwright", model: "browser" },
    model: { provider: "callwright", model: "fake-tools", steps: [["Fine."], ["Good."]] },
    server: { url: `${target.origin}/endpointing`, headers: { "x-key": "secret" } },
    serverMessages: [],
    startSpeakingPlan: { smartEndpointingPlan: { provider: "custom-endpointing-model" } },
  };
  const created = await client.json<Call>("POST", "/call/web", { assistant });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id, webCallUrl = "" } = created.body;
  const caller = await joinAsSpokenCaller(webCallUrl);
  const events = async () => (await client.json<CallEvent[]>("GET", `/call/${id}/event`)).body;
  const said = async () => (await events()).flatMap(({ type, payload }) => (type === "assistant.said" ? [payload.text] : []));
  await expect.poll(said, PATIENCE).toEqual(["Hello."]);

  caller.recognize("How are you");
  await expect.poll(said, PATIENCE).toEqual(["Hello.", "Fine."]);
  const { message } = JSON.parse(asked()[0]?.body ?? "{}");
  expect(asked()[0]?.headers).toMatchObject({ "x-key": "secret" });
  expect(message).toMatchObject({ type: "call.endpointing.request", call: { id }, assistant: { server: {} } });
  expect(message.assistant.server).not.toHaveProperty("headers");
  expect(message.messagesOpenAIFormatted.slice(-2)).toEqual([
    { role: "assistant", content: "Hello." },
    { role: "user", content: "How are you" },
  ]);
  expect(message.messages.at(-1)).toMatchObject({ role: "user", message: "How are you", secondsFromStart: expect.any(Number) });

  target.answer = (response) => response.end('{"timeoutSeconds":"soon"}');
  caller.recognize("And now?");
  await expect.poll(said, PATIENCE).toEqual(["Hello.", "Fine.", "Good."]);
  caller.close();
  const failures = (await events()).flatMap(({ type, payload }) => (type === "failure" ? [payload] : []));
  // On a busy machine, the wrong answer may come later than the 500 ms that a call waits.
  const why = expect.stringMatching(/^The endpointing server (answered without 'timeoutSeconds' from 0 to 15|did not answer)/);
  expect(failures).toEqual([{ part: "endpointing", provider: "callwright", message: why }]);
});

test("a call with a tool that does not exist is not stored", async () => {
  const client = await server.signUp();
  const toolIds = ["00000000-0000-4000-8000-000000000000"];
  const before = (await client.json<Call[]>("GET", "/call")).body.length;
  const assistant = { model: { provider: "callwright", model: "builtin", toolIds } };
  const refused = await client.json("POST", "/call/web", { assistant });
  expect(refused).toMatchObject({ status: 400, body: { code: "reference-missing" } });
  expect((await client.json<Call[]>("GET", "/call")).body).toHaveLength(before);
});
