import { CallFailure } from "../call-failure.ts";
import type { CameraChoice } from "./camera.ts";
import type { RoomAudio } from "./room-audio.ts";
import type { RoomContext } from "./room-transport.ts";
import type { VideoRecording } from "./video-recording.ts";

/** The pictures of a direct room: the caller's camera is recorded, and goes nowhere else. Nothing of it is loaded for other calls. */
export class RoomVideo {
  readonly #context: RoomContext;
  readonly #audio: RoomAudio;
  /** False: none. */
  #camera: CameraChoice | false;
  #recording: VideoRecording | undefined;
  #isStopped = false;

  constructor(context: RoomContext, audio: RoomAudio) {
    const { video, callObject } = context;
    this.#context = context;
    this.#audio = audio;
    this.#camera = video.sends && (callObject.videoSource === true ? undefined : callObject.videoSource);
  }

  async startRecording(): Promise<{ delaySeconds: number }> {
    const { call, clock, events, isRejoin, video } = this.#context;
    if (!video.sends)
      throw unsupported("This call is not recorded on video: videoRecordingEnabled of its artifactPlan is not set.");
    // A file that another page began cannot be gone on with.
    if (isRejoin) throw unsupported("The video recording of this call ended with the page that began it.");
    if (this.#recording) throw unsupported("The video recording of this call has already begun. A call has one.");
    const askedMs = clock.nowMs();
    const { VideoRecording } = await import("./video-recording.ts");
    if (this.#isStopped) throw new Error("The call is over.");
    const recording = new VideoRecording({
      roomUrl: call.webCallUrl,
      sound: this.#audio.mix(),
      clock,
      onEvent: (event, detail) => events.onRecording(event, detail),
      onCameraError: (failure) => events.onCameraError(failure),
    });
    this.#recording = recording;
    const started = recording.start();
    // A person may be asked for the camera, and take their time: the recording begins without it.
    if (this.#camera !== false) void recording.showCamera(this.#camera);
    await started.catch(async (error: unknown) => {
      await recording.stop();
      this.#recording = undefined;
      throw error;
    });
    return { delaySeconds: (clock.nowMs() - askedMs) / 1000 };
  }

  /** Ends the recording; the call goes on. Resolves when it is sent, or after a timeout. */
  async stopRecording(): Promise<void> {
    await this.#recording?.stop();
  }

  /** Record this camera, now or once there is a recording. */
  async showCamera(choice: string | MediaStreamTrack): Promise<void> {
    if (!this.#context.video.sends) return;
    this.#camera = choice;
    await this.#recording?.showCamera(choice);
  }

  /** Resolves when the recording is sent, or after a timeout. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.stopRecording();
  }
}

const unsupported = (message: string) => new CallFailure("video-recording-unsupported", message);
