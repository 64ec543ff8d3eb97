import { randomUUID } from "node:crypto";
import type { AgentStarted, Assistant, Chat, CreateWorkflow, ErrorBody, Session, Squad, Workflow } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { type LoopbackServer, startLoopbackServer } from "../credential/outgoing/testing/loopback-server.ts";
import { readEvents } from "./testing/chat-client.ts";

let server: TestServer;
let client: TestClient;
let api: LoopbackServer;
beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
  api = await startLoopbackServer((response) => response.end('{"status":"shipped"}'));
});
afterAll(async () => {
  await api.close();
  await server.close();
});

const say = <Body = Chat>(body: object, path = "/chat") => client.json<Body>("POST", path, body);
const path = (agents: AgentStarted[] = []) => agents.map(({ name, from, edge }) => [name, from, edge]);
const saidIn = ({ output = [] }: Chat) =>
  output.flatMap(({ role, content }) => (role === "assistant" && content ? [content] : []));
const builtIn = (prompt: string, fields: object = {}) => ({
  model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: prompt }], ...fields },
});

const SQUAD = {
  name: "Support",
  members: [
    {
      assistant: { name: "Reception", ...builtIn("You are Riley, the receptionist of Bean Town. We open at 8.") },
      assistantDestinations: [
        {
          type: "assistant",
          assistantName: "Billing",
          message: "I connect you with billing.",
          description: "Invoices, payments and refunds",
        },
      ],
    },
    {
      assistant: {
        name: "Billing",
        firstMessage: "Billing here, how can I help?",
        ...builtIn("You are Kim. An invoice is due after 30 days."),
      },
    },
  ],
};

const WORKFLOW: Omit<CreateWorkflow, "name"> & { name: string } = {
  name: "Orders",
  model: { provider: "callwright", model: "builtin" },
  nodes: [
    {
      type: "conversation",
      name: "hello",
      isStart: true,
      prompt: 'Say: "Hello, this is Bean Town. Do you want to know where your order is?"',
    },
    {
      type: "conversation",
      name: "number",
      prompt: "Ask for the order number.",
      variableExtractionPlan: {
        schema: {
          type: "object",
          properties: { orderNumber: { type: "string", description: "The order number" } },
          required: ["orderNumber"],
        },
      },
    },
    { type: "tool", name: "fetch" },
    { type: "conversation", name: "tell", prompt: 'Say: "Your order {{ orderNumber }} is {{ status }}."' },
    { type: "conversation", name: "lost", prompt: 'Say: "I cannot find that order."' },
    { type: "hangup", name: "end" },
    {
      type: "conversation",
      name: "human",
      prompt: 'Say: "All my colleagues are busy. Shall we go on?"',
      globalNodePlan: { enabled: true, enterCondition: "The caller asks for a human" },
    },
  ],
  edges: [
    { from: "hello", to: "number", condition: { type: "ai", prompt: "The caller asks about an order" } },
    { from: "hello", to: "end", condition: { type: "ai", prompt: "The caller says no" } },
    { from: "number", to: "fetch" },
    { from: "fetch", to: "tell", condition: { type: "ai", prompt: "{{ status == 'shipped' }}" } },
    { from: "fetch", to: "lost" },
    { from: "tell", to: "end" },
    { from: "lost", to: "end" },
  ],
};
const withTool = (): typeof WORKFLOW => ({
  ...WORKFLOW,
  nodes: WORKFLOW.nodes.map((node) =>
    node.type !== "tool"
      ? node
      : {
          ...node,
          tool: {
            type: "apiRequest",
            method: "GET",
            name: "fetch_order",
            url: `${api.origin}/orders/{{ orderNumber }}`,
            variableExtractionPlan: { schema: { type: "object", properties: { status: { type: "string" } } } },
          } as never,
        },
  ),
});

test("a stored squad hands over in a chat, and the next member goes on in later chats", async () => {
  const { body: squad } = await client.json<Squad>("POST", "/squad", SQUAD);
  const first = await say({ squadId: squad.id, input: "When do you open?" });
  expect(saidIn(first.body)).toEqual(["We open at 8."]);
  expect(path(first.body.agents)).toEqual([["Reception", undefined, undefined]]);
  expect(first.body.squadId).toBe(squad.id);
  const { sessionId } = first.body;
  const handed = await say({ sessionId, input: "I have a question about an invoice" });
  expect(saidIn(handed.body)).toEqual(["I connect you with billing.", "Billing here, how can I help?"]);
  expect(path(handed.body.agents)).toEqual([["Billing", "Reception", undefined]]);
  const last = await say({ sessionId, input: "When is my invoice due?" });
  expect(saidIn(last.body)).toEqual(["An invoice is due after 30 days."]);
  const listed = await client.json<{ results: Session[] }>("GET", `/session?squadId=${squad.id}`);
  expect(listed.body.results.map(({ id }) => id)).toEqual([sessionId]);
});

test("a stored assistant hands over to another stored one, without a squad", async () => {
  const { body: sales } = await client.json<Assistant>("POST", "/assistant", {
    name: "Sales",
    firstMessage: "Sales here.",
    ...builtIn("A subscription is 20 euros."),
  });
  const destination = { type: "assistant", assistantId: sales.id, description: "Prices of a subscription" };
  const tools = [{ type: "handoff", destinations: [destination] }];
  const { body } = await say({
    assistant: { name: "Front", ...builtIn("We are a shop.", { tools }) },
    input: "I want a subscription",
  });
  expect(saidIn(body)).toEqual(["Sales here."]);
  expect(path(body.agents)).toEqual([
    ["Front", undefined, undefined],
    ["Sales", "Front", undefined],
  ]);
});

test("a workflow goes from node to node: edges, values, a request, a Liquid condition, a global node and the end", async () => {
  const { body: stored } = await client.json<Workflow>("POST", "/workflow", withTool());
  const begin = await say({ workflowId: stored.id, input: "Hi" });
  expect(saidIn(begin.body)).toEqual(["Hello, this is Bean Town. Do you want to know where your order is?"]);
  const { sessionId } = begin.body;
  const asked = await say({ sessionId, input: "yes please" });
  expect(saidIn(asked.body)).toEqual(["Could you tell me the order number?"]);
  expect(path(asked.body.agents)).toEqual([["number", "hello", 0]]);
  const aside = await say({ sessionId, input: "can I talk to a human" });
  expect(saidIn(aside.body)).toEqual(["All my colleagues are busy. Shall we go on?"]);
  expect(path(aside.body.agents)).toEqual([["human", "number", undefined]]);
  const told = await say({ sessionId, input: "ok, it is 1042" });
  expect(saidIn(told.body)).toEqual(["Your order 1042 is shipped."]);
  expect(told.body.agents).toEqual([
    { kind: "node", name: "number", from: "human", variables: {} },
    { kind: "node", name: "fetch", from: "number", edge: 2, variables: { orderNumber: "1042" } },
    { kind: "node", name: "tell", from: "fetch", edge: 3, variables: {} },
    { kind: "node", name: "end", from: "tell", edge: 5, variables: {} },
  ]);
  expect(api.arrived.map(({ url }) => url)).toEqual(["/orders/1042"]);
  expect(told.body.sessionStatus).toBe("completed");
});

test("a node that ends the conversation says its farewell", async () => {
  const end = { type: "hangup" as const, name: "bye", messagePlan: { firstMessage: "Goodbye from {{ shop }}." } };
  const { body } = await say({
    workflow: { ...WORKFLOW, nodes: [...WORKFLOW.nodes, end] },
    startAt: "bye",
    assistantOverrides: { variableValues: { shop: "Bean Town" } },
    input: "Hi",
  });
  expect(saidIn(body)).toEqual(["Goodbye from Bean Town."]);
  expect(body.sessionStatus).toBe("completed");
});

test("a workflow starts at the node that a chat names, with the values that it gives, and goes on from there", async () => {
  const workflow = withTool();
  const variableValues = { orderNumber: "7" };
  const begin = await say({ workflow, startAt: "human", assistantOverrides: { variableValues }, input: "Hi" });
  expect(saidIn(begin.body)).toEqual(["All my colleagues are busy. Shall we go on?"]);
  const number = await say({ workflow, startAt: "number", input: "Hi" });
  expect(saidIn(number.body)).toEqual(["Could you tell me the order number?"]);
  const told = await say({ sessionId: number.body.sessionId, input: "it is 1042" });
  expect(saidIn(told.body)).toEqual(["Your order 1042 is shipped."]);
  const fetched = await say({ workflow, startAt: "fetch", assistantOverrides: { variableValues }, input: "Hi" });
  expect(saidIn(fetched.body)).toEqual(["Your order 7 is shipped."]);
  expect(path(fetched.body.agents)).toEqual([
    ["fetch", undefined, undefined],
    ["tell", "fetch", 3],
    ["end", "tell", 5],
  ]);
  const empty = await say({ workflow, startAt: "tell", input: "Hi" });
  expect(saidIn(empty.body)).toEqual(["Your order  is ."]);
});

test("a squad starts with the member that a chat names, also in later chats", async () => {
  const { body: squad } = await client.json<Squad>("POST", "/squad", SQUAD);
  const { body } = await say({ squadId: squad.id, startAt: "Billing", input: "When is my invoice due?" });
  expect([saidIn(body), path(body.agents)]).toEqual([["An invoice is due after 30 days."], [["Billing", undefined, undefined]]]);
  const { sessionId } = body;
  const next = await say({ sessionId, input: "And when is my invoice due?" });
  expect(saidIn(next.body)).toEqual(["An invoice is due after 30 days."]);
  const late = await say<ErrorBody>({ sessionId, startAt: "Reception", input: "Hi" });
  expect([late.status, late.body.message]).toEqual([400, ["startAt is for a new session only: leave it out"]]);
});

test("a stream tells who takes over", async () => {
  const body = JSON.stringify({ workflow: withTool(), input: "Hi", stream: true });
  const response = await client.fetch("/chat", { method: "POST", headers: { "content-type": "application/json" }, body });
  const events = readEvents(await response.text());
  const agents = events.flatMap(({ data }) =>
    data.startsWith("{") && "agent" in JSON.parse(data) ? [JSON.parse(data).agent] : [],
  );
  expect(agents).toEqual([{ kind: "node", name: "hello", variables: {} }]);
});

test("overrides of a chat count for all members, with the values of the members", async () => {
  const members = [
    {
      assistant: { name: "Front", ...builtIn("We are {{ shop }}. {{ shop }} opens at {{ hour }}.") },
      assistantOverrides: { variableValues: { shop: "Bean Town", hour: "8" } },
    },
  ];
  const { body: squad } = await client.json<Squad>("POST", "/squad", { name: "Shop", members });
  const assistantOverrides = { variableValues: { hour: "9" } };
  const { body } = await say({ squadId: squad.id, assistantOverrides, input: "When do you open?" });
  expect(saidIn(body)).toEqual(["Bean Town opens at 9."]);
});

test.each(["squadId", "workflowId"])("another %s than the session's is refused", async (field) => {
  const { sessionId } = (await say({ squad: SQUAD, input: "Hi" })).body;
  const { status, body } = await say<ErrorBody>({ sessionId, [field]: randomUUID(), input: "Hi" });
  expect([status, body.message]).toEqual([400, [`${field} must be that of the session, or left out`]]);
});

test("a session can be begun with a squad", async () => {
  const { body } = await client.json<Session>("POST", "/session", { squad: SQUAD });
  expect(body.squad).toEqual(SQUAD);
  const chat = await say({ sessionId: body.id, input: "My invoice please" });
  expect(path(chat.body.agents)).toEqual([
    ["Reception", undefined, undefined],
    ["Billing", "Reception", undefined],
  ]);
});

test.each([
  [
    { workflow: { ...WORKFLOW, nodes: WORKFLOW.nodes.map((node) => ({ ...node, isStart: false })) } },
    "workflow.nodes must have one node with isStart, and has 0",
  ],
  [{ squad: { members: [{}] } }, "squad.members.0 must have an assistant or an assistantId"],
  [
    { workflow: WORKFLOW, assistantOverrides: { firstMessage: "Hello" } },
    "assistantOverrides.firstMessage has no effect on a workflow. Set it in the workflow, or leave it out",
  ],
  [{ squad: SQUAD, workflow: WORKFLOW }, "squad must not be given together with workflow"],
  [{ squad: SQUAD, startAt: "Sales" }, "startAt must be the name of a member of the squad; there is no member Sales"],
  [{ workflow: WORKFLOW, startAt: "Billing" }, "startAt must be the name of a node of the workflow; there is no node Billing"],
  [{ assistant: { name: "Front" }, startAt: "Front" }, "startAt needs a squad or a workflow"],
])("%j is refused with a reason", async (body, problem) => {
  const { status, body: answer } = await say<ErrorBody>({ ...body, input: "Hi" });
  expect([status, answer.message]).toEqual([400, [problem]]);
});

test("a server chooses who goes on, and the session stays with them", async () => {
  const { body: sales } = await client.json<Assistant>("POST", "/assistant", {
    name: "Sales",
    firstMessage: "Sales here.",
    ...builtIn("A subscription is 20 euros."),
  });
  const answers = [{ error: "Nobody is there." }, { destination: { type: "assistant", assistantId: sales.id } }];
  const chooser = await startLoopbackServer((response) => response.end(JSON.stringify(answers.shift())));
  try {
    const destinations = [
      { type: "dynamic", description: "Prices of a subscription", server: { url: `${chooser.origin}/choose` } },
    ];
    const assistant = { name: "Front", ...builtIn("We are a shop.", { tools: [{ type: "handoff", destinations }] }) };
    const refused = await say({ assistant, input: "I want a subscription" });
    expect(refused.body.output?.find(({ role }) => role === "tool")).toMatchObject({ content: "Nobody is there.", failed: true });
    const { sessionId } = refused.body;
    const handed = await say({ sessionId, input: "I still want a subscription" });
    expect(saidIn(handed.body)).toEqual(["Sales here."]);
    expect(JSON.parse(chooser.arrived[1]?.body ?? "{}").message).toMatchObject({
      type: "handoff-destination-request",
      parameters: {},
    });
    const last = await say({ sessionId, input: "How much is a subscription?" });
    expect(saidIn(last.body)).toEqual(["A subscription is 20 euros."]);
    expect(last.body.agents).toBeUndefined();
  } finally {
    await chooser.close();
  }
});

test("a transfer without destinations asks the assistant's server, and says what it answers before", async () => {
  const sales = { name: "Sales", firstMessage: "Sales here.", ...builtIn("A subscription is 20 euros.") };
  const chooser = await startLoopbackServer((response) => {
    const destination = { type: "assistant", assistant: { ...sales, recordingEnabled: false } };
    const message = { type: "request-start", content: "I find somebody." };
    response.end(JSON.stringify({ messageResponse: { destination, message, error: null } }));
  });
  try {
    const tools = [{ type: "transferCall", function: { name: "transfer", description: "Prices of a subscription" } }];
    const server = { url: `${chooser.origin}/transfer` };
    const assistant = { name: "Front", server, ...builtIn("We are a shop.", { tools }) };
    const { body } = await say({ assistant, input: "I want a subscription" });
    expect(saidIn(body)).toEqual(["I find somebody.", "Sales here."]);
    const { message } = JSON.parse(chooser.arrived[0]?.body ?? "{}");
    expect([chooser.arrived[0]?.url, message.type]).toEqual(["/transfer", "transfer-destination-request"]);
  } finally {
    await chooser.close();
  }
});
