import { createDailyRoom } from "../room/create-daily-room.ts";
import type { DailyRoomTools } from "../room/daily-room.ts";
import type { SpeakerSound } from "../room/daily-speaker.ts";
import type { FarSide, Given } from "./contract-stage.ts";
import { FakeDaily, type FakeDailyCallObject } from "./fake-daily-call-object.ts";
import { type FakeEnvironment, FakeTrack } from "./fake-environment.ts";
import type { RoomInTest } from "./node-stage.ts";

const SPEAKER = "speaker-1";

/** The browser's part of a room at Daily, counted. */
export class FakeDailyTools implements DailyRoomTools {
  readonly environment: FakeEnvironment;
  readonly sounds = new Set<SpeakerSound>();
  readonly outputs: string[] = [];
  /** Gains that were set, and on which microphone. */
  readonly gains: { label: string | undefined; factor: number }[] = [];
  readonly gained = new Set<FakeTrack>();

  constructor(environment: FakeEnvironment) {
    this.environment = environment;
  }

  get held(): number {
    return this.sounds.size + this.gained.size;
  }

  createSound(): SpeakerSound {
    const sound: SpeakerSound = {
      element: { volume: 1 } as HTMLAudioElement,
      play: async () => true,
      playWhenTouched: () => undefined,
      playOn: async (deviceId) => void this.outputs.push(deviceId),
      close: () => void this.sounds.delete(sound),
    };
    this.sounds.add(sound);
    return sound;
  }

  openMicrophone = (deviceId?: string) => this.environment.open(deviceId);

  createOutgoingSound: DailyRoomTools["createOutgoingSound"] = (microphone, { onTrack }) => {
    let current = microphone;
    const output = new FakeTrack("gained");
    this.gained.add(output);
    return {
      use: (track) => {
        current = track;
      },
      amplify: (factor) => {
        this.gains.push({ label: current?.label, factor });
        onTrack(output as unknown as MediaStreamTrack);
      },
      close: async () => void this.gained.delete(output),
    };
  };
}

/** A room at Daily over the fake of its library, with the assistant in it. */
export function setUpDailyRoom(
  environment: FakeEnvironment,
  { roomFails }: Given,
  daily = new FakeDaily(),
  tools = new FakeDailyTools(environment),
): RoomInTest {
  environment.enterRoom = async (context) => {
    // A second call object in the page, like one that the page forgot to destroy.
    if (roomFails === "creation") daily.createCallObject();
    const room = await createDailyRoom(context, async () => daily, tools);
    const { refusals } = daily.last;
    if (roomFails === "join")
      refusals.set("join", { action: "error", errorMsg: "join failed", error: { type: "no-room", msg: "" } });
    if (roomFails === "observer") refusals.set("startRemoteParticipantsAudioLevelObserver", { error: "observer failed" });
    if (roomFails === "processing") refusals.set("updateInputSettings", { errorMsg: "processing failed" });
    return room;
  };
  return { far: dailyFarSide(daily, roomFails), held: () => daily.alive + tools.held };
}

function dailyFarSide(daily: FakeDaily, roomFails: Given["roomFails"]): FarSide {
  const room = (): FakeDailyCallObject => daily.last;
  const meet = () => {
    if (!room().participants()[SPEAKER]) room().meet("Vapi Speaker", SPEAKER);
  };
  const far: FarSide = {
    say: async (data) => room().emit("app-message", { data, fromId: SPEAKER }),
    received: async () => room().asked("sendAppMessage") as string[],
    playSound: async () => {
      meet();
      room().publish(SPEAKER, "audio");
      // The sound plays when its element reports it.
      await Promise.resolve();
    },
    showPicture: async () => {
      meet();
      room().publish(SPEAKER, "video");
    },
    speak: async (level) =>
      room().emit("remote-participants-audio-level", { participantsAudioLevel: { [SPEAKER]: level / 2, other: level / 2 } }),
    hearCaller: async (audioLevel) => room().emit("local-audio-level", { audioLevel }),
    lose: async () => room().failFatally("connection-error", "The connection was lost."),
    networkQuality: async (networkState) =>
      room().emit("network-quality-change", {
        networkState,
        networkStateReasons: [],
        threshold: "good",
        quality: 100,
        stats: {},
      }),
    interrupt: async () => room().emit("network-connection", { type: "sfu", event: "interrupted" }),
    cameraFails: async () =>
      room().emit("camera-error", {
        errorMsg: { errorMsg: "in use" },
        error: { type: "mic-in-use", msg: "Another app is using it." },
      }),
    processorFails: async () => room().emit("nonfatal-error", { type: "audio-processor-error", errorMsg: "It stopped." }),
    localObserverFails: async () =>
      room().emit("nonfatal-error", { type: "local-audio-level-observer-error", errorMsg: "No levels." }),
    participantUpdated: async () => room().emit("participant-updated", { participant: { user_name: "Vapi Speaker" } }),
    recording: async (event) => room().emit(event, {}),
    isProcessing: async () => {
      const settings = room().asked("updateInputSettings").at(-1) as { audio?: { processor?: { type: string } } } | undefined;
      return settings?.audio?.processor?.type === "noise-cancellation";
    },
    isHearing: async () => room().localAudio(),
  };
  if (roomFails !== "recording") return far;
  return { ...far, recording: async () => room().emit("recording-error", { errorMsg: "recording failed" }) };
}
