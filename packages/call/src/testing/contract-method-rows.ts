import { expect } from "vitest";
import { type ContractRow, connect, progressOf, valuesOf, WITH_VIDEO } from "./contract-stage.ts";

const NO_CALL = "Call object is not available.";

/** D4: the methods of a call object. */
export const METHOD_ROWS: readonly ContractRow[] = [
  {
    source: "D4",
    says: "stop may be called at any time and again; nothing is left",
    async check(stage) {
      await stage.do("stop");
      await connect(stage);
      await stage.do("stop");
      await stage.do("stop");
      expect(await valuesOf(stage, "call-end")).toHaveLength(1);
      expect(await stage.held()).toBe(0);
    },
  },
  {
    source: "D4",
    says: "from stop on there is no call, even while it is cleaned up",
    async check(stage) {
      await connect(stage);
      const stopped = stage.do("stop");
      await expect(stage.do("setMuted", true)).rejects.toThrow(NO_CALL);
      expect(await stage.do("say", "Hello")).toBe(false);
      expect(await stage.do("getDailyCallObject")).toBeNull();
      await stopped;
    },
  },
  {
    source: "D4",
    says: "end asks the other side to end the call, and leaves",
    async check(stage) {
      await connect(stage);
      const ended = stage.do("end");
      await expect.poll(() => stage.far.received()).toEqual(['{"type":"end-call"}']);
      await stage.pass(1_000);
      await ended;
      expect(await stage.held()).toBe(0);
    },
  },
  {
    source: "A1, D4",
    says: "send passes a message on as a JSON string; without a call it is dropped",
    async check(stage) {
      const message = { type: "add-message", message: { role: "system", content: "Hello" }, triggerResponseEnabled: false };
      expect(await stage.do("send", message)).toBe(false);
      await connect(stage);
      expect(await stage.do("send", message)).toBe(true);
      expect(await stage.far.received()).toEqual([JSON.stringify(message)]);
    },
  },
  {
    source: "spec 7, D4",
    says: "say sends its words, by default without interruptions",
    async check(stage) {
      await connect(stage);
      await stage.do("say", "Goodbye");
      await stage.do("say", "Goodbye", true, true, true);
      expect((await stage.far.received()).map((data) => JSON.parse(data))).toEqual([
        { type: "say", message: "Goodbye", interruptionsEnabled: false, interruptAssistantEnabled: false },
        {
          type: "say",
          message: "Goodbye",
          endCallAfterSpoken: true,
          interruptionsEnabled: true,
          interruptAssistantEnabled: true,
        },
      ]);
    },
  },
  {
    source: "D4",
    says: "setMuted silences the microphone and opens it again; isMuted tells",
    async check(stage) {
      await connect(stage);
      expect(await stage.do("isMuted")).toBe(false);
      await stage.do("setMuted", true);
      expect(await stage.do("isMuted")).toBe(true);
      expect(await stage.far.isHearing()).toBe(false);
      await stage.do("setMuted", false);
      expect(await stage.do("isMuted")).toBe(false);
      expect(await stage.far.isHearing()).toBe(true);
    },
  },
  ...(
    [
      ["setMuted", true],
      ["increaseMicLevel", 2],
      ["setInputDevicesAsync", {}],
      ["setOutputDeviceAsync", { outputDeviceId: "speaker" }],
      ["startLocalAudioLevelObserver", 100],
    ] as const
  ).map(
    ([method, argument]): ContractRow => ({
      source: "D4",
      says: `${method} throws without a call`,
      async check(stage) {
        await expect(stage.do(method, argument)).rejects.toThrow(NO_CALL);
        await connect(stage);
        await stage.do("stop");
        await expect(stage.do(method, argument)).rejects.toThrow(NO_CALL);
      },
    }),
  ),
  ...(
    [
      ["isMuted", false],
      ["getLocalAudioLevel", 0],
      ["isLocalAudioLevelObserverRunning", false],
      ["getDailyCallObject", null],
    ] as const
  ).map(
    ([method, answer]): ContractRow => ({
      source: "D4",
      says: `${method} answers ${answer} without a call`,
      async check(stage) {
        expect(await stage.do(method)).toBe(answer);
        await connect(stage);
        await stage.do("stop");
        expect(await stage.do(method)).toBe(answer);
      },
    }),
  ),
  {
    source: "D4",
    says: "the local level is observed from the beginning; stopping and starting is told",
    async check(stage) {
      await connect(stage);
      expect(await stage.do("isLocalAudioLevelObserverRunning")).toBe(true);
      await stage.do("stopLocalAudioLevelObserver");
      expect(await stage.do("isLocalAudioLevelObserverRunning")).toBe(false);
      expect(await stage.do("getLocalAudioLevel")).toBe(0);
      await stage.do("startLocalAudioLevelObserver", 200);
      expect(await stage.do("isLocalAudioLevelObserverRunning")).toBe(true);
    },
  },
  {
    source: "D4",
    says: "setInputDevicesAsync leaves audioSource false out, with a warning",
    async check(stage) {
      await connect(stage);
      await stage.do("setInputDevicesAsync", { audioSource: false, audioDeviceId: "headset" });
      expect((await stage.logged()).filter((line) => /audioSource.*Chrome 140/.test(line))).toHaveLength(1);
      expect(await valuesOf(stage, "error")).toEqual([]);
    },
  },
  {
    source: "docs/call-sdk.md",
    says: "a direct room does not share the screen, and says so with a code",
    rooms: ["direct"],
    async check(stage) {
      await connect(stage);
      const refused = stage.do("startScreenSharing");
      await expect(refused).rejects.toMatchObject({ code: "screen-sharing-unsupported", message: expect.stringMatching(/./) });
    },
  },
  {
    source: "D4",
    says: "reconnect needs the room's address",
    async check(stage) {
      await expect(stage.do("reconnect", { id: "call-7" })).rejects.toThrow("webCallUrl is required for reconnection.");
    },
  },
  {
    source: "D4",
    says: "reconnect is refused while a call runs",
    async check(stage) {
      await connect(stage);
      const refused = stage.do("reconnect", await stage.runningCall());
      await expect(refused).rejects.toThrow("Cannot reconnect while a call is already in progress. Call stop() first.");
      expect(await valuesOf(stage, "call-end")).toEqual([]);
    },
  },
  {
    source: "D4",
    says: "reconnect joins the running call without making one, and call-start follows at once",
    async check(stage) {
      const running = await stage.runningCall();
      await stage.do("reconnect", { ...running, assistant: { voice: { provider: "vapi" } } });
      expect(await stage.requests()).toEqual([]);
      expect(await progressOf(stage, "reconnect-initialization")).toMatchObject([
        { status: "started", metadata: { callId: running.id, hasVideoRecording: false, voiceProvider: "vapi" } },
        { status: "completed", duration: expect.any(Number) },
      ]);
      expect((await progressOf(stage, "daily-call-join")).at(-1)).toMatchObject({ status: "completed" });
      const names = (await stage.heard()).map(({ name }) => name);
      expect(names.filter((name) => name.startsWith("call-start") && name !== "call-start-progress")).toEqual([
        "call-start-success",
        "call-start",
      ]);
      await stage.far.say("listening");
      expect(await valuesOf(stage, "call-start")).toHaveLength(1);
    },
  },
  {
    source: "D4",
    says: "a call that was just stopped is cleaned up before the reconnect",
    async check(stage) {
      const running = await stage.runningCall();
      await connect(stage);
      const stopped = stage.do("stop");
      await stage.do("reconnect", running);
      await stopped;
      expect(await progressOf(stage, "cleanup-existing-call")).toMatchObject([{ status: "started" }, { status: "completed" }]);
    },
  },
  {
    source: "client-lessons 1",
    says: "a reconnect to a recorded call does not ask for the first message again",
    async check(stage) {
      const joined = stage.do("reconnect", { ...(await stage.runningCall()), ...WITH_VIDEO });
      await expect.poll(async () => (await progressOf(stage, "video-recording-setup"))[0]).toMatchObject({ status: "started" });
      await stage.far.recording("recording-started");
      await joined;
      expect(await stage.far.received()).toEqual([]);
    },
  },
  {
    source: "D4",
    says: "a reconnect that fails is told, cleaned up, and rejects",
    given: { roomFails: "join" },
    async check(stage) {
      const refused = stage.do("reconnect", await stage.runningCall()).catch((error: unknown) => error);
      await expect(refused).resolves.toBeInstanceOf(Error);
      const { message } = (await refused) as Error;
      const context = { isReconnect: true, hasVideoRecording: false, voiceProvider: "unknown", isMobile: false };
      expect(await valuesOf(stage, "call-start-failed")).toMatchObject([{ stage: "reconnect", error: message, context }]);
      expect(await valuesOf(stage, "error")).toMatchObject([{ type: "reconnect-error", stage: "reconnect", context }]);
      expect(await valuesOf(stage, "call-start")).toEqual([]);
      expect(await stage.held()).toBe(0);
    },
  },
];
