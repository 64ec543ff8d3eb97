import { CallController } from "../call-controller.ts";
import { EVENTS } from "./call-in-test.ts";
import type { FarSide, Given, HeardEvent, RoomKind, Stage } from "./contract-stage.ts";
import { setUpDailyRoom } from "./daily-far-side.ts";
import { setUpDirectRoom } from "./direct-far-side.ts";
import { FakeEnvironment } from "./fake-environment.ts";

/** A kind of room, made ready for a row. */
export interface RoomInTest {
  far: FarSide;
  /** Resources of the room that are still open, besides those that the environment counts. */
  held(): number;
}

/** A stage in this process, without a browser: the real call over the fakes beside this file. */
export function nodeStage(room: RoomKind, given: Given = {}): Stage {
  const environment = new FakeEnvironment();
  environment.isMobile = given.isMobile ?? false;
  const webCallUrl = room === "daily" ? "https://calls.daily.co/room-1" : "https://calls.test/call/call-1/room?secret=s";
  environment.call = { id: "call-1", webCallUrl, ...given.call };
  const { refusal } = given;
  if (refusal) environment.answer = async () => Response.json(refusal.body, { status: refusal.status });
  const inTest = room === "daily" ? setUpDailyRoom(environment, given) : setUpDirectRoom(environment, given);
  const { callConfig, callObject } = given;
  const call = new CallController(environment, { apiToken: "token", apiBaseUrl: "https://api.test", callConfig, callObject });
  const heard: HeardEvent[] = [];
  for (const name of EVENTS) call.on(name, (...args: unknown[]) => heard.push({ name, value: args[0] } as HeardEvent));
  return {
    room,
    do: async (method, ...args) => (call[method] as (...args: unknown[]) => unknown).apply(call, args),
    heard: async () => heard,
    runningCall: async () => ({ id: "call-7", webCallUrl: webCallUrl.replaceAll("1", "7") }),
    requests: async () => environment.requests.map(({ body }) => body),
    logged: async () => environment.logged,
    pass: async (durationMs) => environment.time.advance(durationMs),
    far: inTest.far,
    held: async () => environment.held + inTest.held(),
  };
}
