import { expect, it, vi } from "vitest";
import { CallwrightCall } from "./callwright-call.ts";
import { connected, setUp } from "./testing/call-in-test.ts";
import { joinedDailyCall } from "./testing/daily-call-in-test.ts";

/** The element that plays the assistant, its volume, and the recording that a page starts and ends itself. */

const player = () => ({ volume: 1 }) as HTMLAudioElement;

it("hands out the element that plays, until the call ends", async () => {
  const { call, environment, valuesOf } = await connected();
  expect(call.getAudioPlayer()).toBeNull();
  const element = player();
  environment.room.events.onPlayer(element);
  expect(valuesOf("audio")).toEqual([element]);
  expect(call.getAudioPlayer()).toBe(element);
  await call.stop();
  expect(call.getAudioPlayer()).toBeNull();
});

it("a listener of `audio` finds the element where the call has it", async () => {
  const { call, environment } = await connected();
  const found: unknown[] = [];
  call.on("audio", () => found.push(call.getAudioPlayer()));
  const element = player();
  environment.room.events.onPlayer(element);
  expect(found).toEqual([element]);
});

it("keeps the volume that was set before a call, for each of its elements and for later calls", async () => {
  const { call, environment } = setUp();
  call.setVolume(0.25);
  const volumes = [];
  for (const _call of ["first", "second"]) {
    await call.start("assistant-1");
    for (const element of [player(), player()]) {
      environment.room.events.onPlayer(element);
      volumes.push(element.volume);
    }
    await call.stop();
  }
  expect(volumes).toEqual([0.25, 0.25, 0.25, 0.25]);
});

it.each([
  [0.5, 0.5],
  [0, 0],
  [7, 1],
  [-1, 0],
  [Number.NaN, 0.75],
  [Number.POSITIVE_INFINITY, 0.75],
])("setVolume(%d) plays at %d", async (volume, heard) => {
  const { call, environment } = await connected();
  const element = player();
  environment.room.events.onPlayer(element);
  call.setVolume(0.75);
  call.setVolume(volume);
  expect(element.volume).toBe(heard);
});

it("in a room at Daily, the element is the assistant's, and goes with it", async () => {
  vi.stubGlobal("MediaStream", class {});
  const { call, room, tools } = await joinedDailyCall();
  room.meet("Vapi Speaker", "speaker-1");
  room.publish("speaker-1", "audio");
  expect(call.getAudioPlayer()).toBe([...tools.sounds][0]?.element);
  call.setVolume(0.5);
  expect(call.getAudioPlayer()?.volume).toBe(0.5);
  room.emit("participant-left", { participant: { session_id: "speaker-1" } });
  expect(call.getAudioPlayer()).toBeNull();
  vi.unstubAllGlobals();
});

it("a page starts and ends the recording of a room at Daily, once each", async () => {
  const { call, room, environment } = await joinedDailyCall();
  const started = call.startRecording();
  expect(room.asked("startRecording")).toEqual([
    { width: 1280, height: 720, backgroundColor: "#FF1F2D3D", layout: { preset: "default" } },
  ]);
  room.emit("recording-started", {});
  await started;
  await call.stopRecording();
  await call.stopRecording();
  expect(room.asked("stopRecording")).toHaveLength(1);
  await call.stop();
  expect(room.asked("stopRecording")).toHaveLength(1);
  expect(environment.held).toBe(0);
});

it("without a call there is nothing to record, and nothing to end", async () => {
  const { call } = setUp();
  await expect(call.startRecording()).rejects.toThrow("Call object is not available.");
  await expect(call.stopRecording()).resolves.toBeUndefined();
});

it("a call without the address of a server says so, and asks nobody", async () => {
  const { call, environment, valuesOf } = setUp(undefined, { apiBaseUrl: "" });
  await expect(call.start("assistant-1")).rejects.toMatchObject({ code: "server-address-missing" });
  expect(valuesOf("error")).toMatchObject([{ type: "validation-error", error: { code: "server-address-missing" } }]);
  expect(environment.requests).toEqual([]);
});

it("a call object can be made where there is no page", async () => {
  vi.stubGlobal("navigator", undefined);
  const call = new CallwrightCall("token");
  vi.unstubAllGlobals();
  await expect(call.start("assistant-1")).rejects.toMatchObject({ code: "server-address-missing" });
});
