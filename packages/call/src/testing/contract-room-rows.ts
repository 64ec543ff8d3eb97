import { expect } from "vitest";
import { type ContractRow, connect, startRecorded, valuesOf, WITH_AVATAR, WITH_VIDEO } from "./contract-stage.ts";

const ENDED = { type: "status-update", status: "ended", endedReason: "customer-ended-call" };

/** D3: the events of a room, and the call's reactions. */
export const ROOM_ROWS: readonly ContractRow[] = [
  {
    source: "spec 4, D3",
    says: "the caller's leaving ends the call, and customer-ended-call is told once",
    async check(stage) {
      await connect(stage);
      await Promise.all([stage.do("stop"), stage.do("stop")]);
      const heard = (await stage.heard()).filter(({ name }) => name === "call-end" || name === "message");
      expect(heard).toEqual([
        { name: "call-end", value: undefined },
        { name: "message", value: ENDED },
      ]);
      expect(await stage.held()).toBe(0);
    },
  },
  {
    source: "D3",
    says: "an ended status that the other side has told is not told again",
    async check(stage) {
      await connect(stage);
      const ended = { type: "status-update", status: "ended", endedReason: "assistant-ended-call" };
      await stage.far.say(JSON.stringify(ended));
      await stage.far.say(JSON.stringify(ended));
      await stage.do("stop");
      expect(await valuesOf(stage, "message")).toEqual([ended]);
      expect(await valuesOf(stage, "call-end")).toHaveLength(1);
    },
  },
  {
    source: "client-lessons 1",
    says: "a room that closes after the end was told is no error",
    async check(stage) {
      await connect(stage);
      await stage.far.say('{"type":"status-update","status":"ended","endedReason":"silence-timed-out"}');
      await stage.far.lose();
      expect(await valuesOf(stage, "error")).toEqual([]);
      expect(await valuesOf(stage, "call-end")).toHaveLength(1);
    },
  },
  {
    source: "D3",
    says: "a room that fails is a daily-error, and ends the call",
    async check(stage) {
      await connect(stage);
      await stage.far.lose();
      expect(await valuesOf(stage, "error")).toMatchObject([
        {
          type: "daily-error",
          error: { message: expect.any(String), code: expect.stringMatching(/^connection-/) },
          timestamp: expect.any(String),
        },
      ]);
      expect(await valuesOf(stage, "call-end")).toHaveLength(1);
      await expect.poll(() => stage.held()).toBe(0);
    },
  },
  {
    source: "client-lessons 1",
    says: "every error survives JSON: a sentence, a name, a code",
    async check(stage) {
      await connect(stage);
      await stage.far.lose();
      const [error] = await valuesOf(stage, "error");
      const word = expect.stringMatching(/./);
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({ error: { message: word, name: word, code: word } });
    },
  },
  {
    source: "spec 8, D3",
    says: "camera-error is passed through in the shape of every error",
    async check(stage) {
      await connect(stage);
      await stage.far.cameraFails();
      expect(await valuesOf(stage, "camera-error")).toMatchObject([
        {
          type: "camera-error",
          errorMsg: { errorMsg: expect.stringMatching(/in use|is using/) },
          error: { message: expect.stringContaining("is using"), code: expect.stringMatching(/in-use|busy/) },
          timestamp: expect.any(String),
        },
      ]);
      expect(await valuesOf(stage, "error")).toEqual([]);
    },
  },
  {
    source: "spec 8, D3",
    says: "network events are passed through",
    async check(stage) {
      await connect(stage);
      await stage.far.networkQuality("bad");
      expect(await valuesOf(stage, "network-quality-change")).toMatchObject([{ networkState: "bad" }]);
      await stage.far.interrupt();
      expect((await valuesOf(stage, "network-connection")).at(-1)).toMatchObject({ event: "interrupted" });
    },
  },
  ...(
    ["recording-started", "recording-stopped", "recording-stats", "recording-error", "recording-upload-completed"] as const
  ).map(
    (event): ContractRow => ({
      source: "D3",
      says: `${event} is passed through`,
      given: { call: WITH_VIDEO },
      async check(stage) {
        await startRecorded(stage);
        await stage.far.recording("recording-started");
        if (event !== "recording-started") await stage.far.recording(event);
        expect(await valuesOf(stage, event)).toHaveLength(1);
      },
    }),
  ),
  {
    source: "spec 7, D3, A2",
    says: "playable is sent, bare, once the sound plays",
    async check(stage) {
      await connect(stage);
      await stage.far.playSound();
      await expect.poll(() => stage.far.received()).toEqual(["playable"]);
    },
  },
  {
    source: "spec 7, D3, A2",
    says: "playable is sent once more when the picture plays, which is told by video",
    given: WITH_AVATAR,
    async check(stage) {
      await connect(stage);
      await stage.far.playSound();
      await expect.poll(() => stage.far.received()).toEqual(["playable"]);
      await stage.far.showPicture();
      await expect.poll(() => stage.far.received()).toEqual(["playable", "playable"]);
      expect(await valuesOf(stage, "video")).toHaveLength(1);
    },
  },
  {
    source: "D3",
    says: "a participant that changes is passed through",
    async check(stage) {
      await connect(stage);
      await stage.far.participantUpdated();
      expect(await valuesOf(stage, "daily-participant-updated")).toMatchObject([{ user_name: "Vapi Speaker" }]);
    },
  },
  {
    source: "spec 9",
    says: "volume is min(1, level / 0.15) of the summed remote level",
    async check(stage) {
      await connect(stage);
      for (const level of [0, 0.075, 0.15, 0.6]) await stage.far.speak(level);
      const volumes = [0, 0.5, 1, 1].map((volume) => expect.closeTo(volume, 1));
      expect(await valuesOf(stage, "volume-level")).toEqual(volumes);
    },
  },
  {
    source: "spec 9",
    says: "speech is a level above 0.01, and ends after 1000 ms without",
    async check(stage) {
      await connect(stage);
      await stage.far.speak(0.008);
      expect(await valuesOf(stage, "speech-start")).toEqual([]);
      await stage.far.speak(0.02);
      await stage.far.speak(0.3);
      expect(await valuesOf(stage, "speech-start")).toHaveLength(1);
      await stage.pass(800);
      await stage.far.speak(0.02);
      await stage.pass(999);
      expect(await valuesOf(stage, "speech-end")).toEqual([]);
      await stage.pass(1);
      expect(await valuesOf(stage, "speech-end")).toHaveLength(1);
    },
  },
  {
    source: "client-lessons 1",
    says: "speech ends with the call, once",
    async check(stage) {
      await connect(stage);
      await stage.far.speak(0.3);
      await stage.do("stop");
      expect(await valuesOf(stage, "speech-end")).toHaveLength(1);
      await stage.pass(5_000);
      expect(await valuesOf(stage, "speech-end")).toHaveLength(1);
    },
  },
  {
    source: "D3",
    says: "the microphone's level is told as local-volume-level",
    given: { callConfig: { noiseCancellation: false } },
    async check(stage) {
      await connect(stage);
      await stage.far.hearCaller(0.03);
      expect(await valuesOf(stage, "local-volume-level")).toEqual([expect.closeTo(0.2)]);
    },
  },
  {
    source: "D3",
    says: "a level observer that fails is told by the event of that name",
    async check(stage) {
      await connect(stage);
      await stage.far.localObserverFails();
      expect(await valuesOf(stage, "local-audio-level-observer-error")).toMatchObject([
        { type: "local-audio-level-observer-error", error: { message: "No levels." } },
      ]);
    },
  },
  {
    source: "spec 4, D3",
    says: "an audio processor that fails is switched off, and the microphone is open again",
    async check(stage) {
      await connect(stage);
      await stage.far.processorFails();
      await expect.poll(() => stage.far.isProcessing()).toBe(false);
      expect(await valuesOf(stage, "error")).toMatchObject([
        { type: "audio-processor-error", stage: "call", error: { message: expect.stringMatching(/./) } },
      ]);
      expect(await stage.far.isHearing()).toBe(true);
      expect(await valuesOf(stage, "call-end")).toEqual([]);
    },
  },
  {
    source: "client-lessons 1",
    says: "a caller who is muted stays muted when the audio processor fails",
    async check(stage) {
      await connect(stage);
      await stage.do("setMuted", true);
      await stage.far.processorFails();
      await expect.poll(() => stage.far.isProcessing()).toBe(false);
      expect(await stage.far.isHearing()).toBe(false);
    },
  },
  {
    source: "spec 4, D3",
    says: "the bare listening is call-start, once; anything else is a message",
    async check(stage) {
      await stage.do("start", "assistant-1");
      expect(await valuesOf(stage, "call-start")).toEqual([]);
      await stage.far.say("listening");
      await stage.far.say("listening");
      await stage.far.say('{"type":"user-interrupted"}');
      expect(await valuesOf(stage, "call-start")).toHaveLength(1);
      expect(await valuesOf(stage, "message")).toEqual([{ type: "user-interrupted" }]);
    },
  },
  {
    source: "spec 7",
    says: "a message that cannot be read is only logged",
    async check(stage) {
      await connect(stage);
      for (const data of ["{half", '"text"', "5", "null"]) await stage.far.say(data);
      expect(await stage.logged()).toHaveLength(4);
      expect(await valuesOf(stage, "message")).toEqual([]);
      expect(await valuesOf(stage, "error")).toEqual([]);
    },
  },
];
