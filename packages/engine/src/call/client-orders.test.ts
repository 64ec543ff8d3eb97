import { APP_CHANNEL, type ClientTelemetry, MESSAGE_ROLES, type ServerTelemetry, TELEMETRY_CHANNEL } from "@callwright/contract";
import { expect, it } from "vitest";
import { NO_TOOLS } from "../conversation/agent-tool.ts";
import { CallClock } from "../model/call-clock.ts";
import { FakeTransport } from "../testing/fake-transport.ts";
import { AppChannel } from "./app-channel.ts";
import { CallTools } from "./call-tools.ts";
import { ClientOrders, type OrdersScope, parseCallerMessage, parseTelemetry } from "./client-orders.ts";

const ADA = { userId: null, name: "Ada" };
const NOBODY = { giveBack: () => undefined, renew: () => undefined, take: () => undefined };

function setUp({ callerMayInstruct = true } = {}) {
  const told = { ended: [] as string[], muted: [] as boolean[], notes: [] as string[], words: [] as string[] };
  const clock = new CallClock(() => 0);
  const app = new AppChannel(undefined, () => {});
  const transport = new FakeTransport();
  app.openTelemetry(transport);
  const scope: OrdersScope = {
    clock,
    report: () => {},
    app,
    now: () => 0,
    spec: { callId: "c", orgId: "o", assistant: {}, variableValues: {}, callerMayInstruct },
    tools: new CallTools(NO_TOOLS),
    end: (endedReason) => told.ended.push(endedReason),
    log: (_level, message) => told.notes.push(message),
    dialogue: {
      add: ({ role, content }) => void told.words.push(`${role}: ${content}`),
      assistantMuted: false,
      audible: () => undefined,
      hear: (text) => told.words.push(`heard: ${text}`),
      say: (text) => {
        told.words.push(`said: ${text}`);
        return undefined;
      },
      sayFirstMessage: () => undefined,
    },
  };
  const sound = {
    set customerMuted(muted: boolean) {
      told.muted.push(muted);
    },
  };
  const orders = new ClientOrders(scope, { sound, start: { videoStarted: () => undefined }, takeOver: NOBODY });
  const control = (name: string) => orders.read(APP_CHANNEL, JSON.stringify({ type: "control", control: name }));
  const add = (role: (typeof MESSAGE_ROLES)[number], content: string) =>
    orders.read(APP_CHANNEL, JSON.stringify({ type: "add-message", message: { role, content } }));
  const telemetry = (message: ClientTelemetry) => orders.read(TELEMETRY_CHANNEL, JSON.stringify(message));
  const answers = () => transport.sent.map((text) => (JSON.parse(text) as ServerTelemetry).type);
  return { orders, told, control, add, telemetry, answers };
}

it("keeps orders until the pipeline is ready, in their order and within a bound", () => {
  const { orders, told, control } = setUp();
  for (let count = 0; count < 15; count++) {
    control("mute-customer");
    control("unmute-customer");
  }
  expect(told.muted).toEqual([]);
  orders.begin();
  expect(told.muted).toEqual(Array.from({ length: 20 }, (_, index) => index % 2 === 0));
  control("mute-customer");
  expect(told.muted).toHaveLength(21);
  expect(told.notes).toEqual(["The client sends more orders ahead of the call than it takes; some are dropped."]);
});

it("keeps all orders of supervisors until the pipeline is ready: the server limits them", () => {
  const { orders, told, control } = setUp();
  for (let count = 0; count < 20; count++) control("mute-customer");
  for (let count = 0; count < 21; count++) orders.control({ type: "control", control: "unmute-customer" }, ADA);
  orders.begin();
  expect(told.muted).toEqual([...Array(20).fill(true), ...Array(21).fill(false)]);
});

it("reports who hung up, before and after the pipeline is ready", () => {
  const { orders, told } = setUp();
  orders.read(APP_CHANNEL, '{"type":"end-call"}');
  orders.control({ type: "end-call" }, ADA);
  expect(told.ended).toEqual(["customer-ended-call", "manually-canceled"]);
});

it("answers pings once the pipeline is ready", () => {
  const { orders, telemetry, answers } = setUp();
  telemetry({ type: "ping", clientMs: 1 });
  expect(answers()).toEqual([]);
  orders.begin();
  telemetry({ type: "ping", clientMs: 2 });
  expect(answers()).toEqual(["pong"]);
});

it("notes what it cannot understand once, by its length alone", () => {
  const { orders, told } = setUp();
  orders.begin();
  for (const text of ["secret", "dance"]) orders.read(APP_CHANNEL, text);
  for (const text of ["sing", "a song"]) orders.read(TELEMETRY_CHANNEL, text);
  expect(told.notes).toEqual([
    "A message of 6 characters could not be understood.",
    "A telemetry message of 4 characters could not be understood.",
  ]);
});

it("lets a caller instruct the assistant, but not one whose token takes it as it is", () => {
  const free = setUp();
  free.orders.begin();
  for (const role of MESSAGE_ROLES) free.add(role, "x");
  expect(free.told.words).toEqual(["system: x", "user: x", "assistant: x", "tool: x", "function: x"]);
  expect(free.told.notes).toEqual([]);

  const bound = setUp({ callerMayInstruct: false });
  // A system message is ignored, both before the call begins and afterwards.
  for (const role of MESSAGE_ROLES) bound.add(role, "early");
  bound.orders.begin();
  for (const role of MESSAGE_ROLES) bound.add(role, "x");
  expect(bound.told.words).toEqual(["user: early", "assistant: early", "user: x", "assistant: x"]);
  expect(bound.told.notes).toEqual(["A message with role system is ignored: the caller's token may not change the assistant."]);
  // A supervisor may.
  const message = { role: "system", content: "From the server." } as const;
  bound.orders.control({ type: "add-message", message, triggerResponseEnabled: false }, ADA);
  expect(bound.told.words.at(-1)).toBe("system: From the server.");
});

it("takes no more words of a caller than a conversation holds, however they come", () => {
  const { orders, told, add, telemetry } = setUp();
  orders.begin();
  const long = "x".repeat(9_000);
  for (let count = 0; count < 10; count++) {
    add("system", long);
    orders.read(APP_CHANNEL, JSON.stringify({ type: "say", message: long }));
    telemetry({ type: "recognized", text: long, final: true });
  }
  expect(told.words).toHaveLength(22);
  expect(told.notes).toEqual(["The client adds more words than a conversation takes; some are dropped."]);
  // Interim words do not count towards the limit, and a supervisor's messages have none.
  telemetry({ type: "recognized", text: long, final: false });
  orders.control({ type: "add-message", message: { role: "user", content: long }, triggerResponseEnabled: false }, ADA);
  expect(told.words).toHaveLength(24);
});

it("understands what a web client sends", () => {
  expect(parseCallerMessage("playable")).toEqual({ type: "playable" });
  expect(parseCallerMessage('{"type":"say","message":"Hi"}')).toMatchObject({
    type: "say",
    message: "Hi",
    interruptionsEnabled: false,
  });
  expect(parseCallerMessage('{"type":"say","content":"Hi"}')).toMatchObject({ content: "Hi" });
  expect(parseCallerMessage('{"type":"end-call"}')).toEqual({ type: "end-call" });
  expect(parseTelemetry('{"type":"ping","clientMs":12.5}')).toEqual({ type: "ping", clientMs: 12.5 });
});

it.each(["", "null", "{", '"say"', '{"type":"dance"}', '{"type":"control","control":"explode"}'])(
  "does not understand %j",
  (text) => {
    expect(parseCallerMessage(text)).toBeUndefined();
    expect(parseTelemetry(text)).toBeUndefined();
  },
);
