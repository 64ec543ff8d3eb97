import { beforeAll, describe, expect, it, vi } from "vitest";
import type { OpenMicrophone } from "../microphone.ts";
import { dailyCall, joinedDailyCall } from "../testing/daily-call-in-test.ts";
import { FakeTrack } from "../testing/fake-environment.ts";
import { createDailyRoom } from "./create-daily-room.ts";

const REFUSED: OpenMicrophone = {
  track: undefined,
  state: { status: "unavailable", problem: "blocked", message: "refused" },
};

beforeAll(() => {
  // A stream is only handed on here; Node has none.
  vi.stubGlobal("MediaStream", class {});
  return () => vi.unstubAllGlobals();
});

describe("devices", () => {
  it("are observed every 100 ms and cleaned of noise by Daily", async () => {
    const { room } = await joinedDailyCall();
    expect(room.asked("startRemoteParticipantsAudioLevelObserver")).toEqual([100]);
    expect(room.asked("startLocalAudioLevelObserver")).toEqual([100]);
    expect(room.asked("updateInputSettings")).toEqual([{ audio: { processor: { type: "noise-cancellation" } } }]);
  });

  it("when the processor fails, are sent as they are, and the microphone is open again", async () => {
    const { room } = await joinedDailyCall();
    room.emit("nonfatal-error", { type: "audio-processor-error", errorMsg: "wasm" });
    await expect.poll(() => room.asked("setLocalAudio")).toEqual([true]);
    expect(room.asked("updateInputSettings").at(-1)).toEqual({ audio: { processor: { type: "none" } } });
  });

  it("whose own level cannot be observed do without it", async () => {
    const { call, daily, environment, valuesOf } = dailyCall();
    const { enterRoom } = environment;
    environment.enterRoom = async (context) => {
      const room = await enterRoom(context);
      daily.last.refusals.set("startLocalAudioLevelObserver", { error: "no worklet" });
      return room;
    };
    await call.start("assistant-1");
    expect(valuesOf("local-audio-level-observer-error")).toHaveLength(1);
    expect(valuesOf("error")).toEqual([]);
  });

  it("are passed on by setInputDevicesAsync, without a source that is false", async () => {
    const { call, room } = await joinedDailyCall();
    await call.setInputDevicesAsync({ audioDeviceId: "headset", audioSource: false, videoDeviceId: "camera-2" });
    expect(room.asked("setInputDevicesAsync")).toEqual([{ audioDeviceId: "headset", videoDeviceId: "camera-2" }]);
  });

  it("allowed after the microphone was refused are reported, with the microphone that Daily now uses", async () => {
    const { call, environment, valuesOf } = dailyCall();
    environment.open = async () => REFUSED;
    await call.start("assistant-1");
    expect(valuesOf("microphone")).toEqual([REFUSED.state]);
    await call.setInputDevice();
    expect(valuesOf("microphone").at(-1)).toEqual({ status: "active", deviceId: "default", label: "default microphone" });
    const own = new FakeTrack("the page's own");
    await call.setInputDevicesAsync({ audioSource: own as unknown as MediaStreamTrack });
    expect(valuesOf("microphone").at(-1)).toMatchObject({ status: "active", label: "the page's own" });
  });

  it.each([
    ["are told", false, "active"],
    ["are not told as long as they are refused", true, "unavailable"],
  ] as const)("that Daily selects %s", async (_, isRefused, status) => {
    const { call, daily, environment, valuesOf } = dailyCall();
    environment.open = async () => REFUSED;
    await call.start("assistant-1");
    if (isRefused) daily.last.refuseMicrophone();
    const devices = { camera: {}, mic: { deviceId: "desk", label: "Desk" }, speaker: {} };
    daily.last.emit("selected-devices-updated", { devices });
    expect(valuesOf("microphone").at(-1)).toMatchObject({ status });
  });

  it("chosen while the room is being made are those it is made with", async () => {
    const { call, daily, environment, tools } = dailyCall({ callObject: { audioSource: "headset" } });
    environment.enterRoom = (context) => {
      const library = call.setInputDevice("desk").then(() => daily);
      return createDailyRoom(context, () => library, tools);
    };
    await call.start("assistant-1");
    expect(daily.created[0]?.options.audioSource).toBe("desk");
    await call.increaseMicLevel(2);
    expect(tools.gains).toEqual([{ label: "desk", factor: 2 }]);
  });

  it("that cannot be used are reported by setInputDevice, and the call goes on", async () => {
    const { call, room, valuesOf } = await joinedDailyCall();
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
    const { call, room, tools } = await joinedDailyCall();
    room.meet("Vapi Speaker", "one");
    room.publish("one", "audio");
    await call.setOutputDeviceAsync({ outputDeviceId: "loud" });
    room.meet("Vapi Speaker", "two");
    room.publish("two", "audio");
    expect(room.asked("setOutputDeviceAsync")).toEqual([{ outputDeviceId: "loud" }]);
    await expect.poll(() => tools.outputs).toEqual(["loud", "loud"]);
  });

  it("are muted without discarding the track", async () => {
    const { call, room } = await joinedDailyCall();
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

  it("muted by the owner of the room are reported as muted", async () => {
    const { call, room } = await joinedDailyCall();
    const tracks = { audio: { state: "off", off: { byRemoteRequest: true } } };
    room.emit("participant-updated", { participant: { local: true, user_name: "You", tracks } });
    expect(call.isMuted()).toBe(true);
    call.setMuted(false);
    expect(call.isMuted()).toBe(false);
  });

  it("share the screen with the options of the caller", async () => {
    const { call, room } = await joinedDailyCall();
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
    const { call, room, tools, environment } = await joinedDailyCall();
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
    const { call, tools, room, valuesOf } = await joinedDailyCall();
    await call.setInputDevicesAsync({ audioDeviceId: "headset" });
    await call.increaseMicLevel(2);
    await call.setInputDevicesAsync({ audioDeviceId: "desk" });
    await call.increaseMicLevel(2);
    expect(tools.gains.map(({ label }) => label)).toEqual(["headset", "desk"]);
    expect(valuesOf("microphone").at(-1)).toMatchObject({ status: "active", deviceId: "desk" });
    // Daily keeps the amplified track; it does not open the device beside it.
    expect(room.asked("setInputDevicesAsync").filter((devices) => JSON.stringify(devices).includes("desk"))).toEqual([]);
  });

  it("that cannot open the microphone leaves it to Daily", async () => {
    const { call, environment, room } = await joinedDailyCall();
    environment.open = async () => ({ track: undefined, state: { status: "unavailable", problem: "busy", message: "in use" } });
    await expect(call.increaseMicLevel(2)).rejects.toMatchObject({ code: "microphone-busy" });
    await call.setInputDevicesAsync({ audioDeviceId: "desk" });
    expect(room.asked("setInputDevicesAsync")).toEqual([{ audioDeviceId: "desk" }]);
  });

  it("whose microphone opens after the call is over closes it again", async () => {
    const { call, environment, tools } = await joinedDailyCall();
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
    const { call, tools } = await joinedDailyCall();
    const own = new FakeTrack("the page's own");
    await call.setInputDevicesAsync({ audioSource: own as unknown as MediaStreamTrack });
    await call.increaseMicLevel(2);
    await call.stop();
    expect(tools.gains).toEqual([{ label: "the page's own", factor: 2 }]);
    expect(own.readyState).toBe("live");
  });
});
