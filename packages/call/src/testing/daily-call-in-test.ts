import type { CallSettings } from "../call-controller.ts";
import { setUp } from "./call-in-test.ts";
import type { Given } from "./contract-stage.ts";
import { FakeDailyTools, setUpDailyRoom } from "./daily-far-side.ts";
import { FakeDaily } from "./fake-daily-call-object.ts";

export const ROOM_AT_DAILY = "https://calls.daily.co/room-1";

/** A call in a room at Daily, with the fakes in reach. */
export function dailyCall({ call = {}, ...given }: Given = {}, settings: Partial<CallSettings> = {}, daily = new FakeDaily()) {
  const inTest: { tools?: FakeDailyTools } = {};
  const set = setUp(
    (environment) => {
      environment.call = { id: "call-1", webCallUrl: ROOM_AT_DAILY, ...call };
      inTest.tools = new FakeDailyTools(environment);
      setUpDailyRoom(environment, given, daily, inTest.tools);
    },
    { ...given, ...settings },
  );
  const tools = inTest.tools ?? new FakeDailyTools(set.environment);
  return { ...set, daily, tools };
}

/** The same, in a running call. */
export async function joinedDailyCall(...args: Parameters<typeof dailyCall>) {
  const set = dailyCall(...args);
  await set.call.start("assistant-1");
  set.daily.last.emit("app-message", { data: "listening" });
  return { ...set, room: set.daily.last };
}
