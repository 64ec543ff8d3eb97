import { type CallConfig, type CallObjectOptions, CallwrightCall } from "@callwright/call";
import { APP_CHANNEL } from "@callwright/contract";

/** Runs in a page: one call after another, all their events, and events of the browser. The other end is `chromium-stage.ts`. */

export interface PageCallSettings {
  token: string;
  url: string;
  callConfig: CallConfig | undefined;
  callObject: CallObjectOptions | undefined;
  /** The events to listen to. */
  events: string[];
  /** This browser does not record video. */
  cannotRecord: boolean;
}

/** The result of a method: its answer, or its failure as plain data. */
export type MethodOutcome = { answer: unknown } | { failure: { name: string; message: string; code: string | undefined } };

interface PageStage {
  heard: { name: string; value: unknown }[];
  /** The console output of the call. */
  logged: string[];
  /** Number of sent and of received app messages. */
  sent: number;
  arrived: number;
  begin(settings: PageCallSettings): void;
  /** Calls methods without waiting in between, as a page's own code does; returns the index of the first one's result. */
  callAll(calls: { method: string; args: unknown[] }[]): number;
  outcome(index: number): Promise<MethodOutcome> | undefined;
  /** Starts a requested or later video recording, which waits until then. */
  letRecord(): void;
  /** The recorder begins with a picture, and pictures are drawn by the page's clock, which may stand. */
  drawPicture(): void;
  failRecording(): void;
  unplugMicrophone(): void;
  breakProcessor(): void;
  isProcessing(): boolean;
  /** The caller's microphone is a tone of this amplitude (0 to 1) from now on. */
  humInto(level: number): Promise<unknown>;
  /** Hangs up, and puts the browser back as it was. */
  finish(): Promise<void>;
}

declare global {
  interface Window {
    callStage: PageStage;
  }
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

let call: CallwrightCall | undefined;
let outcomes: Promise<MethodOutcome>[] = [];
let mayRecord = gate();
let recorders: MediaRecorder[] = [];
let canvas: HTMLCanvasElement | undefined;
let tone: { context: AudioContext; track: MediaStreamTrack } | undefined;
const microphones: MediaStreamTrack[] = [];
const processors = new Set<AudioNode>();
const { mediaDevices } = navigator;
const native = {
  getUserMedia: mediaDevices.getUserMedia.bind(mediaDevices),
  isTypeSupported: MediaRecorder.isTypeSupported,
  record: MediaRecorder.prototype.start,
  connect: AudioNode.prototype.connect as (...args: unknown[]) => AudioNode,
  disconnect: AudioNode.prototype.disconnect as (...args: unknown[]) => void,
  captureStream: HTMLCanvasElement.prototype.captureStream,
  createDataChannel: RTCPeerConnection.prototype.createDataChannel,
};

const stage: PageStage = {
  heard: [],
  logged: [],
  sent: 0,
  arrived: 0,
  begin({ token, url, callConfig, callObject, events, cannotRecord }) {
    Object.assign(stage, { heard: [], logged: [], sent: 0, arrived: 0 });
    outcomes = [];
    recorders = [];
    mayRecord = gate();
    MediaRecorder.isTypeSupported = cannotRecord ? () => false : native.isTypeSupported;
    const begun = new CallwrightCall(token, url, callConfig, callObject);
    const on = begun.on.bind(begun) as (name: string, listener: (value: unknown) => void) => void;
    for (const name of events) on(name, (value) => stage.heard.push({ name, value }));
    call = begun;
  },
  callAll(calls) {
    const methods = call as unknown as Methods;
    const first = outcomes.length;
    for (const { method, args } of calls) outcomes.push(outcomeOf(() => methods[method]?.(...args)));
    return first;
  },
  outcome: (index) => outcomes[index],
  letRecord: () => mayRecord.open(),
  drawPicture: () => canvas?.getContext("2d")?.fillRect(0, 0, 1, 1),
  failRecording: () => recorders.at(-1)?.dispatchEvent(new Event("error")),
  unplugMicrophone() {
    // A browser does this when the device is unplugged, and used by another program when it is opened again.
    mediaDevices.getUserMedia = () => Promise.reject(new DOMException("It is used elsewhere.", "NotReadableError"));
    const track = microphones.at(-1);
    track?.stop();
    track?.dispatchEvent(new Event("ended"));
  },
  // A browser does this when the processor's code throws.
  breakProcessor: () => [...processors].at(-1)?.dispatchEvent(new Event("processorerror")),
  isProcessing: () => processors.size > 0,
  async humInto(level) {
    const context = new AudioContext();
    const oscillator = new OscillatorNode(context, { frequency: 1_000 });
    const output = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
    oscillator.connect(new GainNode(context, { gain: level })).connect(output);
    oscillator.start();
    const [track] = output.stream.getAudioTracks();
    if (!track) throw new Error("A destination of an audio context has a track.");
    tone = { context, track };
    await call?.setInputDevicesAsync({ audioSource: track });
  },
  async finish() {
    await call?.stop();
    call = undefined;
    microphones.length = 0;
    mediaDevices.getUserMedia = openDevices;
    tone?.track.stop();
    await tone?.context.close();
    tone = undefined;
  },
};
window.callStage = stage;

async function openDevices(constraints?: MediaStreamConstraints): Promise<MediaStream> {
  const stream = await native.getUserMedia(constraints);
  microphones.push(...stream.getAudioTracks());
  return stream;
}

function gate(): { opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function outcomeOf(act: () => unknown): Promise<MethodOutcome> {
  try {
    return { answer: await act() };
  } catch (error) {
    const { name, message, code } = error as Error & { code?: string };
    return { failure: { name, message, code } };
  }
}

console.warn = (text: unknown) => stage.logged.push(String(text));

mediaDevices.getUserMedia = openDevices;

MediaRecorder.prototype.start = function (timeslice) {
  recorders.push(this);
  void mayRecord.opened.then(() => native.record.call(this, timeslice));
};

HTMLCanvasElement.prototype.captureStream = function (frameRate) {
  canvas = this;
  return native.captureStream.call(this, frameRate);
};

// A processor works while its sound is connected.
AudioNode.prototype.connect = function (this: AudioNode, ...args: unknown[]) {
  if (this instanceof AudioWorkletNode) processors.add(this);
  return native.connect.apply(this, args);
} as AudioNode["connect"];
AudioNode.prototype.disconnect = function (this: AudioNode, ...args: unknown[]) {
  processors.delete(this);
  native.disconnect.apply(this, args);
} as AudioNode["disconnect"];

RTCPeerConnection.prototype.createDataChannel = function (label, options) {
  const channel = native.createDataChannel.call(this, label, options);
  if (label !== APP_CHANNEL) return channel;
  channel.addEventListener("message", () => {
    stage.arrived += 1;
  });
  const send = channel.send.bind(channel) as (text: string) => void;
  channel.send = (text: unknown) => {
    stage.sent += 1;
    send(String(text));
  };
  return channel;
};
