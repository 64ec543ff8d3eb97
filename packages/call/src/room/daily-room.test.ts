import { beforeAll, describe, expect, it, vi } from "vitest";
import { dailyCall, joinedDailyCall, ROOM_AT_DAILY } from "../testing/daily-call-in-test.ts";
import { FakeDaily } from "../testing/fake-daily-call-object.ts";
import { FakeTrack } from "../testing/fake-environment.ts";
import { createDailyRoom } from "./create-daily-room.ts";

const WITH_VIDEO = { artifactPlan: { videoRecordingEnabled: true } };
const WITH_AVATAR = { assistant: { voice: { provider: "tavus" } } };

beforeAll(() => {
  // A stream is only handed on here; Node has none.
  vi.stubGlobal("MediaStream", class {});
  return () => vi.unstubAllGlobals();
});

describe("the call object", () => {
  it("is created with the default microphone, no camera, and without eval", async () => {
    const { daily } = await joinedDailyCall();
    expect(daily.created.map(({ options }) => options)).toEqual([
      { audioSource: true, videoSource: false, dailyConfig: { avoidEval: true } },
    ]);
  });

  it("takes the options of the constructor; ours do not reach Daily", async () => {
    const callConfig = { avoidEval: false, speakerName: "Riley", noiseCancellation: true, bundlePathOverride: "/daily" };
    const { daily } = await joinedDailyCall({
      callConfig,
      callObject: { audioSource: "headset", videoSource: true, startAudioOff: true },
    });
    expect(daily.created[0]?.options).toEqual({
      audioSource: "headset",
      videoSource: true,
      startAudioOff: true,
      dailyConfig: { avoidEval: false, bundlePathOverride: "/daily" },
    });
  });

  it("opens the camera when the call's video is recorded", async () => {
    const { call, daily, environment } = dailyCall({ call: WITH_VIDEO });
    const started = call.start("assistant-1");
    await expect.poll(() => daily.created[0]?.call.asked("startRecording")).toHaveLength(1);
    expect(daily.created[0]?.options.videoSource).toBe(true);
    expect(daily.last.asked("startRecording")).toEqual([
      { width: 1280, height: 720, backgroundColor: "#FF1F2D3D", layout: { preset: "default" } },
    ]);
    await started;
    environment.time.advance(800);
    daily.last.emit("recording-started", {});
    await expect.poll(() => daily.last.asked("sendAppMessage")).toHaveLength(1);
    expect(daily.last.asked("sendAppMessage")).toEqual([
      '{"type":"control","control":"say-first-message","videoRecordingStartDelaySeconds":0.8}',
    ]);
    await call.stop();
    expect(daily.last.asked("stopRecording")).toHaveLength(1);
  });

  it("does not wait for a recording for ever", async () => {
    const { call, daily, environment, valuesOf } = dailyCall({ call: WITH_VIDEO });
    const started = call.start("assistant-1");
    await expect.poll(() => daily.created[0]?.call.asked("startRecording")).toHaveLength(1);
    expect(await started).not.toBeNull();
    environment.time.advance(25_000);
    await expect.poll(() => valuesOf("error")).toHaveLength(1);
    expect(valuesOf("error")).toMatchObject([
      { type: "video-recording-setup-error", error: { code: "video-recording-timeout" } },
    ]);
  });

  it("lets the probe's microphone go before Daily opens its own", async () => {
    const { environment } = await joinedDailyCall();
    expect(environment.tracks.map(({ readyState }) => readyState)).toEqual(["ended"]);
  });

  it("is destroyed, and waited for, before the next one is created", async () => {
    const daily = new FakeDaily();
    const first = await joinedDailyCall({}, {}, daily);
    let letGo: () => void = () => undefined;
    first.room.leaving = new Promise((resolve) => {
      letGo = resolve;
    });
    const second = dailyCall({}, {}, daily);
    const stopped = first.call.stop();
    const started = second.call.start("assistant-1");
    await expect
      .poll(() => second.valuesOf("call-start-progress").at(-1))
      .toMatchObject({ stage: "daily-call-object-creation", status: "started" });
    letGo();
    expect(await started).not.toBeNull();
    await stopped;
    expect(second.valuesOf("error")).toEqual([]);
    expect(daily.alive).toBe(1);
  });

  it("that is stopped while the library loads for the first time is out of the way of the next one", async () => {
    const { call, daily, environment, tools, valuesOf } = dailyCall();
    let load: (library: FakeDaily) => void = () => undefined;
    const library = new Promise<FakeDaily>((resolve) => {
      load = resolve;
    });
    environment.enterRoom = (context) => createDailyRoom(context, () => library, tools);
    const first = call.start("assistant-1");
    await expect.poll(() => valuesOf("call-start-progress").at(-1)).toMatchObject({ stage: "daily-call-object-creation" });
    const stopped = call.stop();
    const second = call.start("assistant-2");
    // The second room has its call object, in the place of the first one.
    await expect
      .poll(() => valuesOf("call-start-progress").filter(({ stage }) => stage === "daily-call-object-creation").length)
      .toBeGreaterThan(2);
    load(daily);
    expect(await first).toBeNull();
    expect(await second).not.toBeNull();
    await stopped;
    expect(valuesOf("error")).toEqual([]);
    expect(daily.alive).toBe(1);
    await call.stop();
    expect(daily.alive + tools.held + environment.held).toBe(0);
  });

  it("that is stopped while the library loads holds nothing when that fails", async () => {
    const { call, environment, tools, valuesOf } = dailyCall();
    let fail: (error: Error) => void = () => undefined;
    const library = new Promise<FakeDaily>((_, reject) => {
      fail = reject;
    });
    environment.enterRoom = (context) => createDailyRoom(context, () => library, tools);
    const started = call.start("assistant-1");
    await expect.poll(() => valuesOf("call-start-progress").at(-1)).toMatchObject({ stage: "daily-call-object-creation" });
    const stopped = call.stop();
    fail(new Error("offline"));
    await stopped;
    expect(await started).toBeNull();
    expect(call.state).toBe("ended");
    expect(valuesOf("error")).toEqual([]);
    expect(environment.givenBack).toHaveLength(1);
  });

  it("that hangs while it leaves does not hold the page", async () => {
    const { call, environment, room } = await joinedDailyCall();
    room.leaving = new Promise(() => undefined);
    const stopped = call.stop();
    environment.time.advance(5_000);
    await stopped;
    expect(call.state).toBe("ended");
  });

  it("is handed out while there is one", async () => {
    const { call, room } = await joinedDailyCall();
    expect(call.getDailyCallObject()).toBe(room);
    await call.stop();
    expect(call.getDailyCallObject()).toBeNull();
    expect(room.isDestroyed()).toBe(true);
  });

  it("that the page itself leaves is the caller's leaving", async () => {
    const { call, valuesOf } = await joinedDailyCall();
    await call.getDailyCallObject()?.leave();
    expect(valuesOf("message")).toEqual([{ type: "status-update", status: "ended", endedReason: "customer-ended-call" }]);
    expect(valuesOf("error")).toEqual([]);
    expect(valuesOf("call-end")).toHaveLength(1);
  });

  it("that is stopped while it joins leaves nothing", async () => {
    const { call, daily, environment, tools } = dailyCall();
    const { enterRoom } = environment;
    environment.enterRoom = async (context) => {
      const room = await enterRoom(context);
      daily.last.joining = new Promise(() => undefined);
      return room;
    };
    const started = call.start("assistant-1");
    await expect.poll(() => daily.created[0]?.call.asked("join")).toHaveLength(1);
    await call.stop();
    expect(await started).toBeNull();
    expect(daily.alive + tools.held + environment.held).toBe(0);
  });
});

describe("tracks", () => {
  it("are joined without automatic subscription", async () => {
    const { room } = await joinedDailyCall();
    expect(room.asked("join")).toEqual([{ url: ROOM_AT_DAILY, subscribeToTracksAutomatically: false }]);
  });

  it.each([
    ["only sound", {}, { audio: true, video: false }],
    ["pictures as well for the video avatar", WITH_AVATAR, { audio: true, video: true }],
  ])("are subscribed to one by one: %s", async (_, call, setSubscribedTracks) => {
    const { room } = await joinedDailyCall({ call });
    room.meet("Vapi Speaker", "one");
    room.meet("Somebody", "two");
    expect(room.asked("updateParticipant")).toEqual([
      { id: "one", setSubscribedTracks },
      { id: "two", setSubscribedTracks },
    ]);
  });

  it("are subscribed to when the assistant was there first", async () => {
    const { call, daily, environment } = dailyCall();
    const { enterRoom } = environment;
    environment.enterRoom = async (context) => {
      const room = await enterRoom(context);
      daily.last.seat("Vapi Speaker", "early");
      return room;
    };
    await call.start("assistant-1");
    expect(daily.last.asked("updateParticipant")).toHaveLength(1);
  });

  it("are played for the named speaker alone", async () => {
    const { room, tools, valuesOf } = await joinedDailyCall({ call: WITH_AVATAR });
    for (const [name, id] of [
      ["Somebody", "one"],
      ["Vapi Speaker ", "two"],
    ] as const) {
      room.meet(name, id);
      room.publish(id, "audio");
      room.publish(id, "video");
    }
    room.emit("track-started", { participant: { local: true, user_name: "Vapi Speaker" }, track: new FakeTrack("me") });
    room.emit("track-started", { participant: null, track: new FakeTrack("gone") });
    expect(tools.sounds.size).toBe(0);
    expect(valuesOf("video")).toEqual([]);
    expect(room.asked("sendAppMessage")).toEqual([]);
  });

  it("are played for a speaker of another name, when the page says so", async () => {
    const { room, tools } = await joinedDailyCall({ callConfig: { speakerName: "Riley" } });
    room.meet("Riley", "one");
    room.publish("one", "audio");
    await expect.poll(() => room.asked("sendAppMessage")).toEqual(["playable"]);
    expect(tools.sounds.size).toBe(1);
  });

  it("stop sounding when their participant leaves, and when the call ends", async () => {
    const { call, room, tools } = await joinedDailyCall();
    room.meet("Vapi Speaker", "one");
    room.publish("one", "audio");
    expect(tools.sounds.size).toBe(1);
    room.part("one");
    expect(tools.sounds.size).toBe(0);
    room.meet("Vapi Speaker", "two");
    room.publish("two", "audio");
    await call.stop();
    expect(tools.sounds.size).toBe(0);
  });

  it("of the assistant are summed with everybody's into one level", async () => {
    const { room, valuesOf } = await joinedDailyCall();
    room.emit("remote-participants-audio-level", { participantsAudioLevel: { one: 0.05, two: 0.025 } });
    expect(valuesOf("volume-level")).toEqual([expect.closeTo(0.5)]);
  });
});

describe("messages", () => {
  it("that Daily finds too large are not sent, and the failure is reported", async () => {
    const { call, valuesOf } = await joinedDailyCall();
    expect(call.say("a".repeat(5_000))).toBe(false);
    expect(valuesOf("error")).toMatchObject([{ type: "daily-error", error: { message: expect.stringMatching(/too large/) } }]);
  });

  it("that come as objects are read as well", async () => {
    const { room, valuesOf } = await joinedDailyCall();
    room.emit("app-message", { data: { type: "hang" } });
    expect(valuesOf("message")).toEqual([{ type: "hang" }]);
  });

  it("an ejection carries Daily's reason as its code", async () => {
    const { room, valuesOf } = await joinedDailyCall();
    room.failFatally("ejected", "Meeting has ended");
    expect(valuesOf("error")).toMatchObject([{ type: "daily-error", error: { code: "ejected", message: "Meeting has ended" } }]);
  });
});
