import { VIDEO_RECORDING } from "@callwright/contract";
import { CallFailure } from "../call-failure.ts";

/** A device id, the page's track, or the default camera. */
export type CameraChoice = string | MediaStreamTrack | undefined;

export interface OpenCamera {
  track: MediaStreamTrack;
  /** Does not stop the page's track. */
  close(): void;
}

const FAILURES: Record<string, [code: string, message: string]> = {
  NotAllowedError: ["camera-blocked", "The camera is blocked. Allow it in the address bar."],
  SecurityError: ["camera-blocked", "The camera is blocked. Allow it in the address bar."],
  NotReadableError: ["camera-busy", "Another app is using the camera. Close it, then select the camera again."],
  AbortError: ["camera-busy", "Another app is using the camera. Close it, then select the camera again."],
};
const MISSING = ["camera-missing", "No camera found. Connect one and select it."] as const;

/** Opens a camera, if possible in the size of the recording. Rejects with `camera-blocked`, `camera-busy` or `camera-missing`. */
export async function openCamera(choice: CameraChoice): Promise<OpenCamera> {
  if (typeof choice === "object") return { track: choice, close: () => undefined };
  const { widthPx, heightPx } = VIDEO_RECORDING;
  const size = { width: { ideal: widthPx }, height: { ideal: heightPx }, frameRate: { ideal: 30 } };
  const device = choice && choice !== "default" ? { deviceId: { exact: choice } } : {};
  try {
    if (!navigator.mediaDevices?.getUserMedia)
      throw new CallFailure("camera-blocked", "The camera needs a page on https or localhost.");
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
