import { ENDED_REASONS, timeLimit } from "@callwright/contract";
import type { Briefing, PhoneAct } from "../../conversation/phone-act.ts";
import { KeyReports } from "../../media/key-reports.ts";
import { BEFORE_EXTENSION, keyTones } from "../../media/key-tones.ts";
import type { FarEnd } from "../../media/media-transport.ts";
import { SoundQueue } from "../../media/sound-queue.ts";
import { synthesize } from "../../speech/synthesis.ts";
import type { VoiceChain } from "../../speech/voice-chain.ts";
import type { CallHappening } from "../call-happening.ts";
import type { CallParts } from "../call-parts.ts";
import type { CallScope } from "../call-scope.ts";
import { extensionOf } from "../call-spec.ts";
import { CallTransfer, type CallTransferOptions, type OperatorEnd } from "./call-transfer.ts";
import { KeypadInput } from "./keypad-input.ts";
import { OperatorTalk } from "./operator-talk.ts";
import { Voicemail } from "./voicemail.ts";
import { voicemailPlan } from "./voicemail-plan.ts";

export interface PhoneSideOptions extends Pick<CallTransferOptions, "onConnected"> {
  parts: Promise<CallParts | undefined>;
  /** Caller and assistant can hear each other from now on. */
  onExtensionDialed(): void;
  /** The caller was on hold, and is not any more. */
  onTakenBack(): void;
}

/** The parts of a call that only telephones have: keys in both directions, mailboxes, transfers to other telephones. */
export class PhoneSide {
  readonly #scope: CallScope;
  readonly #options: PhoneSideOptions;
  readonly #tones = new SoundQueue();
  readonly #closing = new AbortController();
  readonly #keys = new KeyReports();
  readonly #keypad: KeypadInput;
  readonly #voicemail: Voicemail;
  readonly #transfer: CallTransfer;
  /** The extension to dial. Until its keys were pressed, the assistant neither hears nor speaks. */
  #extension: string | undefined;
  #isExtensionPressed = false;
  /** The server sends the keys to the telephone. */
  #areKeysSignaled = false;
  /** The caller's telephone holds the call: nobody listens there, and it may play music. */
  #isHeld = false;

  constructor(scope: CallScope, options: PhoneSideOptions) {
    const { spec, host, report } = scope;
    const { assistant, callType } = spec;
    const { parts, onConnected } = options;
    this.#scope = scope;
    this.#options = options;
    this.#extension = extensionOf(spec);
    this.#keypad = new KeypadInput({
      plan: () => scope.dialogue?.assistant.keypadInputPlan ?? assistant.keypadInputPlan,
      onBegin: () => scope.dialogue?.keysBegin(),
      onInput: scope.guarded((keys) => scope.dialogue?.pressed(keys)),
    });
    this.#voicemail = new Voicemail(scope, {
      // An incoming caller is a person, not a mailbox.
      plan: callType === "outboundPhoneCall" ? voicemailPlan(assistant.voicemailDetection) : undefined,
      message: assistant.voicemailMessage,
      onFound: (by) => report({ type: "voicemail-found", by }),
    });
    this.#transfer = new CallTransfer(scope, {
      onConnected,
      wordsOf: (briefing) => this.#wordsOf(briefing),
      openTalk: (talk, listener) =>
        new OperatorTalk(scope, {
          ...listener,
          spec: talk,
          createParts: async (listening, ...given) => {
            const { conversation } = (await parts) ?? {};
            return host.createTalkParts(listening, conversation?.variableValues ?? {}, ...given);
          },
        }),
      speak: async (text) => {
        const { voices } = (await parts) ?? {};
        return voices ? speakOnce(text, voices, this.#closing.signal) : new Int16Array();
      },
    });
  }

  /** A summary by the model. The built-in model makes none. */
  async #wordsOf({ text, summary }: Briefing): Promise<string> {
    const { conversation } = (await this.#options.parts) ?? {};
    const { provider = "callwright" } = conversation?.speaker.assistant.model ?? {};
    if (!conversation || !summary || provider === "callwright") return text;
    const signal = AbortSignal.any([this.#closing.signal, timeLimit(summary.timeoutSeconds * 1000)]);
    return (await conversation.consult(summary.messages, signal).catch(() => "")) || text;
  }

  /** The telephone has answered. */
  dialExtension(): void {
    if (this.#extension !== undefined) this.#tones.push(keyTones(BEFORE_EXTENSION));
  }

  /** All tones were played: the pause before the extension, or those of its keys. */
  #continueExtension(keys: string): void {
    if (!this.#isExtensionPressed) {
      this.#isExtensionPressed = true;
      this.#press(keys);
      return;
    }
    this.#extension = undefined;
    this.#options.onExtensionDialed();
  }

  /** The assistant is silent for as long as the tones of the keys last, also where the server signals the keys. */
  #press(keys: string): void {
    const tones = keyTones(keys);
    this.#tones.push(this.#areKeysSignaled ? new Int16Array(tones.length) : tones);
    this.#scope.report({ type: "keys-sent", keys });
  }

  signalKeys(areSignaled: boolean): void {
    this.#areKeysSignaled = areSignaled;
  }

  /** Caller and assistant can hear each other. */
  talkingStarted(): void {
    this.#voicemail.answered();
  }

  /** The assistant may speak. A call with an opening says its text or is passed on instead. */
  begin(): void {
    const { spec, dialogue } = this.#scope;
    const { say = "", transfer, endedReason } = spec.opening ?? {};
    const pass = () => transfer && this.#transfer.begin({ endedReason, ...transfer });
    const saying = dialogue?.say(say, {
      interruptible: false,
      interrupts: false,
      asWritten: true,
      ...(!transfer && endedReason !== undefined && { endedReason }),
    });
    if (saying) void saying.ended.then(this.#scope.guarded(pass));
    else pass();
    dialogue?.beginSpeaking();
  }

  /** The signaling of the call, or of the operator's telephone, reports a key. */
  reported(key: string, ofOperator: boolean): void {
    this.#scope.guard(() => (ofOperator ? this.#transfer.pressedThere(key, "signaling") : this.pressed(key, "signaling")));
  }

  hold(isHeld: boolean): void {
    const wasHeld = this.#isHeld;
    this.#isHeld = isHeld;
    if (wasHeld && !isHeld) this.#options.onTakenBack();
  }

  /** The carrier of an outbound call has detected who answered. */
  answeredBy(who: string): void {
    this.#scope.guard(() => this.#voicemail.carrierSays(who));
  }

  pressed(key: string, by: "tones" | "signaling" = "tones"): void {
    if (!this.#keys.isNew(key, by, this.#scope.now())) return;
    this.#scope.report({ type: "key-pressed", key });
    if (this.#transfer.isActive) this.#transfer.press(key);
    else if (this.#extension === undefined) this.#keypad.press(key);
  }

  act(act: PhoneAct): void {
    switch (act.type) {
      case "keys":
        this.#press(act.keys);
        break;
      case "voicemail":
        this.#voicemail.leave(act.message, act.waitsForBeep);
        break;
      case "transfer":
        this.#transfer.begin(act);
        break;
      case "transfer-decision":
        // An event of a transfer assistant, which has its own dialogue.
        break;
      default:
        act satisfies never;
    }
  }

  follow(happening: CallHappening): void {
    this.#voicemail.follow(happening);
    if (happening.type === "user-said" && this.#transfer.isActive) this.#scope.dialogue?.takeTurn(happening.turn);
  }

  /** The telephone that the call is transferred to answers. Fails with `OfferError`. */
  offerOfOperator(farEnd: FarEnd): Promise<string> {
    return this.#transfer.offer(farEnd);
  }

  operatorGone(why: OperatorEnd): void {
    this.#scope.guard(() => (why === "referred" ? this.#transfer.referred() : this.#transfer.failed(why)));
  }

  /** Sound of the caller. True: the assistant does not hear it. */
  hear(pcm: Int16Array): boolean {
    if (this.#extension !== undefined || this.#isHeld) return true;
    this.#voicemail.hear(pcm);
    return this.#transfer.hear(pcm);
  }

  /** The next 10 ms for the caller. Undefined: the assistant's. */
  tick(): Int16Array | undefined {
    this.#voicemail.tick();
    const sound = this.#transfer.tick() ?? this.#tones.next();
    if (sound !== undefined || this.#extension === undefined) return sound;
    this.#continueExtension(this.#extension);
    return this.#tones.next();
  }

  /** Silence does not end the call, because the caller is not connected with the assistant, or holds the call. */
  get isWithoutAssistant(): boolean {
    return this.#transfer.isActive || this.#voicemail.isFound || this.#isHeld;
  }

  /** The ended reason of a call. When its caller has hung up, the transfer decides. */
  reasonOf(endedReason: string): string {
    return endedReason === ENDED_REASONS.customerEndedCall ? this.#transfer.callerHungUpReason : endedReason;
  }

  close(): void {
    this.#closing.abort();
    this.#keypad.close();
    this.#voicemail.close();
    this.#transfer.close();
  }
}

/** A text as 16 kHz sound. Empty when no voice can speak it. */
async function speakOnce(text: string, voices: VoiceChain, signal: AbortSignal): Promise<Int16Array> {
  const words = new ReadableStream<string>({
    start(controller) {
      controller.enqueue(text);
      controller.close();
    },
  });
  const unheard = () => {};
  const told = { onPassage: unheard, onFirstSound: unheard, onSuccess: unheard, onFailure: unheard, onEnd: unheard };
  const samples: number[] = [];
  for await (const { data } of synthesize(words, { voices: () => voices, ...told, signal })) samples.push(...data);
  return Int16Array.from(samples);
}
