import { CallFailure } from "../call-failure.ts";
import type { FarSide, Given } from "./contract-stage.ts";
import type { FakeEnvironment } from "./fake-environment.ts";
import type { RoomInTest } from "./node-stage.ts";

/** A direct room, played by `FakeRoom`: its events are those of a room at a call host. */
export function setUpDirectRoom(environment: FakeEnvironment, { roomFails }: Given): RoomInTest {
  const fail = async () => {
    throw new Error(`${roomFails} failed`);
  };
  if (roomFails === "creation") environment.enterRoom = fail;
  if (roomFails === "join") environment.join = fail;
  environment.observerFails = roomFails === "observer";
  environment.processingFails = roomFails === "processing";
  let recordingStarted: () => void = () => undefined;
  environment.startRecording =
    roomFails === "recording"
      ? fail
      : () => {
          const askedMs = environment.nowMs();
          return new Promise((resolve) => {
            recordingStarted = () => resolve({ delaySeconds: (environment.nowMs() - askedMs) / 1000 });
          });
        };
  const events = () => environment.room.events;
  const far: FarSide = {
    say: async (data) => events().onAppMessage(data),
    received: async () => environment.room.sent,
    playSound: async () => events().onPlayable(),
    showPicture: async () => {
      events().onVideo({ kind: "video" } as MediaStreamTrack);
      events().onPlayable();
    },
    speak: async (level) => events().onRemoteLevel(level),
    hearCaller: async (level) => events().onLocalLevel(level),
    lose: async () => events().onGone("lost"),
    networkQuality: async (networkState) =>
      events().onNetworkQuality({ networkState, networkStateReasons: [], threshold: "good", quality: 100, stats: {} }),
    interrupt: async () => events().onConnection({ type: "peer-to-peer", event: "interrupted" }),
    cameraFails: async () => events().onCameraError(new CallFailure("microphone-busy", "Another app is using it.")),
    processorFails: async () => events().onAudioProcessorError(new CallFailure("noise-cancellation-failed", "It stopped.")),
    localObserverFails: async () => events().onLocalLevelFailed(new CallFailure("unknown", "No levels.")),
    participantUpdated: async () => events().onParticipantUpdated({ user_name: "Vapi Speaker" }),
    recording: async (event) => {
      events().onRecording(event, {});
      if (event === "recording-started") recordingStarted();
    },
    isProcessing: async () =>
      environment.room.asked.filter((asked) => asked.endsWith("Processing") || asked === "processAudio").at(-1) ===
      "processAudio",
    isHearing: async () => !environment.room.isMuted(),
  };
  return { far, held: () => 0 };
}
