import type { DailyCall, DailyDeviceInfos, DailyEvent, DailyEventObject } from "@daily-co/daily-js";
import { cameraFailure, dailyFailure, nonFatalFailure } from "./daily-failure.ts";
import type { DailySpeaker } from "./daily-speaker.ts";
import type { RecordingEvent, RoomEvents } from "./room-events.ts";

type Handlers = { [Event in DailyEvent]?: (event: DailyEventObject<Event>) => void };

const RECORDING_EVENTS = [
  "recording-started",
  "recording-stopped",
  "recording-stats",
  "recording-error",
  "recording-upload-completed",
] as const satisfies readonly RecordingEvent[];

export interface DailyListener {
  events: RoomEvents;
  speaker: DailySpeaker;
  /** Daily uses this microphone now. Undefined for the page's track. */
  onMicrophone(microphone: DailyDeviceInfos["mic"]): void;
  /** A participant joined. Its tracks may be needed. */
  onParticipant(sessionId: string): void;
  /** The room's owner muted the caller. */
  onMutedByOwner(): void;
  onGone: RoomEvents["onGone"];
}

/** Converts Daily's events to room events. Returns a function that stops that. */
export function listenToDaily(
  call: DailyCall,
  { events, speaker, onMicrophone, onParticipant, onMutedByOwner, onGone }: DailyListener,
): () => void {
  const handlers: Handlers = {
    "left-meeting": () => onGone("left"),
    error: (event) => onGone("lost", dailyFailure(event, "The room failed.")),
    "camera-error": (event) => events.onCameraError(cameraFailure(event), { ...event }),
    "selected-devices-updated": ({ devices }) => onMicrophone(devices.mic),
    "nonfatal-error": (event) => {
      const failure = nonFatalFailure(event);
      if (event.type === "audio-processor-error") events.onAudioProcessorError(failure);
      else if (event.type === "local-audio-level-observer-error") events.onLocalLevelFailed(failure);
      else if (event.type.endsWith("-error")) events.onFailure(failure);
    },
    "network-quality-change": (event) => events.onNetworkQuality(event),
    "network-connection": (event) => events.onConnection(event),
    "track-started": (event) => speaker.trackStarted(event),
    "participant-joined": ({ participant }) => onParticipant(participant.session_id),
    "participant-updated": ({ participant }) => {
      if (participant.local && participant.tracks?.audio.off?.byRemoteRequest) onMutedByOwner();
      events.onParticipantUpdated({ ...participant });
    },
    "participant-left": ({ participant }) => speaker.participantLeft(participant.session_id),
    "remote-participants-audio-level": ({ participantsAudioLevel }) =>
      events.onRemoteLevel(Object.values(participantsAudioLevel).reduce((sum, level) => sum + level, 0)),
    "local-audio-level": ({ audioLevel }) => events.onLocalLevel(audioLevel),
    // The protocol sends strings. An object is the same message, already parsed.
    "app-message": ({ data }) => events.onAppMessage(typeof data === "string" ? data : JSON.stringify(data)),
  };
  for (const event of RECORDING_EVENTS) handlers[event] = (detail: object) => events.onRecording(event, { ...detail });
  const entries = Object.entries(handlers) as [DailyEvent, (event: DailyEventObject) => void][];
  for (const [event, handler] of entries) call.on(event, handler);
  return () => {
    for (const [event, handler] of entries) call.off(event, handler);
  };
}
