import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CallSettings } from "../call-controller.ts";
import { setUp } from "../testing/call-in-test.ts";
import type { Given } from "../testing/contract-stage.ts";
import { FakeDailyTools, setUpDailyRoom } from "../testing/daily-far-side.ts";
import { FakeDaily } from "../testing/fake-daily-call-object.ts";
import { FakeTrack } from "../testing/fake-environment.ts";

const URL_OF_ROOM = "https://calls.daily.co/room-1";
const WITH_VIDEO = { artifactPlan: { videoRecordingEnabled: true } };
const WITH_AVATAR = { assistant: { voice: { provider: "tavus" } } };

beforeAll(() => {
  // A stream is only handed on here; Node has none.
  vi.stubGlobal("MediaStream", class {});
  return () => vi.unstubAllGlobals();
});

/** A call in a room at Daily, with the fakes in reach. */
function dailyCall({ call = {}, ...given }: Given = {}, settings: Partial<CallSettings> = {}, daily = new FakeDaily()) {
  const inTest: { tools?: FakeDailyTools } = {};
  const set = setUp(
    (environment) => {
      environment.call = { id: "call-1", webCallUrl: URL_OF_ROOM, ...call };
      inTest.tools = new FakeDailyTools(environment);
      setUpDailyRoom(environment, given, daily, inTest.tools);
    },
    { ...given, ...settings },
  );
  const tools = inTest.tools ?? new FakeDailyTools(set.environment);
  return { ...set, daily, tools };
}

async function joined(...args: Parameters<typeof dailyCall>) {
  const set = dailyCall(...args);
  await set.call.start("assistant-1");
  set.daily.last.emit("app-message", { data: "listening" });
  return { ...set, room: set.daily.last };
}

describe("the call object", () => {
  it("is created with the default microphone, no camera, and without eval", async () => {
    const { daily } = await joined();
    expect(daily.created.map(({ options }) => options)).toEqual([
      { audioSource: true, videoSource: false, dailyConfig: { avoidEval: true } },
    ]);
  });

  it("takes the options of the constructor; ours do not reach Daily", async () => {
    const callConfig = { avoidEval: false, speakerName: "Riley", noiseCancellation: true, bundlePathOverride: "/daily" };
    const { daily } = await joined({
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
    environment.time.advance(800);
    daily.last.emit("recording-started", {});
    await started;
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
    environment.time.advance(25_000);
    expect(await started).not.toBeNull();
    expect(valuesOf("error")).toMatchObject([
      { type: "video-recording-setup-error", error: { code: "video-recording-timeout" } },
    ]);
  });

  it("lets the probe's microphone go before Daily opens its own", async () => {
    const { environment } = await joined();
    expect(environment.tracks.map(({ readyState }) => readyState)).toEqual(["ended"]);
  });

  it("is destroyed, and waited for, before the next one is created", async () => {
    const daily = new FakeDaily();
    const first = await joined({}, {}, daily);
    const second = dailyCall({}, {}, daily);
    const stopped = first.call.stop();
    expect(await second.call.start("assistant-1")).not.toBeNull();
    await stopped;
    expect(second.valuesOf("error")).toEqual([]);
    expect(daily.alive).toBe(1);
  });

  it("is handed out while there is one", async () => {
    const { call, room } = await joined();
    expect(call.getDailyCallObject()).toBe(room);
    await call.stop();
    expect(call.getDailyCallObject()).toBeNull();
    expect(room.isDestroyed()).toBe(true);
  });

  it("that the page itself leaves is the caller's leaving", async () => {
    const { call, valuesOf } = await joined();
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
    const { room } = await joined();
    expect(room.asked("join")).toEqual([{ url: URL_OF_ROOM, subscribeToTracksAutomatically: false }]);
  });

  it.each([
    ["only sound", {}, { audio: true, video: false }],
    ["pictures as well for the video avatar", WITH_AVATAR, { audio: true, video: true }],
  ])("are subscribed to one by one: %s", async (_, call, setSubscribedTracks) => {
    const { room } = await joined({ call });
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
      daily.last.joining = Promise.resolve().then(() => daily.last.meet("Vapi Speaker", "early"));
      return room;
    };
    await call.start("assistant-1");
    expect(daily.last.asked("updateParticipant")).toHaveLength(1);
  });

  it("are played for the named speaker alone", async () => {
    const { room, tools, valuesOf } = await joined({ call: WITH_AVATAR });
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
    const { room, tools } = await joined({ callConfig: { speakerName: "Riley" } });
    room.meet("Riley", "one");
    room.publish("one", "audio");
    await expect.poll(() => room.asked("sendAppMessage")).toEqual(["playable"]);
    expect(tools.sounds.size).toBe(1);
  });

  it("stop sounding when their participant leaves, and when the call ends", async () => {
    const { call, room, tools } = await joined();
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
    const { room, valuesOf } = await joined();
    room.emit("remote-participants-audio-level", { participantsAudioLevel: { one: 0.05, two: 0.025 } });
    expect(valuesOf("volume-level")).toEqual([expect.closeTo(0.5)]);
  });
});

describe("devices", () => {
  it("are observed every 100 ms and cleaned of noise by Daily", async () => {
    const { room } = await joined();
    expect(room.asked("startRemoteParticipantsAudioLevelObserver")).toEqual([100]);
    expect(room.asked("startLocalAudioLevelObserver")).toEqual([100]);
    expect(room.asked("updateInputSettings")).toEqual([{ audio: { processor: { type: "noise-cancellation" } } }]);
  });

  it("when the processor fails, are sent as they are, and the microphone is open again", async () => {
    const { room } = await joined();
    room.emit("nonfatal-error", { type: "audio-processor-error", errorMsg: "wasm" });
    await expect.poll(() => room.asked("setLocalAudio")).toEqual([true]);
    expect(room.asked("updateInputSettings").at(-1)).toEqual({ audio: { processor: { type: "none" } } });
  });

  it("are passed on by setInputDevicesAsync, without a source that is false", async () => {
    const { call, room } = await joined();
    await call.setInputDevicesAsync({ audioDeviceId: "headset", audioSource: false, videoDeviceId: "camera-2" });
    expect(room.asked("setInputDevicesAsync")).toEqual([{ audioDeviceId: "headset", videoDeviceId: "camera-2" }]);
  });

  it("that cannot be used are told by setInputDevice, and the call goes on", async () => {
    const { call, room, valuesOf } = await joined();
    room.refusals.set("setInputDevicesAsync", { errorMsg: "gone" });
    await call.setInputDevice("headset");
    expect(valuesOf("camera-error")).toMatchObject([{ error: { message: "gone" } }]);
  });

  it("chosen before the call begin it", async () => {
    const { call, daily } = dailyCall();
    await call.setInputDevice("headset");
    await call.start("assistant-1");
    expect(daily.created[0]?.options.audioSource).toBe("headset");
  });

  it("play on the chosen output, elements of later tracks too", async () => {
    const { call, room, tools } = await joined();
    room.meet("Vapi Speaker", "one");
    room.publish("one", "audio");
    await call.setOutputDeviceAsync({ outputDeviceId: "loud" });
    room.meet("Vapi Speaker", "two");
    room.publish("two", "audio");
    expect(room.asked("setOutputDeviceAsync")).toEqual([{ outputDeviceId: "loud" }]);
    await expect.poll(() => tools.outputs).toEqual(["loud", "loud"]);
  });

  it("are muted without discarding the track", async () => {
    const { call, room } = await joined();
    call.setMuted(true);
    call.setMuted(false);
    expect(room.asked("setLocalAudio")).toEqual([false, true]);
  });

  it.each(["made", "joined"])("muted while the room is being %s are muted in it", async (moment) => {
    const { call, daily, environment } = dailyCall();
    const { enterRoom } = environment;
    environment.enterRoom = async (context) => {
      const room = await enterRoom(context);
      if (moment === "made") call.setMuted(true);
      return room;
    };
    call.on("call-start-progress", ({ stage, status }) => {
      if (moment === "joined" && stage === "daily-call-join" && status === "started") call.setMuted(true);
    });
    await call.start("assistant-1");
    expect(call.isMuted()).toBe(true);
    await expect.poll(() => daily.last.localAudio()).toBe(false);
  });

  it("muted by the owner of the room are told as muted", async () => {
    const { call, room } = await joined();
    const tracks = { audio: { state: "off", off: { byRemoteRequest: true } } };
    room.emit("participant-updated", { participant: { local: true, user_name: "You", tracks } });
    expect(call.isMuted()).toBe(true);
    call.setMuted(false);
    expect(call.isMuted()).toBe(false);
  });

  it("share the screen with the options of the caller", async () => {
    const { call, room } = await joined();
    await call.startScreenSharing({ audio: true }, "detail-optimized");
    await call.stopScreenSharing();
    expect(room.asked("startScreenShare")).toEqual([
      { displayMediaOptions: { audio: true }, screenVideoSendSettings: "detail-optimized" },
    ]);
    expect(room.asked("stopScreenShare")).toHaveLength(1);
  });
});

describe("microphone gain", () => {
  it("amplifies the device in use, and lets everything go at the end", async () => {
    const { call, room, tools, environment } = await joined();
    await call.increaseMicLevel(2);
    await call.increaseMicLevel(3);
    expect(tools.gains).toEqual([
      { label: "built-in", factor: 2 },
      { label: "built-in", factor: 3 },
    ]);
    expect(room.asked("setInputDevicesAsync")[0]).toEqual({ audioSource: [...tools.gained][0] });
    await call.stop();
    expect(tools.held + environment.held).toBe(0);
  });

  it("follows the device that is chosen, before it and after", async () => {
    const { call, tools, room } = await joined();
    await call.setInputDevicesAsync({ audioDeviceId: "headset" });
    await call.increaseMicLevel(2);
    await call.setInputDevicesAsync({ audioDeviceId: "desk" });
    await call.increaseMicLevel(2);
    expect(tools.gains.map(({ label }) => label)).toEqual(["headset", "desk"]);
    // Daily keeps the amplified track; it does not open the device beside it.
    expect(room.asked("setInputDevicesAsync").filter((devices) => JSON.stringify(devices).includes("desk"))).toEqual([]);
  });

  it("that cannot open the microphone leaves it to Daily", async () => {
    const { call, environment, room } = await joined();
    environment.open = async () => ({ track: undefined, state: { status: "unavailable", problem: "busy", message: "in use" } });
    await expect(call.increaseMicLevel(2)).rejects.toMatchObject({ code: "microphone-busy" });
    await call.setInputDevicesAsync({ audioDeviceId: "desk" });
    expect(room.asked("setInputDevicesAsync")).toEqual([{ audioDeviceId: "desk" }]);
  });

  it("whose microphone opens after the call is over closes it again", async () => {
    const { call, environment, tools } = await joined();
    let grant: () => void = () => undefined;
    environment.open = (deviceId) =>
      new Promise((resolve) => {
        grant = () => resolve(environment.grant(deviceId));
      });
    const amplified = call.increaseMicLevel(2);
    await expect.poll(() => grant.name).toBe("grant");
    const stopped = call.stop();
    grant();
    await Promise.all([amplified, stopped]);
    expect(tools.held + environment.held).toBe(0);
  });

  it("amplifies a track of the page's own, and never stops it", async () => {
    const { call, tools } = await joined();
    const own = new FakeTrack("the page's own");
    await call.setInputDevicesAsync({ audioSource: own as unknown as MediaStreamTrack });
    await call.increaseMicLevel(2);
    await call.stop();
    expect(tools.gains).toEqual([{ label: "the page's own", factor: 2 }]);
    expect(own.readyState).toBe("live");
  });
});

describe("messages", () => {
  it("that come as objects are read as well", async () => {
    const { room, valuesOf } = await joined();
    room.emit("app-message", { data: { type: "hang" } });
    expect(valuesOf("message")).toEqual([{ type: "hang" }]);
  });

  it("an ejection carries Daily's reason as its code", async () => {
    const { room, valuesOf } = await joined();
    room.failFatally("ejected", "Meeting has ended");
    expect(valuesOf("error")).toMatchObject([{ type: "daily-error", error: { code: "ejected", message: "Meeting has ended" } }]);
  });
});
