import type { DailyCall, DailyEvent, DailyEventObject, DailyFactoryOptions, DailyParticipant } from "@daily-co/daily-js";
import type { DailyLibrary } from "../room/load-daily.ts";
import { FakeTrack } from "./fake-environment.ts";

type Handler = (event: DailyEventObject) => void;

/** The library's limit before a room raises it. */
const MESSAGE_MAX_CHARACTERS = 4_096;

/** A request to the library: the method's name and its first argument. */
export interface DailyRequest {
  method: string;
  argument: unknown;
}

/**
 * daily-js as its declarations and its source (0.92.2) have it, without a network. What it models:
 * - one call object at a time: a second one throws, until the first is destroyed; a destroyed one throws when used;
 * - `join` resolves with the participants; a fatal error rejects it with the event and emits that as well, without `left-meeting`;
 * - `leave` emits `left-meeting`; `destroy` leaves, takes time, and removes the instance at its end;
 * - tracks of others start only for who subscribed to them, each with `track-started`;
 * - `localAudio` is null before the room is joined and tells a change some time after `setLocalAudio`, which is lost before; observers run between start and stop; promises reject with plain objects;
 * - an app message before the join, or a large one, throws.
 * Not modelled: media, devices, the load of Daily's bundle. The test plays the other side with the methods below `// The test's side`.
 */
export class FakeDaily implements DailyLibrary {
  readonly created: { options: DailyFactoryOptions; call: FakeDailyCallObject }[] = [];
  readonly #alive = new Set<FakeDailyCallObject>();

  /** Call objects that are not destroyed. */
  get alive(): number {
    return this.#alive.size;
  }

  get last(): FakeDailyCallObject {
    const call = this.created.at(-1)?.call;
    if (!call) throw new Error("No call object was created.");
    return call;
  }

  createCallObject(options: DailyFactoryOptions = {}): DailyCall {
    if (this.#alive.size > 0) throw new Error("Duplicate DailyIframe instances are not allowed");
    const call = new FakeDailyCallObject(options, () => this.#alive.delete(call));
    this.#alive.add(call);
    this.created.push({ options, call });
    return call as unknown as DailyCall;
  }
}

type Modelled = Pick<
  DailyCall,
  | "on"
  | "off"
  | "join"
  | "leave"
  | "destroy"
  | "isDestroyed"
  | "meetingState"
  | "participants"
  | "updateParticipant"
  | "localAudio"
  | "setLocalAudio"
  | "sendAppMessage"
  | "updateInputSettings"
  | "startRecording"
  | "stopRecording"
  | "startRemoteParticipantsAudioLevelObserver"
  | "startLocalAudioLevelObserver"
  | "stopLocalAudioLevelObserver"
  | "isLocalAudioLevelObserverRunning"
  | "getLocalAudioLevel"
  | "getInputDevices"
  | "setInputDevicesAsync"
  | "setOutputDeviceAsync"
  | "startScreenShare"
  | "stopScreenShare"
>;

export class FakeDailyCallObject implements Modelled {
  readonly requests: DailyRequest[] = [];
  /** Methods that fail next, with their rejections. */
  readonly refusals = new Map<string, unknown>();
  readonly #onDestroyed: () => void;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #participants: Record<string, DailyParticipant> = {};
  #isDestroyed = false;
  #hasFailed = false;
  #isLocalAudioOn: boolean;
  #isLocalLevelObserved = false;
  /** Holds the join until it resolves; rejects with a fatal error. */
  joining: Promise<void> = Promise.resolve();
  /** Holds the destruction until it resolves. */
  leaving: Promise<void> = Promise.resolve();

  constructor(options: DailyFactoryOptions, onDestroyed: () => void) {
    this.#isLocalAudioOn = !options.startAudioOff;
    this.#onDestroyed = onDestroyed;
  }

  on(event: string, handler: unknown): DailyCall {
    const handlers = this.#handlers.get(event) ?? new Set();
    this.#handlers.set(event, handlers.add(handler as Handler));
    return this as unknown as DailyCall;
  }

  off(event: string, handler: unknown): DailyCall {
    this.#handlers.get(event)?.delete(handler as Handler);
    return this as unknown as DailyCall;
  }

  async join(options: unknown): ReturnType<DailyCall["join"]> {
    this.#asked("join", options);
    await this.joining;
    this.#refuse("join");
    this.#participants.local = caller({ state: "sendable" });
    this.emit("joined-meeting", { participants: this.participants() });
    return this.participants();
  }

  async leave(): Promise<void> {
    if (!this.#participants.local) return;
    for (const id of Object.keys(this.#participants)) delete this.#participants[id];
    this.emit("left-meeting", {});
  }

  async destroy(): Promise<void> {
    this.requests.push({ method: "destroy", argument: undefined });
    await this.leaving;
    await this.leave();
    this.#isDestroyed = true;
    this.#onDestroyed();
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  meetingState(): ReturnType<DailyCall["meetingState"]> {
    if (this.#hasFailed) return "error";
    return this.#participants.local ? "joined-meeting" : "new";
  }

  participants(): ReturnType<DailyCall["participants"]> {
    return this.#participants as ReturnType<DailyCall["participants"]>;
  }

  updateParticipant(id: string, updates: { setSubscribedTracks?: unknown }): DailyCall {
    this.#asked("updateParticipant", { id, ...updates });
    return this as unknown as DailyCall;
  }

  localAudio(): boolean {
    return (this.#participants.local ? this.#isLocalAudioOn : null) as boolean;
  }

  setLocalAudio(isOn: boolean): DailyCall {
    this.#asked("setLocalAudio", isOn);
    if (this.#participants.local)
      queueMicrotask(() => {
        this.#isLocalAudioOn = isOn;
      });
    return this as unknown as DailyCall;
  }

  sendAppMessage(data: unknown): DailyCall {
    if (this.meetingState() !== "joined-meeting") throw new Error("sendAppMessage() only supported after join.");
    if (JSON.stringify(data).length > MESSAGE_MAX_CHARACTERS)
      throw new Error(`Message data too large. Max size is ${MESSAGE_MAX_CHARACTERS}`);
    this.#asked("sendAppMessage", data);
    return this as unknown as DailyCall;
  }

  async updateInputSettings(settings: unknown): ReturnType<DailyCall["updateInputSettings"]> {
    this.#asked("updateInputSettings", settings);
    this.#refuse("updateInputSettings");
    return { inputSettings: {} };
  }

  startRecording(options: unknown): void {
    this.#asked("startRecording", options);
  }

  stopRecording(): void {
    this.#asked("stopRecording", undefined);
  }

  async startRemoteParticipantsAudioLevelObserver(intervalMs?: number): Promise<void> {
    this.#asked("startRemoteParticipantsAudioLevelObserver", intervalMs);
    this.#refuse("startRemoteParticipantsAudioLevelObserver");
  }

  async startLocalAudioLevelObserver(intervalMs?: number): Promise<void> {
    this.#asked("startLocalAudioLevelObserver", intervalMs);
    this.#refuse("startLocalAudioLevelObserver");
    this.#isLocalLevelObserved = true;
  }

  stopLocalAudioLevelObserver(): void {
    this.#isLocalLevelObserved = false;
  }

  isLocalAudioLevelObserverRunning(): boolean {
    return this.#isLocalLevelObserved;
  }

  getLocalAudioLevel(): number {
    return this.#isLocalLevelObserved ? 0.25 : 0;
  }

  async getInputDevices(): ReturnType<DailyCall["getInputDevices"]> {
    return { camera: {}, mic: { deviceId: "built-in" } as MediaDeviceInfo, speaker: {} };
  }

  async setInputDevicesAsync(devices: { audioDeviceId?: string | false }): ReturnType<DailyCall["setInputDevicesAsync"]> {
    this.#asked("setInputDevicesAsync", devices);
    this.#refuse("setInputDevicesAsync");
    const { audioDeviceId: deviceId } = devices;
    const mic = deviceId ? ({ deviceId, label: `${deviceId} microphone` } as MediaDeviceInfo) : {};
    return { camera: {}, mic, speaker: {} };
  }

  async setOutputDeviceAsync(device: unknown): ReturnType<DailyCall["setOutputDeviceAsync"]> {
    this.#asked("setOutputDeviceAsync", device);
    return { camera: {}, mic: {}, speaker: {} };
  }

  startScreenShare(options: unknown): void {
    this.#asked("startScreenShare", options);
  }

  stopScreenShare(): void {
    this.#asked("stopScreenShare", undefined);
  }

  // The test's side

  emit(action: DailyEvent, event: object): void {
    for (const handler of [...(this.#handlers.get(action) ?? [])]) handler({ action, ...event } as DailyEventObject);
  }

  asked(method: string): unknown[] {
    return this.requests.filter((request) => request.method === method).map(({ argument }) => argument);
  }

  /** A participant joins the room. */
  meet(userName: string, id: string): void {
    this.#participants[id] = someone(userName, id);
    this.emit("participant-joined", { participant: this.#participants[id] });
  }

  /** A participant was in the room before the client joined. Only the join reports it. */
  seat(userName: string, id: string): void {
    this.#participants[id] = someone(userName, id);
  }

  /** The person does not let Daily have the microphone. */
  refuseMicrophone(): void {
    this.#participants.local = caller({ state: "blocked", blocked: { byPermissions: true } });
  }

  /** The participant sends a track, which starts here if it was subscribed to. */
  publish(id: string, kind: "audio" | "video"): FakeTrack | undefined {
    const subscriptions = this.asked("updateParticipant") as { id: string; setSubscribedTracks?: Record<string, boolean> }[];
    if (!subscriptions.some((update) => update.id === id && update.setSubscribedTracks?.[kind])) return undefined;
    const track = new FakeTrack(id, kind);
    this.emit("track-started", { participant: this.#participants[id] ?? null, track, type: kind });
    return track;
  }

  part(id: string): void {
    const participant = this.#participants[id];
    delete this.#participants[id];
    this.emit("participant-left", { participant });
  }

  /** Fails as Daily does: with the event, and without `left-meeting`. */
  failFatally(type: string, errorMsg: string): void {
    for (const id of Object.keys(this.#participants)) delete this.#participants[id];
    this.#hasFailed = true;
    this.emit("error", { errorMsg, error: { type, msg: errorMsg } });
  }

  #asked(method: string, argument: unknown): void {
    if (this.#isDestroyed) throw new Error("Use after destroy");
    this.requests.push({ method, argument });
  }

  #refuse(method: string): void {
    if (!this.refusals.has(method)) return;
    const refusal = this.refusals.get(method);
    this.refusals.delete(method);
    throw refusal;
  }
}

function caller(audio: object): DailyParticipant {
  return { ...someone("You", "me"), local: true, tracks: { audio } as DailyParticipant["tracks"] };
}

function someone(userName: string, sessionId: string): DailyParticipant {
  return { user_name: userName, session_id: sessionId, local: false } as DailyParticipant;
}
