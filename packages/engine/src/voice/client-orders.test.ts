import { APP_CHANNEL, type ClientTelemetry, type ServerTelemetry, TELEMETRY_CHANNEL } from "@callwright/contract";
import { expect, it } from "vitest";
import { AppChannel } from "./app-channel.ts";
import { CallClock } from "./call-clock.ts";
import { CallLog } from "./call-log.ts";
import { ClientOrders } from "./client-orders.ts";
import { FakeTransport } from "./testing/fake-transport.ts";

function setUp() {
  const told = { ended: [] as string[], muted: [] as boolean[], notes: [] as string[] };
  const clock = new CallClock(() => 0);
  const app = new AppChannel(undefined, () => {});
  const transport = new FakeTransport();
  app.openTelemetry(transport);
  const orders = new ClientOrders({
    clock,
    log: new CallLog(clock, () => {}),
    app,
    now: () => 0,
    dialogue: () => undefined,
    muteCustomer: (muted) => told.muted.push(muted),
    videoStarted: () => undefined,
    end: (endedReason) => told.ended.push(endedReason),
    note: (message) => told.notes.push(message),
  });
  const control = (name: string) => orders.read(APP_CHANNEL, JSON.stringify({ type: "control", control: name }));
  const telemetry = (message: ClientTelemetry) => orders.read(TELEMETRY_CHANNEL, JSON.stringify(message));
  const answers = () => transport.sent.map((text) => (JSON.parse(text) as ServerTelemetry).type);
  return { orders, told, control, telemetry, answers };
}

it("keeps what is asked for until the pipeline is ready, in its order and within a bound", () => {
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
});

it("tells who hung up, ready or not", () => {
  const { orders, told } = setUp();
  orders.read(APP_CHANNEL, '{"type":"end-call"}');
  orders.control({ type: "end-call" });
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
