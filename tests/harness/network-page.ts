import { type ForeignPage, serveForeignPage } from "./foreign-page.ts";

/** What the page of `serveNetworkPage` has heard. Milliseconds are those of `performance.now()`. */
interface NetworkCall {
  /** Loudest sample of each block of about 10 ms that the page plays, whatever it came over, and when it was played. */
  peaks: { atMs: number; peak: number }[];
  /** What the call has told, in order. */
  told: { event: string; value: unknown }[];
  /** Answers the id of the call. `cancelsNoise`: by the SDK; default false. */
  start(options: { token: string; url: string; assistantId: string; cancelsNoise?: boolean }): Promise<string>;
  /** Speaks a WAV file (in base64) into the microphone. Answers when its last sample was spoken. */
  speak(wav: string): Promise<number>;
  send(message: object): boolean;
  setMuted(isMuted: boolean): void;
  /** Another microphone, of this many samples a second. What is spoken from now on goes into it. */
  useMicrophone(sampleRate: number): Promise<void>;
  /** Stops every sound of the call, as the system does for a telephone call. */
  interrupt(): Promise<void>;
  /** Does every sound of the call go on? */
  isPlaying(): boolean;
  hangUp(): Promise<void>;
}

declare global {
  interface Window {
    networkCall: NetworkCall;
  }
}

/** Runs in Chromium and Firefox. The microphone is a track of the page, so that both say the same words at the same time. */
const SCRIPT = `
import { CallwrightCall } from "@callwright/call";

const BLOCK_SAMPLES = 512;
const contexts = new Set();
const elements = new Set();
window.AudioContext = class extends AudioContext {
  constructor(options) {
    super(options);
    contexts.add(this);
  }
};
const peaks = [];
const told = [];

// Everything that is played goes through an element.
const element = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "srcObject");
const ear = new AudioContext();
Object.defineProperty(HTMLMediaElement.prototype, "srcObject", {
  ...element,
  set(stream) {
    elements.add(this);
    if (stream) listen(stream);
    element.set.call(this, stream);
  },
});

function listen(stream) {
  void ear.resume();
  const source = ear.createMediaStreamSource(stream);
  const tap = ear.createScriptProcessor(BLOCK_SAMPLES, 1, 1);
  tap.onaudioprocess = ({ inputBuffer }) => {
    const peak = inputBuffer.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    peaks.push({ atMs: performance.now(), peak });
  };
  source.connect(tap).connect(ear.destination);
}

const EVENTS = ["call-start", "call-end", "call-start-failed", "message", "error", "network-connection", "network-quality-change", "speech-start", "speech-end", "volume-level", "local-volume-level"];
let mouth = new AudioContext();
let microphone = mouth.createMediaStreamDestination();
let call;

window.networkCall = {
  peaks,
  told,
  async start({ token, url, assistantId, cancelsNoise = false }) {
    await mouth.resume();
    const [audioSource] = microphone.stream.getAudioTracks();
    call = new CallwrightCall(token, url, { noiseCancellation: cancelsNoise }, { audioSource });
    for (const event of EVENTS) call.on(event, (value) => told.push({ event, value }));
    const created = await call.start(assistantId);
    return created?.id ?? "";
  },
  async speak(wav) {
    const bytes = Uint8Array.from(atob(wav), (char) => char.charCodeAt(0));
    const source = mouth.createBufferSource();
    source.buffer = await mouth.decodeAudioData(bytes.buffer);
    source.connect(microphone);
    source.start();
    return performance.now() + source.buffer.duration * 1000;
  },
  send: (message) => call.send(message),
  setMuted: (isMuted) => call.setMuted(isMuted),
  async useMicrophone(sampleRate) {
    await mouth.close();
    mouth = new AudioContext({ sampleRate });
    microphone = mouth.createMediaStreamDestination();
    const [audioSource] = microphone.stream.getAudioTracks();
    await call.setInputDevicesAsync({ audioSource });
  },
  async interrupt() {
    for (const context of contexts) if (context !== ear && context !== mouth && context.state === "running") await context.suspend();
    for (const each of elements) each.pause();
  },
  isPlaying: () =>
    [...contexts].every(({ state }) => state === "running" || state === "closed") && [...elements].some(({ paused }) => !paused),
  hangUp: () => call.stop(),
};
`;

/** A page that holds a call over whatever its network lets through. `policy`: its Content-Security-Policy; default: none. */
export const serveNetworkPage = ({ policy }: { policy?: string } = {}): Promise<ForeignPage> =>
  serveForeignPage(policy === undefined ? { script: SCRIPT } : { script: SCRIPT, policy });
