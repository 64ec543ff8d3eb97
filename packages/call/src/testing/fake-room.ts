import { CallFailure } from "../call-failure.ts";
import type { RoomEvents } from "../room/room-events.ts";
import type { InputDevices, RoomContext, RoomTransport } from "../room/room-transport.ts";
import type { FakeEnvironment } from "./fake-environment.ts";

/** A room without a network: records requests, and fires events. Its microphone is the call's, as in a direct room. */
export class FakeRoom implements RoomTransport {
  readonly callObject = null;
  readonly context: RoomContext;
  readonly sent: string[] = [];
  /** Other requests to the room, in order. */
  readonly asked: string[] = [];
  readonly #environment: FakeEnvironment;
  isLeft = false;
  microphone: MediaStreamTrack | undefined;
  #isObservingLocalLevel = false;

  constructor(environment: FakeEnvironment, context: RoomContext) {
    this.#environment = environment;
    this.context = context;
    this.microphone = context.microphone.track;
    context.microphone.connect((track) => {
      this.microphone = track;
    });
  }

  get events(): RoomEvents {
    return this.context.events;
  }

  join(signal: AbortSignal): Promise<void> {
    this.asked.push("join");
    return this.#environment.join(signal);
  }

  startVideoRecording(): Promise<{ delaySeconds: number }> {
    this.asked.push("startVideoRecording");
    return this.#environment.startRecording();
  }

  async stopVideoRecording(): Promise<void> {
    this.asked.push("stopVideoRecording");
  }

  async observeAudio(): Promise<{ intervalMs: number }> {
    this.asked.push("observeAudio");
    if (this.#environment.observerFails) throw new Error("no audio context");
    await this.observeLocalLevel();
    return { intervalMs: 100 };
  }

  async processAudio(): Promise<Record<string, unknown>> {
    if (this.#environment.processingFails) throw new Error("no worklet");
    this.asked.push("processAudio");
    return this.#environment.processing;
  }

  async disableAudioProcessing(): Promise<void> {
    this.asked.push("disableAudioProcessing");
  }

  send(data: string): boolean {
    if (this.isLeft) return false;
    this.sent.push(data);
    return true;
  }

  setMuted(isMuted: boolean): void {
    this.asked.push(isMuted ? "mute" : "unmute");
    this.context.microphone.setMuted(isMuted);
  }

  isMuted(): boolean {
    return this.context.microphone.isMuted;
  }

  async setInputDevices({ audioDeviceId, audioSource }: InputDevices): Promise<void> {
    if (audioSource) this.context.microphone.borrow(audioSource);
    else if (audioDeviceId) await this.context.microphone.choose(audioDeviceId === "default" ? undefined : audioDeviceId);
  }

  async setOutputDevice(deviceId: string): Promise<void> {
    this.asked.push(`output ${deviceId}`);
  }

  async amplifyMicrophone(factor: number): Promise<void> {
    this.asked.push(`amplify ${factor}`);
  }

  localLevel(): number {
    return this.#isObservingLocalLevel ? 0.25 : 0;
  }

  async observeLocalLevel(): Promise<void> {
    this.#isObservingLocalLevel = true;
  }

  stopObservingLocalLevel(): void {
    this.#isObservingLocalLevel = false;
  }

  isObservingLocalLevel(): boolean {
    return this.#isObservingLocalLevel;
  }

  async startScreenSharing(): Promise<void> {
    throw new CallFailure("screen-sharing-unsupported", "Not in this room.");
  }

  async stopScreenSharing(): Promise<void> {
    throw new CallFailure("screen-sharing-unsupported", "Not in this room.");
  }

  async leave(): Promise<void> {
    this.isLeft = true;
  }
}
