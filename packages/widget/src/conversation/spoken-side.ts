import {
  type CallChange,
  type CallErrorDetail,
  type CallErrorType,
  type CallSnapshot,
  type CallState,
  type CallwrightCall,
  followCall,
  isCallOver,
  type MicrophoneState,
  NO_CALL,
  reduceCall,
} from "@callwright/call";
import type { ClientMessageInput, ServerMessage } from "@callwright/contract";
import type { WidgetPhase } from "../widget-events.ts";
import { type CallWith, forgetWhenEnded, keepCall, takeKeptCall } from "./kept-call.ts";
import type { KeptCallStore } from "./visit-storage.ts";

export interface SpokenSideEvents {
  /** The call's snapshot changed. */
  onChange(): void;
  /** The other side is ready. */
  onStart(): void;
  /** A joined call ended and is cleaned up. */
  onEnd(endedReason: string | undefined): void;
  onMessage(message: ServerMessage): void;
  /** `isForPerson`: it affects the conversation. Otherwise, the call continues without it. */
  onError(error: CallErrorDetail, isForPerson: boolean): void;
  onMicrophone(microphone: MicrophoneState): void;
  onSpeaking(isSpeaking: boolean): void;
  onVolume(level: number): void;
  onLocalVolume(level: number): void;
}

/** Errors that are not shown to the visitor, for example a policy that blocks noise suppression. */
const UNSEEN: ReadonlySet<CallErrorType> = new Set([
  "audio-observer-setup-error",
  "audio-processing-setup-error",
  "audio-processor-error",
  "video-recording-setup-error",
]);

/** States without a call. */
const OVER: ReadonlySet<CallState> = new Set(["idle", "ending", "ended"]);

/** Errors of a failed start. */
function isFailedStart(change: CallChange): boolean {
  return change.type === "not-started" || (change.type === "moved" && OVER.has(change.to));
}

const RUNNING: ReadonlySet<CallSnapshot["phase"]> = new Set(["connecting", "joining", "in-call"]);

/** The call side of a conversation: one call at a time, and its snapshot for the view. */
export class SpokenSide {
  readonly #events: SpokenSideEvents;
  #call: CallwrightCall | undefined;
  #store: KeptCallStore | undefined;
  #snapshot: CallSnapshot = NO_CALL;
  #isAssistantSpeaking = false;
  /** Rejoining a call. Nobody requested it, so a failure is not shown. */
  #isRejoining = false;
  /** Stops watching for the page's unload. */
  #forgetPage = () => {};
  /** The running hang-up. */
  #hangingUp: Promise<void> | undefined;
  /** Aborted when a pending start is canceled. */
  #beginning = new AbortController();
  /** Text that was typed before the call could send it. */
  #waiting: string[] = [];

  constructor(events: SpokenSideEvents) {
    this.#events = events;
  }

  /** The running call, or the last one. */
  get snapshot(): CallSnapshot {
    return this.#snapshot;
  }

  get isRunning(): boolean {
    return RUNNING.has(this.#snapshot.phase);
  }

  get phase(): WidgetPhase {
    const { phase, microphone } = this.#snapshot;
    switch (phase) {
      case "connecting":
        return microphone ? "connecting" : "asking-microphone";
      case "joining":
        return "connecting";
      case "in-call":
        return this.#isAssistantSpeaking ? "speaking" : "listening";
      default:
        return phase;
    }
  }

  /**
   * Resolves with true if the call was joined. With a store, the call survives a page reload. Waits for a previous call that is still
   * ending, so that its end is reported first and its room is free (Daily allows only one).
   */
  async start(createCall: () => CallwrightCall, callWith: CallWith, store: KeptCallStore | undefined): Promise<boolean> {
    const before = this.#leaving;
    if (before !== undefined) {
      const signal = this.#begin();
      await before;
      if (signal.aborted) return false;
    }
    if (this.isRunning) return false;
    const call = createCall();
    this.#adopt(call, store);
    const options = { roomDeleteOnUserLeaveEnabled: !store };
    const { assistant, assistantOverrides, squad, workflow } = callWith;
    const started = await call.start(assistant, assistantOverrides, squad, workflow, undefined, options);
    if (started?.webCallUrl && store) await keepCall(call, { ...started, webCallUrl: started.webCallUrl }, callWith, store);
    return started !== null;
  }

  /** Rejoins a call that the previous page left running. */
  async rejoin(createCall: () => CallwrightCall, callWith: CallWith, store: KeptCallStore): Promise<boolean> {
    const kept = await takeKeptCall(callWith, store);
    if (!kept || this.isRunning) return false;
    const call = createCall();
    this.#isRejoining = true;
    this.#adopt(call, store);
    try {
      await call.reconnect(kept);
      this.#isRejoining = false;
      await keepCall(call, kept, callWith, store);
      return true;
    } catch (error) {
      // For other errors, the next page can still rejoin the call.
      if (isCallOver(error)) store.clear();
      if (this.#call === call) void this.#letGo();
      return false;
    }
  }

  /** Types text into the call. Shown at once, sent as soon as the call can send it. */
  write(text: string): void {
    this.#snapshot = reduceCall(this.#snapshot, { type: "said", input: { from: "typed", text, atMs: 0 } });
    this.#events.onChange();
    if (this.#snapshot.phase === "in-call") this.#sendTyped(text);
    else this.#waiting.push(text);
  }

  /** Returns false if no call can send it. */
  send(message: ClientMessageInput): boolean {
    return this.#call?.send(message) ?? false;
  }

  setMuted(isMuted: boolean): void {
    if (!this.isRunning) return;
    if (this.#call && !OVER.has(this.#call.state)) this.#call.setMuted(isMuted);
    this.#snapshot = reduceCall(this.#snapshot, { type: "muted", isMuted });
    this.#events.onChange();
  }

  /** Requests the microphone again. */
  async retryMicrophone(): Promise<void> {
    await this.#call?.setInputDevice();
  }

  /** Ends the call for both sides. Resolves when it is cleaned up. */
  async end(): Promise<void> {
    if (!this.#isRejoining) return this.#hangUp();
    const released = this.release();
    this.#events.onChange();
    return released;
  }

  /** Ends the call without events. */
  release(): Promise<void> {
    if (this.isRunning) this.#store?.clear();
    return this.#letGo();
  }

  #letGo(): Promise<void> {
    this.#call?.removeAllListeners();
    this.#forgetPage();
    const hungUp = this.#hangUp();
    this.#call = undefined;
    this.#snapshot = NO_CALL;
    this.#isAssistantSpeaking = false;
    this.#isRejoining = false;
    return hungUp;
  }

  async #hangUp(): Promise<void> {
    this.#beginning.abort();
    const call = this.#call;
    if (!call) return;
    const hungUp = this.#store ? call.end() : call.stop();
    this.#hangingUp = hungUp;
    try {
      await hungUp;
    } finally {
      if (this.#hangingUp === hungUp) this.#hangingUp = undefined;
    }
  }

  /** Settles when the ending call is cleaned up. Undefined if none is ending. */
  get #leaving(): Promise<void> | undefined {
    return this.#hangingUp ?? (this.#call?.state === "ending" ? this.#call.stop() : undefined);
  }

  #begin(): AbortSignal {
    this.#beginning.abort();
    this.#beginning = new AbortController();
    return this.#beginning.signal;
  }

  #adopt(call: CallwrightCall, store: KeptCallStore | undefined): void {
    this.#call = call;
    this.#store = store;
    this.#waiting = [];
    this.#isAssistantSpeaking = false;
    this.#snapshot = reduceCall(NO_CALL, { type: "starting" });
    this.#events.onChange();
    if (store) this.#forgetPage = forgetWhenEnded(call, store);
    this.#follow(call);
  }

  #follow(call: CallwrightCall): void {
    const events = this.#events;
    let wasJoined = false;
    followCall(call, (change) => {
      if (this.#isRejoining && isFailedStart(change)) return;
      this.#snapshot = reduceCall(this.#snapshot, change);
      events.onChange();
    });
    call.on("call-start", () => {
      this.#isRejoining = false;
      events.onStart();
      for (const text of this.#waiting.splice(0)) this.#sendTyped(text);
    });
    call.on("call-end", () => {
      wasJoined = true;
      this.#speaking(false);
    });
    call.on("state", (state) => {
      if (state === "ended" && !this.#isRejoining) this.#forgetPage();
      if (state === "ended" && wasJoined) events.onEnd(this.#snapshot.transcript.endedReason);
    });
    call.on("message", (message) => events.onMessage(message));
    call.on("error", ({ type, error }) => {
      if (type !== "reconnect-error") events.onError(error, !UNSEEN.has(type));
    });
    call.on("microphone", (microphone) => events.onMicrophone(microphone));
    call.on("speech-start", () => this.#speaking(true));
    call.on("speech-end", () => this.#speaking(false));
    call.on("volume-level", (level) => events.onVolume(level));
    call.on("local-volume-level", (level) => events.onLocalVolume(level));
  }

  #speaking(isSpeaking: boolean): void {
    if (this.#isAssistantSpeaking === isSpeaking) return;
    this.#isAssistantSpeaking = isSpeaking;
    this.#events.onSpeaking(isSpeaking);
    this.#events.onChange();
  }

  #sendTyped(content: string): void {
    this.send({ type: "add-message", message: { role: "user", content }, triggerResponseEnabled: true });
  }
}
