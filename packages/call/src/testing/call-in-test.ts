import { CallController, type CallSettings } from "../call-controller.ts";
import type { CallEvents } from "../call-events.ts";
import { FakeEnvironment } from "./fake-environment.ts";

export const EVENTS = [
  "call-start",
  "call-end",
  "call-start-progress",
  "call-start-success",
  "call-start-failed",
  "message",
  "error",
  "volume-level",
  "speech-start",
  "speech-end",
  "microphone",
  "network-connection",
  "network-quality-change",
  "local-volume-level",
  "local-audio-level-observer-error",
  "camera-error",
  "audio",
  "video",
  "daily-participant-updated",
  "telemetry",
  "recording-started",
  "recording-stopped",
  "recording-stats",
  "recording-error",
  "recording-upload-completed",
] as const;

type Heard = { [Name in (typeof EVENTS)[number]]: { name: Name; value: CallEvents[Name][0] } }[(typeof EVENTS)[number]];

/** A call in a browser that the test prepares, with all its events. */
export function setUp(change: (environment: FakeEnvironment) => void = () => undefined, settings: Partial<CallSettings> = {}) {
  const environment = new FakeEnvironment();
  change(environment);
  const call = new CallController(environment, { apiToken: "token", apiBaseUrl: "https://api.test/", ...settings });
  const heard: Heard[] = [];
  for (const name of EVENTS) call.on(name, (...args: unknown[]) => heard.push({ name, value: args[0] } as Heard));
  const valuesOf = <Name extends (typeof EVENTS)[number]>(name: Name) =>
    heard.filter((event) => event.name === name).map(({ value }) => value) as CallEvents[Name][0][];
  return { environment, call, heard, valuesOf };
}

/** The same, in a running call. */
export async function connected(change?: (environment: FakeEnvironment) => void) {
  const set = setUp(change);
  await set.call.start("assistant-1");
  set.environment.room.events.onAppMessage("listening");
  return set;
}
