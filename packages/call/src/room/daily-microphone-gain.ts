import type { DailyCall } from "@daily-co/daily-js";
import { CallMicrophone } from "../call-microphone.ts";
import type { MicrophoneState, OpenMicrophone } from "../microphone.ts";
import type { OutgoingSound, OutgoingSoundEvents } from "./outgoing-sound.ts";
import type { RoomEvents } from "./room-events.ts";
import type { InputDevices } from "./room-transport.ts";

type AudioChoice = Pick<InputDevices, "audioDeviceId" | "audioSource">;
type Sound = Pick<OutgoingSound, "use" | "amplify" | "close">;

export interface GainTools {
  openMicrophone(deviceId?: string): Promise<OpenMicrophone>;
  createOutgoingSound(microphone: MediaStreamTrack | undefined, events: OutgoingSoundEvents): Sound;
}

/**
 * Amplifies the microphone of a room at Daily: Daily opens the microphone itself and has no gain, so this opens the same device, and gives Daily the
 * amplified sound as its source. The room releases all of it.
 */
export class DailyMicrophoneGain {
  readonly #call: DailyCall;
  readonly #tools: GainTools;
  readonly #onFailure: (error: unknown) => void;
  readonly #onMicrophone: (microphone: MicrophoneState) => void;
  #microphone: CallMicrophone | undefined;
  /** Set from the first amplification on; undefined inside when the room was left meanwhile. */
  #sound: Promise<Sound | undefined> | undefined;
  #factor = 1;
  #chosen: AudioChoice = {};

  constructor(call: DailyCall, tools: GainTools, events: Pick<RoomEvents, "onFailure" | "onMicrophone">) {
    this.#call = call;
    this.#tools = tools;
    this.#onFailure = (error) => events.onFailure(error);
    this.#onMicrophone = (microphone) => events.onMicrophone(microphone);
  }

  /** Does this, and not Daily, open the microphone? */
  get isOn(): boolean {
    return this.#microphone !== undefined;
  }

  /** Stores a chosen device or track, and applies it while amplifying. */
  async choose(chosen: AudioChoice): Promise<void> {
    this.#chosen = chosen;
    if (this.#microphone) await this.#open(this.#microphone);
  }

  /** Fails if the microphone cannot be opened a second time; Daily then continues with the unamplified one. */
  async amplify(factor: number): Promise<void> {
    this.#factor = factor;
    this.#sound ??= this.#begin();
    const sound = await this.#sound;
    sound?.amplify(this.#factor);
  }

  async close(): Promise<void> {
    const sound = this.#sound;
    this.#stop();
    await (await sound?.catch(() => undefined))?.close();
  }

  async #begin(): Promise<Sound | undefined> {
    let isSent = false;
    // Daily may still send a microphone that cannot be opened here.
    const microphone = new CallMicrophone(this.#tools.openMicrophone, ({ track, state }) => {
      if (track || isSent) this.#onMicrophone(state);
    });
    this.#microphone = microphone;
    try {
      await this.#open(microphone);
    } catch (error) {
      this.#stop();
      throw error;
    }
    if (this.#microphone !== microphone) return undefined;
    const sound = this.#tools.createOutgoingSound(microphone.track, {
      onTrack: (audioSource) => {
        if (audioSource) this.#call.setInputDevicesAsync({ audioSource }).catch(this.#onFailure);
      },
      onNoiseCancellerFailed: this.#onFailure,
    });
    microphone.connect((track) => sound.use(track));
    isSent = true;
    return sound;
  }

  #stop(): void {
    this.#microphone?.release();
    this.#microphone = undefined;
    this.#sound = undefined;
  }

  async #open(microphone: CallMicrophone): Promise<void> {
    const { audioDeviceId, audioSource } = this.#chosen;
    if (audioSource) microphone.borrow(audioSource);
    else await microphone.choose(audioDeviceId ?? (await this.#deviceInUse()));
  }

  async #deviceInUse(): Promise<string | undefined> {
    const { mic } = await this.#call.getInputDevices();
    return "deviceId" in mic ? mic.deviceId : undefined;
  }
}
