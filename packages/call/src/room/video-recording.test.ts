import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeTrack } from "../testing/fake-environment.ts";
import { FakeTime } from "../testing/fake-time.ts";
import type { RoomAudio } from "./room-audio.ts";
import type { RoomEvents } from "./room-events.ts";
import type { RoomContext } from "./room-transport.ts";
import { RoomVideo } from "./room-video.ts";
import { VideoRecording } from "./video-recording.ts";

/** Like in browsers: the `start` event comes some time after the call, even if the recorder was stopped meanwhile. */
class FakeRecorder extends EventTarget {
  static readonly isTypeSupported = () => true;
  static last: FakeRecorder | undefined;
  state: "inactive" | "recording" = "inactive";

  constructor() {
    super();
    FakeRecorder.last = this;
  }
  start(): void {
    this.state = "recording";
  }
  stop(): void {
    this.state = "inactive";
  }
  runs(): void {
    this.dispatchEvent(new Event("start"));
  }
  ends(): void {
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data: new Blob() }));
    this.dispatchEvent(new Event("stop"));
  }
}

beforeEach(() => {
  const picture = new FakeTrack("picture", "video");
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  vi.stubGlobal("MediaStream", class {});
  vi.stubGlobal("fetch", async () => Response.json({}));
  // The test passes the picture on. Drawing needs a browser.
  vi.stubGlobal("document", {
    createElement: () => ({
      getContext: () => ({ fillRect: () => undefined }),
      captureStream: () => ({ getVideoTracks: () => [picture] }),
    }),
  });
});

afterEach(() => vi.unstubAllGlobals());

function setUp() {
  const time = new FakeTime();
  const told: string[] = [];
  const recording = new VideoRecording({
    roomUrl: "https://calls.test/call/call-1/room?secret=s",
    sound: new FakeTrack() as unknown as MediaStreamTrack,
    clock: { nowMs: () => time.nowMs, schedule: time.schedule },
    onEvent: (event) => told.push(event),
    onCameraError: () => undefined,
  });
  const recorder = FakeRecorder.last;
  if (!recorder) throw new Error("Nothing records.");
  return { time, told, recording, recorder };
}

it("a running recording is reported, with its figures, until it is stopped", async () => {
  const { time, told, recording, recorder } = setUp();
  const started = recording.start();
  recorder.runs();
  await started;
  time.advance(5_000);
  expect(told).toEqual(["recording-started", "recording-stats"]);
  const stopped = recording.stop();
  recorder.ends();
  await stopped;
  expect(told.slice(2)).toEqual(["recording-stopped", "recording-upload-completed"]);
  expect(time.pending).toBe(0);
});

it("a recording that is stopped before it runs is not reported as started, and leaves no timer", async () => {
  const { time, told, recording, recorder } = setUp();
  const started = recording.start().catch((error: Error) => error.message);
  const stopped = recording.stop();
  recorder.runs();
  recorder.ends();
  await stopped;
  expect(await started).toBe("The call is over.");
  expect(told).not.toContain("recording-started");
  expect(time.pending).toBe(0);
});

/** The pictures of a room, without a camera. */
function roomVideo({ sends = true, isRejoin = false } = {}) {
  const time = new FakeTime();
  const told: string[] = [];
  const events: Partial<RoomEvents> = { onRecording: (event) => told.push(event) };
  const context: Partial<RoomContext> = {
    call: { webCallUrl: "https://calls.test/call/call-1/room?secret=s" },
    isRejoin,
    video: { sends, receives: false },
    callObject: { videoSource: false },
    clock: { nowMs: () => time.nowMs, schedule: time.schedule },
    events: events as RoomEvents,
  };
  const audio: Pick<RoomAudio, "mix"> = { mix: () => new FakeTrack() as unknown as MediaStreamTrack };
  FakeRecorder.last = undefined;
  const video = new RoomVideo(context as RoomContext, audio as RoomAudio);
  const recorder = () =>
    expect
      .poll(() => FakeRecorder.last)
      .toBeDefined()
      .then(() => FakeRecorder.last);
  return { video, told, recorder };
}

it("a page that ends the recording of a call ends it once, and cannot begin another one", async () => {
  const { video, told, recorder } = roomVideo();
  const started = video.startRecording();
  const running = await recorder();
  running?.runs();
  await started;
  await expect(video.startRecording()).rejects.toThrow("The video recording of this call has already begun. A call has one.");
  const stopped = video.stopRecording();
  running?.ends();
  await stopped;
  await video.stop();
  expect(told).toEqual(["recording-started", "recording-stopped", "recording-upload-completed"]);
  await expect(video.startRecording()).rejects.toMatchObject({ code: "video-recording-unsupported" });
});

it("a recording that did not start can be tried again", async () => {
  const { video, told, recorder } = roomVideo();
  const first = video.startRecording().catch((error: Error) => error.message);
  const failing = await recorder();
  failing?.dispatchEvent(new Event("error"));
  failing?.ends();
  expect(await first).toBe("The browser did not start recording.");
  FakeRecorder.last = undefined;
  const second = video.startRecording();
  const running = await recorder();
  running?.runs();
  await second;
  expect(told.at(-1)).toBe("recording-started");
  const stopped = video.stop();
  running?.ends();
  await stopped;
});

it.each([
  [{ sends: false }, "This call is not recorded on video: videoRecordingEnabled of its artifactPlan is not set."],
  [{ isRejoin: true }, "The video recording of this call ended with the page that began it."],
])("where a call is not recorded, starting says why (%o)", async (given, sentence) => {
  await expect(roomVideo(given).video.startRecording()).rejects.toThrow(sentence);
});
