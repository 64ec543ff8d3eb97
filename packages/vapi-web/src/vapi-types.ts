/**
 * The types of the hosted provider's web SDK (`vapi.d.ts`, 2.7.1). They are declared here, because those of `@callwright/call` are stricter: an app
 * written for that SDK reads fields of messages without a check. `tests/outside/packages` compares both by assignment.
 */
import type { CallConfig, CallObjectOptions, CallwrightCall, InputDeviceOptions, StartOptions } from "@callwright/call";

// biome-ignore lint/suspicious/noExplicitAny: what that SDK leaves open. With `unknown`, its apps do not compile.
export type Untyped = any;

export interface EndCallMessage {
  type: "end-call";
}

export interface AddMessageMessage {
  type: "add-message";
  message: { role: string; content?: Untyped; [field: string]: Untyped };
  triggerResponseEnabled?: boolean;
}

export interface ControlMessages {
  type: "control";
  control: "mute-assistant" | "unmute-assistant" | "say-first-message";
  videoRecordingStartDelaySeconds?: number;
}

export interface SayMessage {
  type: "say";
  message: string;
  endCallAfterSpoken?: boolean;
  interruptionsEnabled?: boolean;
  interruptAssistantEnabled?: boolean;
}

/** The answer of the page to a call of one of its tools: an addition of a Callwright server. */
export interface ToolCallsResultMessage {
  type: "tool-calls-result";
  toolCallResult: { toolCallId: string; result?: Untyped; error?: string };
}

export type MessageToServer = EndCallMessage | AddMessageMessage | ControlMessages | SayMessage | ToolCallsResultMessage;

/** A call that the server has made. */
export interface WebCall {
  id: string;
  orgId: string;
  createdAt: string;
  updatedAt: string;
  webCallUrl?: string;
  [field: string]: Untyped;
}

/** What `reconnect` needs of a call. */
export interface RunningCall {
  webCallUrl: string;
  id?: string;
  artifactPlan?: { videoRecordingEnabled?: boolean };
  assistant?: { voice?: { provider?: string } };
  transport?: { callToken?: string };
}

interface StartProgressEvent {
  stage: string;
  status: "started" | "completed" | "failed";
  /** Milliseconds. */
  duration?: number;
  timestamp: string;
  metadata?: Record<string, Untyped>;
}

interface StartSuccessEvent {
  /** Milliseconds. */
  totalDuration: number;
  callId?: string;
  timestamp: string;
}

interface StartFailedEvent {
  stage: string;
  /** Milliseconds. */
  totalDuration: number;
  error: string;
  errorStack?: string;
  timestamp: string;
  context: Record<string, Untyped>;
}

/** The listener of each event. */
export interface Listeners {
  "call-end": () => void;
  "call-start": () => void;
  "volume-level": (volume: number) => void;
  "local-volume-level": (volume: number) => void;
  "local-audio-level-observer-error": (error: Untyped) => void;
  "speech-start": () => void;
  "speech-end": () => void;
  video: (track: MediaStreamTrack) => void;
  audio: (player: HTMLAudioElement) => void;
  message: (message: Untyped) => void;
  error: (error: Untyped) => void;
  "camera-error": (error: Untyped) => void;
  "network-quality-change": (event: Untyped) => void;
  "network-connection": (event: Untyped) => void;
  "daily-participant-updated": (participant: Untyped) => void;
  "call-start-progress": (event: StartProgressEvent) => void;
  "call-start-success": (event: StartSuccessEvent) => void;
  "call-start-failed": (event: StartFailedEvent) => void;
  "recording-started": (event: Untyped) => void;
  "recording-stopped": (event: Untyped) => void;
  "recording-stats": (event: Untyped) => void;
  "recording-error": (event: Untyped) => void;
  "recording-upload-completed": (event: Untyped) => void;
}

export type EventName = keyof Listeners;

export type AnyEvent = string | symbol;
export type AnyListener = (...args: Untyped[]) => void;

type Definition = object | string;

/** A call object, as that SDK declares it. */
export interface VapiMembers {
  start(
    assistant?: Definition,
    assistantOverrides?: object,
    squad?: Definition,
    workflow?: Definition,
    workflowOverrides?: object,
    options?: StartOptions,
  ): Promise<WebCall | null>;
  stop(): Promise<void>;
  end(): Promise<void>;
  reconnect(webCall: RunningCall): Promise<void>;
  /** False: there is no call. */
  send(message: MessageToServer): boolean;
  say(
    message: string,
    endCallAfterSpoken?: boolean,
    interruptionsEnabled?: boolean,
    interruptAssistantEnabled?: boolean,
  ): boolean;
  setMuted(mute: boolean): void;
  isMuted(): boolean;
  getAudioPlayer(): HTMLAudioElement | null;
  setVolume(volume: number): void;
  setInputDevicesAsync(options: InputDeviceOptions): Promise<void>;
  increaseMicLevel(gain: number): Promise<void>;
  setOutputDeviceAsync(options: { outputDeviceId: string }): Promise<void>;
  /** Null in a room of a Callwright server. Without a type: an app has those of the version of daily-js that it installed. */
  getDailyCallObject(): Untyped;
  getLocalAudioLevel(): number;
  startLocalAudioLevelObserver(interval?: number): Promise<void>;
  stopLocalAudioLevelObserver(): void;
  isLocalAudioLevelObserverRunning(): boolean;
  startScreenSharing(...options: Parameters<CallwrightCall["startScreenSharing"]>): Promise<void>;
  stopScreenSharing(): Promise<void>;
  startRecording(): Promise<void>;
  stopRecording(): Promise<void>;

  on<Name extends EventName>(event: Name, listener: Listeners[Name]): this;
  once<Name extends EventName>(event: Name, listener: Listeners[Name]): this;
  removeListener<Name extends EventName>(event: Name, listener: Listeners[Name]): this;
  removeAllListeners(event?: EventName): this;
  emit<Name extends EventName>(event: Name, ...args: Parameters<Listeners[Name]>): boolean;

  // That SDK has these from Node's declarations, which know no names of events.
  addListener(event: AnyEvent, listener: AnyListener): this;
  prependListener(event: AnyEvent, listener: AnyListener): this;
  prependOnceListener(event: AnyEvent, listener: AnyListener): this;
  off(event: AnyEvent, listener: AnyListener): this;
  listeners(event: AnyEvent): AnyListener[];
  listenerCount(event: AnyEvent): number;
  eventNames(): AnyEvent[];
}

/** `CallwrightCall`, as that SDK declares it. */
export interface VapiConstructor {
  new (apiToken: string, apiBaseUrl?: string, dailyCallConfig?: CallConfig, dailyCallObject?: CallObjectOptions): VapiMembers;
  runNetworkTestsStandalone(): Promise<Record<string, Untyped>>;
}
