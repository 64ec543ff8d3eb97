import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeTrack } from "../testing/fake-environment.ts";
import { FakeTime } from "../testing/fake-time.ts";
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
