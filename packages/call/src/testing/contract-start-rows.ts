import { expect } from "vitest";
import { type ContractRow, connect, progressOf, startRecorded, valuesOf, WITH_AVATAR, WITH_VIDEO } from "./contract-stage.ts";

function optionalStepFails(step: string, roomFails: "observer" | "processing"): ContractRow {
  return {
    source: "D2",
    says: `${step} that fails is told by ${step}-error, and the call goes on`,
    given: { roomFails },
    async check(stage) {
      expect(await stage.do("start", "assistant-1")).not.toBeNull();
      expect(await progressOf(stage, step)).toMatchObject([
        { status: "started" },
        { status: "failed", metadata: { error: expect.any(String) } },
      ]);
      expect(await valuesOf(stage, "error")).toMatchObject([{ type: `${step}-error`, stage: step }]);
      expect(await valuesOf(stage, "call-start-success")).toHaveLength(1);
    },
  };
}

/** D2: `start`, step by step. */
export const START_ROWS: readonly ContractRow[] = [
  {
    source: "spec 5, D2",
    says: "a string target is an id, an object an inline definition",
    async check(stage) {
      const workflowOverrides = { variableValues: { day: "Monday" } };
      await stage.do("start", "a-1", { variableValues: { name: "Ada" } });
      await stage.do("stop");
      await stage.do("start", { name: "Riley" });
      await stage.do("stop");
      await stage.do("start", undefined, undefined, "s-1");
      await stage.do("stop");
      await stage.do("start", undefined, undefined, { members: [] });
      await stage.do("stop");
      await stage.do("start", undefined, undefined, undefined, "w-1", workflowOverrides);
      await stage.do("stop");
      await stage.do("start", undefined, undefined, undefined, { nodes: [] }, undefined, { roomDeleteOnUserLeaveEnabled: false });
      expect(await stage.requests()).toEqual([
        { assistantId: "a-1", assistantOverrides: { variableValues: { name: "Ada" } } },
        { assistant: { name: "Riley" } },
        { squadId: "s-1" },
        { squad: { members: [] } },
        { workflowId: "w-1", workflowOverrides },
        { workflow: { nodes: [] }, roomDeleteOnUserLeaveEnabled: false },
      ]);
    },
  },
  {
    source: "spec 5, D2",
    says: "without a target it emits validation-error and rejects with the sentence",
    async check(stage) {
      await expect(stage.do("start")).rejects.toThrow("Assistant or Squad or Workflow must be provided.");
      expect(await valuesOf(stage, "error")).toMatchObject([
        {
          type: "validation-error",
          stage: "input-validation",
          error: { message: "Assistant or Squad or Workflow must be provided.", name: "CallFailure", code: "target-missing" },
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      ]);
      expect(await valuesOf(stage, "call-start-progress")).toMatchObject([
        { stage: "validation", status: "started" },
        { stage: "validation", status: "failed", duration: expect.any(Number) },
      ]);
      expect(await stage.held()).toBe(0);
    },
  },
  {
    source: "spec 4, D2",
    says: "starting while started is refused, returns nothing, and leaves the call alone",
    async check(stage) {
      await connect(stage);
      expect(await stage.do("start", "assistant-2")).toBeNull();
      expect((await progressOf(stage, "validation")).slice(2)).toMatchObject([
        { status: "started" },
        { status: "failed", duration: expect.any(Number), metadata: { reason: "already-started" } },
      ]);
      expect(await stage.requests()).toHaveLength(1);
      expect(await valuesOf(stage, "call-end")).toEqual([]);
    },
  },
  {
    source: "spec 4, D2",
    says: "every step tells started and completed, in order",
    async check(stage) {
      await stage.do("start", "assistant-1");
      const progress = await valuesOf(stage, "call-start-progress");
      expect(progress.map((step) => `${step.stage} ${step.status}`)).toEqual([
        "validation started",
        "validation completed",
        "initialization started",
        "initialization completed",
        "web-call-creation started",
        "web-call-creation completed",
        "daily-call-object-creation started",
        "daily-call-object-creation completed",
        "mobile-permissions started",
        "mobile-permissions completed",
        "daily-call-join started",
        "daily-call-join completed",
        "video-recording-setup completed",
        "audio-observer-setup started",
        "audio-observer-setup completed",
        "audio-processing-setup started",
        "audio-processing-setup completed",
      ]);
      for (const { stage: step, status, duration } of progress)
        expect(typeof duration, step).toBe(status === "completed" ? "number" : "undefined");
    },
  },
  {
    source: "D2",
    says: "initialization tells what was asked for",
    async check(stage) {
      await stage.do("start", undefined, undefined, "squad-1");
      expect((await progressOf(stage, "initialization"))[0]).toMatchObject({
        status: "started",
        metadata: { hasAssistant: false, hasSquad: true, hasWorkflow: false },
      });
    },
  },
  {
    source: "D2",
    says: "web-call-creation completed tells the call, its recording and its voice",
    given: { call: { assistant: { voice: { provider: "tavus" } } } },
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect((await progressOf(stage, "web-call-creation"))[1]?.metadata).toEqual({
        callId: "call-1",
        videoRecordingEnabled: false,
        voiceProvider: "tavus",
      });
    },
  },
  {
    source: "D2",
    says: "what is not known of the call is told as unknown",
    given: { call: { id: undefined } },
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect((await progressOf(stage, "web-call-creation"))[1]?.metadata).toMatchObject({
        callId: "unknown",
        voiceProvider: "unknown",
      });
    },
  },
  {
    source: "spec 4, D2",
    says: "a refused creation answers null, tells the platform's code, and leaves nothing",
    given: { refusal: { status: 429, body: { message: "All slots are in use.", code: "at-capacity" } } },
    async check(stage) {
      expect(await stage.do("start", "assistant-1")).toBeNull();
      expect((await progressOf(stage, "web-call-creation")).at(-1)).toMatchObject({
        status: "failed",
        metadata: { error: "All slots are in use." },
      });
      expect(await valuesOf(stage, "error")).toMatchObject([
        {
          type: "start-method-error",
          stage: "web-call-creation",
          error: {
            code: "at-capacity",
            message: "All slots are in use.",
            details: { status: 429, body: { message: "All slots are in use.", code: "at-capacity" } },
          },
          totalDuration: expect.any(Number),
          context: { hasAssistant: true, hasSquad: false, hasWorkflow: false, isMobile: false },
        },
      ]);
      expect(await stage.held()).toBe(0);
    },
  },
  {
    source: "D2",
    says: "a room object that is still there is cleaned up first",
    async check(stage) {
      await connect(stage);
      const stopped = stage.do("stop");
      expect(await stage.do("start", "assistant-1")).not.toBeNull();
      await stopped;
      const steps = (await progressOf(stage, "daily-call-object-creation")).slice(2);
      expect(steps[0]).toMatchObject({ status: "started", metadata: { action: "cleanup-existing" } });
      expect(steps.at(-1)).toMatchObject({ status: "completed" });
    },
  },
  {
    source: "D2, spec 9",
    says: "the room object is told with its sources; the camera only when video is recorded",
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect((await progressOf(stage, "daily-call-object-creation"))[0]?.metadata).toEqual({
        audioSource: true,
        videoSource: false,
        isVideoRecordingEnabled: false,
        isVideoEnabled: false,
      });
    },
  },
  {
    source: "D2, spec 9",
    says: "video is enabled when the voice is the video avatar",
    given: WITH_AVATAR,
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect((await progressOf(stage, "daily-call-object-creation"))[0]?.metadata).toMatchObject({
        videoSource: false,
        isVideoEnabled: true,
      });
    },
  },
  {
    source: "spec 9",
    says: "video is not enabled in a direct room that has no picture, not for a recording either",
    rooms: ["direct"],
    given: { call: WITH_VIDEO },
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect((await progressOf(stage, "daily-call-object-creation"))[0]?.metadata).toMatchObject({
        isVideoRecordingEnabled: true,
        isVideoEnabled: false,
      });
    },
  },
  ...(["creation", "join"] as const).map((roomFails): ContractRow => {
    const step = roomFails === "creation" ? "daily-call-object-creation" : "daily-call-join";
    return {
      source: "spec 4, 8, D2",
      says: `${step} that fails ends the start: null, ${step}-error, start-method-error, call-start-failed`,
      given: { roomFails },
      async check(stage) {
        expect(await stage.do("start", "assistant-1")).toBeNull();
        const [, failed] = await progressOf(stage, step);
        expect(failed).toMatchObject({ status: "failed", duration: expect.any(Number), metadata: { error: expect.any(String) } });
        const errors = await valuesOf(stage, "error");
        expect(errors.map(({ type }) => type)).toEqual([`${step}-error`, "start-method-error"]);
        expect(errors[0]).toMatchObject({
          totalDuration: expect.any(Number),
          error: { message: expect.any(String), code: expect.any(String) },
        });
        expect(await valuesOf(stage, "call-start-failed")).toMatchObject([
          {
            stage: step,
            totalDuration: expect.any(Number),
            error: expect.any(String),
            errorStack: expect.any(String),
            timestamp: expect.any(String),
            context: { hasAssistant: true, hasSquad: false, hasWorkflow: false, isMobile: false },
          },
        ]);
        expect(await valuesOf(stage, "call-start-success")).toEqual([]);
        expect(await valuesOf(stage, "call-end")).toEqual([]);
      },
    };
  }),
  {
    source: "spec 6, 9, D2",
    says: "a phone waits 1000 ms for permissions",
    given: { isMobile: true },
    async check(stage) {
      const started = stage.do("start", "assistant-1");
      await expect.poll(() => progressOf(stage, "mobile-permissions")).toMatchObject([{ metadata: { isMobile: true } }]);
      await stage.pass(999);
      expect(await progressOf(stage, "mobile-permissions")).toHaveLength(1);
      await stage.pass(1);
      expect(await started).not.toBeNull();
      expect((await progressOf(stage, "mobile-permissions"))[1]).toMatchObject({
        status: "completed",
        duration: 1000,
        metadata: { action: "permissions-wait" },
      });
    },
  },
  {
    source: "D2",
    says: "a desktop does not wait for permissions",
    async check(stage) {
      await stage.do("start", "assistant-1");
      const [started, completed] = await progressOf(stage, "mobile-permissions");
      expect(started).toMatchObject({ status: "started", metadata: { isMobile: false } });
      expect(completed).toMatchObject({ status: "completed", metadata: { action: "skipped-not-mobile" } });
    },
  },
  {
    source: "D2",
    says: "without video recording its step is skipped",
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect(await progressOf(stage, "video-recording-setup")).toMatchObject([
        { status: "completed", metadata: { action: "skipped-not-enabled" } },
      ]);
    },
  },
  {
    source: "spec 7, D2",
    says: "start does not wait for the recording; once it has really started, its delay is told, and say-first-message is sent with it",
    given: { call: WITH_VIDEO },
    async check(stage) {
      await startRecorded(stage);
      expect((await progressOf(stage, "video-recording-setup"))[1]).toMatchObject({ status: "completed", duration: 0 });
      expect(await progressOf(stage, "video-recording-started")).toEqual([]);
      expect(await stage.far.received()).toEqual([]);
      await stage.pass(1500);
      await stage.far.recording("recording-started");
      await expect
        .poll(() => progressOf(stage, "video-recording-started"))
        .toMatchObject([{ status: "completed", duration: 1500, metadata: { delaySeconds: 1.5 } }]);
      expect((await stage.far.received()).map((data) => JSON.parse(data))).toEqual([
        { type: "control", control: "say-first-message", videoRecordingStartDelaySeconds: 1.5 },
      ]);
    },
  },
  {
    source: "client-lessons 1",
    says: "a restarted recording does not ask for the first message again",
    given: { call: WITH_VIDEO },
    async check(stage) {
      await startRecorded(stage);
      await stage.far.recording("recording-started");
      await expect.poll(() => stage.far.received()).toHaveLength(1);
      await stage.far.recording("recording-stopped");
      await stage.far.recording("recording-started");
      expect(await stage.far.received()).toHaveLength(1);
      expect(await valuesOf(stage, "recording-started")).toHaveLength(2);
    },
  },
  {
    source: "spec 8, D2",
    says: "a recording that fails is told by video-recording-setup-error, and the call goes on",
    given: { call: WITH_VIDEO, roomFails: "recording" },
    async check(stage) {
      expect(await stage.do("start", "assistant-1")).not.toBeNull();
      await stage.far.recording("recording-error");
      await expect.poll(() => valuesOf(stage, "error")).toHaveLength(1);
      expect(await valuesOf(stage, "error")).toMatchObject([
        {
          type: "video-recording-setup-error",
          stage: "video-recording-setup",
          error: { message: expect.stringMatching(/./), code: expect.any(String) },
        },
      ]);
      expect(await valuesOf(stage, "call-start-success")).toHaveLength(1);
      expect(await stage.far.received()).toEqual([]);
    },
  },
  optionalStepFails("audio-observer-setup", "observer"),
  optionalStepFails("audio-processing-setup", "processing"),
  {
    source: "spec 9, D2",
    says: "noise cancellation is on by default",
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect(await stage.far.isProcessing()).toBe(true);
    },
  },
  {
    source: "docs/call-sdk.md",
    says: "noise cancellation can be left out",
    given: { callConfig: { noiseCancellation: false } },
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect(await stage.far.isProcessing()).toBe(false);
      expect(await progressOf(stage, "audio-processing-setup")).toMatchObject([{ metadata: { action: "skipped-not-enabled" } }]);
    },
  },
  {
    source: "D2",
    says: "a start that succeeds tells the call and how long it took, and answers the call",
    async check(stage) {
      expect(await stage.do("start", "assistant-1")).toMatchObject({ id: "call-1" });
      expect(await valuesOf(stage, "call-start-success")).toMatchObject([
        { callId: "call-1", totalDuration: expect.any(Number), timestamp: expect.any(String) },
      ]);
    },
  },
  {
    source: "D1",
    says: "audioSource false becomes true, with a warning that names Chrome",
    given: { callObject: { audioSource: false }, callConfig: { alwaysIncludeMicInPermissionPrompt: false } },
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect((await progressOf(stage, "daily-call-object-creation"))[0]?.metadata).toMatchObject({ audioSource: true });
      const logged = await stage.logged();
      expect(logged.filter((line) => /Chrome 140/.test(line))).toHaveLength(2);
    },
  },
  {
    source: "client-lessons 1",
    says: "startAudioOff begins the call muted",
    given: { callObject: { startAudioOff: true } },
    async check(stage) {
      await connect(stage);
      expect(await stage.do("isMuted")).toBe(true);
      expect(await stage.far.isHearing()).toBe(false);
      await stage.do("setMuted", false);
      expect(await stage.do("isMuted")).toBe(false);
      expect(await stage.far.isHearing()).toBe(true);
    },
  },
];
