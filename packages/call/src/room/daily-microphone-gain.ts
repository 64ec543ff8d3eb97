import type { DailyCall } from "@daily-co/daily-js";
import { CallMicrophone } from "../call-microphone.ts";
import type { OpenMicrophone } from "../microphone.ts";
import type { OutgoingSound, OutgoingSoundEvents } from "./outgoing-sound.ts";
import type { InputDevices } from "./room-transport.ts";

export interface GainTools {
  openMicrophone(deviceId?: string): Promise<OpenMicrophone>;
  createOutgoingSound(
    microphone: MediaStreamTrack | undefined,
    events: OutgoingSoundEvents,
  ): Pick<OutgoingSound, "use" | "amplify" | "close">;
}

/**
 * The microphone of a room at Daily, amplified: Daily opens the microphone itself and has no gain of its own, so the same device is opened
 * here, and what comes out of the gain is given to Daily as its source. Everything is released with the room.
 */
export class DailyMicrophoneGain {
  readonly #call: DailyCall;
  readonly #tools: GainTools;
  readonly #onFailure: (error: unknown) => void;
  #microphone: CallMicrophone | undefined;
  #sound: ReturnType<GainTools["createOutgoingSound"]> | undefined;
  #chosen: Pick<InputDevices, "audioDeviceId" | "audioSource"> = {};

  constructor(call: DailyCall, tools: GainTools, onFailure: (error: unknown) => void) {
    this.#call = call;
    this.#tools = tools;
    this.#onFailure = onFailure;
  }

  /** Does this, and not Daily, open the microphone? */
  get isOn(): boolean {
    return this.#microphone !== undefined;
  }

  /** Remember a device or track that was chosen; while amplifying, take it over. */
  async choose(chosen: Pick<InputDevices, "audioDeviceId" | "audioSource">): Promise<void> {
    this.#chosen = chosen;
    if (this.#microphone) await this.#open(this.#microphone);
  }

  async amplify(factor: number): Promise<void> {
    if (!this.#microphone) {
      const microphone = new CallMicrophone(this.#tools.openMicrophone, () => undefined);
      this.#microphone = microphone;
      await this.#open(microphone);
      // The room was left while the microphone opened: it is closed again.
      if (this.#microphone !== microphone) return;
      this.#sound = this.#tools.createOutgoingSound(microphone.track, {
        onTrack: (track) => {
          if (track) this.#call.setInputDevicesAsync({ audioSource: track }).catch(this.#onFailure);
        },
        onNoiseCancellerFailed: () => undefined,
      });
      microphone.connect((track) => this.#sound?.use(track));
    }
    this.#sound?.amplify(factor);
  }

  async close(): Promise<void> {
    this.#microphone?.release();
    this.#microphone = undefined;
    await this.#sound?.close();
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
