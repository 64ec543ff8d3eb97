/** Why there is no microphone: blocked, missing, used by another app, or the page is not secure. */
export type MicrophoneProblem = "blocked" | "missing" | "busy" | "insecure";

export type MicrophoneState =
  | { status: "active"; deviceId: string | undefined; label: string }
  | { status: "unavailable"; problem: MicrophoneProblem; message: string };

export interface OpenMicrophone {
  track: MediaStreamTrack | undefined;
  state: MicrophoneState;
}

/** A selectable microphone. Labels are empty until the user has allowed a microphone once. */
export type MicrophoneDevice = Pick<MediaDeviceInfo, "deviceId" | "label">;

const PROBLEM_MESSAGES: Record<MicrophoneProblem, string> = {
  blocked: "The microphone is blocked. Allow it in the address bar.",
  missing: "No microphone found. Connect one and select it.",
  busy: "Another app is using the microphone. Close it, then select the microphone again.",
  insecure: "The microphone needs a page on https or localhost.",
};

export function unavailable(problem: MicrophoneProblem): OpenMicrophone {
  return { track: undefined, state: { status: "unavailable", problem, message: PROBLEM_MESSAGES[problem] } };
}

const PROBLEM_BY_ERROR_NAME: Record<string, MicrophoneProblem> = {
  NotAllowedError: "blocked",
  SecurityError: "blocked",
  NotFoundError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/**
 * Opens a microphone with the browser's echo cancellation and automatic gain, and with its noise suppression unless the call cancels
 * noise itself, because browsers cannot turn it off later. A missing device is replaced by the default one. Never throws: a call works
 * without a microphone.
 */
export async function openMicrophone(deviceId?: string, isNoiseCancelled = false): Promise<OpenMicrophone> {
  if (!navigator.mediaDevices?.getUserMedia) return unavailable("insecure");
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: {
        echoCancellation: true,
        noiseSuppression: !isNoiseCancelled,
        autoGainControl: true,
        channelCount: 1,
        ...(deviceId ? { deviceId: { exact: deviceId } } : {}),
      },
    });
    const track = stream.getAudioTracks()[0];
    if (!track) return unavailable("missing");
    return { track, state: stateOf(track) };
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "OverconstrainedError" && deviceId) return openMicrophone(undefined, isNoiseCancelled);
    return unavailable(PROBLEM_BY_ERROR_NAME[name] ?? "missing");
  }
}

/** The microphone's state from its track. */
export function stateOf(track: MediaStreamTrack): MicrophoneState {
  return { status: "active", deviceId: track.getSettings().deviceId, label: track.label };
}

/** An empty WebAssembly module: its magic number and version. */
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** This page can run noise cancellation. A content security policy without `wasm-unsafe-eval` blocks it. */
export function canCancelNoise(): boolean {
  if (!globalThis.AudioWorkletNode || !globalThis.WebAssembly) return false;
  try {
    return new WebAssembly.Module(EMPTY_MODULE) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

/** The microphone is already allowed, so there will be no prompt. */
export async function isMicrophoneGranted(): Promise<boolean> {
  try {
    const permission = await navigator.permissions.query({ name: "microphone" });
    return permission.state === "granted";
  } catch {
    return false;
  }
}

/** The microphones, without the browser's aliases. */
export async function listMicrophones(): Promise<MicrophoneDevice[]> {
  if (!navigator.mediaDevices?.enumerateDevices) return [];
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === "audioinput" && deviceId !== "default" && deviceId !== "communications")
    .map(({ deviceId, label }) => ({ deviceId, label }));
}
