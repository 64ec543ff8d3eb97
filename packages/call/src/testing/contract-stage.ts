import { expect } from "vitest";
import type { CallConfig, CallObjectOptions } from "../call-config.ts";
import type { CallController } from "../call-controller.ts";
import type { CallEvents } from "../call-events.ts";
import type { JoinableCall } from "../create-web-call.ts";
import type { RecordingEvent } from "../room/room-events.ts";

export type RoomKind = "direct" | "daily";

/** A call with video recording. */
export const WITH_VIDEO = { artifactPlan: { videoRecordingEnabled: true } };

/** A call with a visible assistant: a voice with a picture, in a room that has one. */
export const WITH_AVATAR: Given = {
  call: {
    assistant: { voice: { provider: "tavus" } },
    transport: { provider: "callwright", assistantVideoEnabled: true },
  },
};

/** The environment at the start of a row. Default: a working desktop browser without video. */
export interface Given {
  call?: Partial<JoinableCall>;
  callConfig?: CallConfig;
  callObject?: CallObjectOptions;
  isMobile?: boolean;
  /** The server refuses to make the call, with this. */
  refusal?: { status: number; body: object };
  roomFails?: "creation" | "join" | "recording" | "observer" | "processing";
}

export interface HeardEvent {
  name: keyof CallEvents;
  value: CallEvents[keyof CallEvents][0];
}

/** The other side of the room, and the room's own doings, for a row to direct. */
export interface FarSide {
  /** An app message to the caller. */
  say(data: string): Promise<void>;
  /** App messages of the caller, in order. */
  received(): Promise<string[]>;
  /** The assistant's sound plays, its picture comes. */
  playSound(): Promise<void>;
  showPicture(): Promise<void>;
  /** Reports levels. */
  speak(level: number): Promise<void>;
  hearCaller(level: number): Promise<void>;
  /** The connection breaks. */
  lose(): Promise<void>;
  networkQuality(state: "good" | "warning" | "bad"): Promise<void>;
  interrupt(): Promise<void>;
  cameraFails(): Promise<void>;
  processorFails(): Promise<void>;
  localObserverFails(): Promise<void>;
  participantUpdated(): Promise<void>;
  recording(event: RecordingEvent): Promise<void>;
  /** Is noise cancellation on? Is the microphone's sound sent? */
  isProcessing(): Promise<boolean>;
  isHearing(): Promise<boolean>;
}

/** Methods that a row calls. */
type Method = Exclude<
  {
    [Name in keyof CallController]: CallController[Name] extends (...args: never[]) => unknown ? Name : never;
  }[keyof CallController],
  "on" | "once" | "off" | "removeListener" | "removeAllListeners"
>;

/**
 * The environment of a row: a call, its events, and the other side of its room. Everything is asynchronous and every value plain data, so that the
 * call may also be in a page of a real browser.
 */
export interface Stage {
  room: RoomKind;
  /** Call a method; a failure, thrown or rejected, rejects with its message. */
  do(method: Method, ...args: unknown[]): Promise<unknown>;
  heard(): Promise<HeardEvent[]>;
  /** Bodies of the requests for a call. */
  requests(): Promise<unknown[]>;
  /** A running call that was created elsewhere. */
  runningCall(): Promise<JoinableCall>;
  /** The console output of the call. */
  logged(): Promise<string[]>;
  /** Time passes. */
  pass(durationMs: number): Promise<void>;
  far: FarSide;
  /** What is still held of calls: live tracks, rooms, timers, listeners. */
  held(): Promise<number>;
}

/** One sentence of the specification or the reference, with its test. */
export interface ContractRow {
  source: string;
  says: string;
  /** The rooms to which it applies; both by default. */
  rooms?: readonly RoomKind[];
  given?: Given;
  check(stage: Stage): Promise<void>;
}

/** The arguments of all events of one name. */
export async function valuesOf<Name extends keyof CallEvents>(stage: Stage, name: Name): Promise<CallEvents[Name][0][]> {
  const heard = await stage.heard();
  return heard.filter((event) => event.name === name).map(({ value }) => value as CallEvents[Name][0]);
}

/** The progress of one step of the start. */
export async function progressOf(stage: Stage, step: string) {
  return (await valuesOf(stage, "call-start-progress")).filter((progress) => progress.stage === step);
}

/** A started call whose recording was requested and has not begun. */
export async function startRecorded(stage: Stage): Promise<void> {
  expect(await stage.do("start", "assistant-1")).not.toBeNull();
  expect(await progressOf(stage, "video-recording-setup")).toMatchObject([{ status: "started" }, { status: "completed" }]);
}

/** A running call: joined, and the other side is ready. */
export async function connect(stage: Stage): Promise<void> {
  await stage.do("start", "assistant-1");
  await stage.far.say("listening");
}
