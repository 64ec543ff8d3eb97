import { VIDEO_RECORDING } from "@callwright/contract";

/** Pictures a second: enough for a face that talks, at half the work of 30. */
const FRAME_RATE = 20;

/** The specification's colors are #AARRGGBB; a canvas takes #RRGGBBAA. */
const [, ALPHA = "", COLOR = ""] = /^#(..)(.{6})$/.exec(VIDEO_RECORDING.background) ?? [];
const BACKGROUND = `#${COLOR}${ALPHA}`;

/**
 * What a video recording shows: the caller's camera on the dark background, whole and centred, or the background alone.
 *
 * Drawn by a timer, because a page in the background paints nothing. Browsers slow timers there to one a second, Chromium not
 * while the page plays sound: the picture then moves in steps, and the sound goes on as it was.
 */
export class RecordedPicture {
  readonly track: MediaStreamTrack;
  readonly #canvas = document.createElement("canvas");
  readonly #context: CanvasRenderingContext2D;
  readonly #timer: ReturnType<typeof setInterval>;
  #camera: HTMLVideoElement | undefined;

  constructor() {
    this.#canvas.width = VIDEO_RECORDING.widthPx;
    this.#canvas.height = VIDEO_RECORDING.heightPx;
    const context = this.#canvas.getContext("2d", { alpha: false });
    const [track] = this.#canvas.captureStream(FRAME_RATE).getVideoTracks();
    if (!context || !track) throw new Error("This browser does not draw.");
    this.#context = context;
    this.track = track;
    this.#draw();
    this.#timer = setInterval(() => this.#draw(), 1000 / FRAME_RATE);
  }

  /** Show this camera from now on; none leaves the background. */
  show(camera: MediaStreamTrack | undefined): void {
    this.#release();
    if (!camera) return;
    const element = document.createElement("video");
    element.muted = true;
    element.playsInline = true;
    element.srcObject = new MediaStream([camera]);
    // The element was removed before it began to play.
    element.play().catch(() => undefined);
    this.#camera = element;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#release();
    this.track.stop();
  }

  #release(): void {
    if (!this.#camera) return;
    this.#camera.pause();
    this.#camera.srcObject = null;
    this.#camera = undefined;
  }

  #draw(): void {
    const { width, height } = this.#canvas;
    this.#context.fillStyle = BACKGROUND;
    this.#context.fillRect(0, 0, width, height);
    const camera = this.#camera;
    if (!camera || camera.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
    const scale = Math.min(width / camera.videoWidth, height / camera.videoHeight);
    const [drawnWidth, drawnHeight] = [camera.videoWidth * scale, camera.videoHeight * scale];
    this.#context.drawImage(camera, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight);
  }
}
