import { VIDEO_RECORDING } from "@callwright/contract";
import { CallFailure } from "../call-failure.ts";

/** A device id, a track of the page's own, or the default camera. */
export type CameraChoice = string | MediaStreamTrack | undefined;

export interface OpenCamera {
  track: MediaStreamTrack;
  /** The page's own track is left as it is. */
  close(): void;
}

const FAILURES: Record<string, [code: string, message: string]> = {
  NotAllowedError: ["camera-blocked", "The camera is blocked. Allow it in the browser's address bar."],
  SecurityError: ["camera-blocked", "The camera is blocked. Allow it in the browser's address bar."],
  NotReadableError: ["camera-busy", "The camera is used by another program. Close that program and choose the camera again."],
  AbortError: ["camera-busy", "The camera is used by another program. Close that program and choose the camera again."],
};
const MISSING = ["camera-missing", "No camera was found. Connect one and choose it."] as const;

/** Open a camera, in the size of the recording where it can. Fails with `camera-blocked`, `camera-busy` or `camera-missing`. */
export async function openCamera(choice: CameraChoice): Promise<OpenCamera> {
  if (typeof choice === "object") return { track: choice, close: () => undefined };
  const { widthPx, heightPx } = VIDEO_RECORDING;
  const size = { width: { ideal: widthPx }, height: { ideal: heightPx }, frameRate: { ideal: 30 } };
  const device = choice && choice !== "default" ? { deviceId: { exact: choice } } : {};
  try {
    if (!navigator.mediaDevices?.getUserMedia)
      throw new CallFailure("camera-blocked", "Browsers give a camera only to pages on https or localhost.");
    const stream = await navigator.mediaDevices.getUserMedia({ video: { ...size, ...device } });
    const [track] = stream.getVideoTracks();
    if (!track) throw new CallFailure(...MISSING);
    return { track, close: () => track.stop() };
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    const [code, message] = FAILURES[error instanceof Error ? error.name : ""] ?? MISSING;
    throw new CallFailure(code, message, { cause: error });
  }
}
