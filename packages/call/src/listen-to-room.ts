import { LISTENING, PLAYABLE, type ServerMessage } from "@callwright/contract";
import type { ActiveCall } from "./active-call.ts";
import { CallFailure } from "./call-failure.ts";
import type { CallReporter } from "./call-reporter.ts";
import type { RoomEvents } from "./room/room-events.ts";
import { volumeOf } from "./speaking-detector.ts";

export interface RoomListener {
  report: CallReporter;
  log(message: string): void;
  /** The server is ready. */
  onListening(): void;
  onPlayer: RoomEvents["onPlayer"];
  onGone: RoomEvents["onGone"];
}

/** Handles a room's events for a call. */
export function listenToRoom(active: ActiveCall, { report, log, onListening, onPlayer, onGone }: RoomListener): RoomEvents {
  const { emit } = report;
  const daily = (failure: unknown) => report.error("daily-error", "call", failure);
  return {
    onAppMessage(data) {
      if (data === LISTENING) return onListening();
      const message = parseMessage(data);
      if (message) receive(active, message, report);
      else log("ignored a message that could not be read.");
    },
    onTelemetry: (message) => emit("telemetry", message),
    onPlayable: () => void active.room?.send(PLAYABLE),
    onPlayer,
    onVideo: (track) => emit("video", track),
    onSoundBlocked: () => report.error("audio-start-failed", "call", new CallFailure("sound-blocked", SOUND_BLOCKED)),
    onRemoteLevel(level) {
      emit("volume-level", volumeOf(level));
      active.speaking.observe(level);
    },
    onLocalLevel: (level) => emit("local-volume-level", volumeOf(level)),
    onLocalLevelFailed: (failure) => report.localLevelFailed(failure),
    onParticipantUpdated: (participant) => emit("daily-participant-updated", participant),
    onNetworkQuality: (quality) => emit("network-quality-change", quality),
    onConnection: (connection) => emit("network-connection", connection),
    onCameraError: (failure, event) => report.cameraError(failure, event),
    onMicrophone: (microphone) => emit("microphone", microphone),
    onAudioProcessorError(failure) {
      report.error("audio-processor-error", "call", failure);
      active.goOnUnprocessed().catch((error: unknown) => report.error("audio-processing-setup-error", "call", error));
    },
    onRecording: (event, detail) => emit(event, detail),
    onFailure: daily,
    onGone,
    onRecognitionFailed: (message) =>
      report.error("transcriber-error", "call", new CallFailure("recognition-unavailable", message)),
  };
}

const SOUND_BLOCKED = "Your browser blocked the sound. Click anywhere to hear the assistant.";

/** The end of a call is only emitted once. */
function receive(active: ActiveCall, message: ServerMessage, { emit }: CallReporter): void {
  if (message.type === "status-update" && message.status === "ended") {
    if (active.isEndTold) return;
    active.isEndTold = true;
  }
  emit("message", message);
}

function parseMessage(data: string): ServerMessage | undefined {
  try {
    const message: ServerMessage | null = JSON.parse(data);
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}
