import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { APP_CHANNEL, LISTENING, type ServerMessage, TELEMETRY_CHANNEL } from "@callwright/contract";
import wrtc from "@roamhq/wrtc";

const SAMPLE_RATE = 16_000;
const FRAME_SAMPLES = SAMPLE_RATE / 100;
const WAV_HEADER_BYTES = 44;

interface Description {
  type: "offer" | "answer";
  sdp: string;
}
interface Channel {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}
interface Peer {
  iceGatheringState: string;
  onicegatheringstatechange: (() => void) | null;
  localDescription: Description | null;
  createDataChannel(label: string): Channel;
  addTrack(track: { stop(): void }, stream: object): void;
  createOffer(): Promise<Description>;
  setLocalDescription(description: Description): Promise<void>;
  setRemoteDescription(description: Description): Promise<void>;
  close(): void;
}
/** The part used here: the package's own types need the DOM library. */
const { RTCPeerConnection, MediaStream, nonstandard } = wrtc as unknown as {
  RTCPeerConnection: new (configuration: object) => Peer;
  MediaStream: new () => object;
  nonstandard: { RTCAudioSource: new () => { createTrack(): { stop(): void }; onData(data: object): void } };
};

/** A caller in Node: a real peer connection whose microphone says what the test tells it to. */
export interface SpokenCaller {
  /** What the assistant's side told on the app channel, in order. */
  readonly messages: ServerMessage[];
  /** Where DELETE hangs up. */
  readonly sessionUrl: URL;
  isListening(): boolean;
  /** Puts a sentence into the microphone; it plays in real time. */
  say(text: string): Promise<void>;
  /** Leaves without a word to the server. */
  close(): void;
}

/** Joins the room at `webCallUrl`. */
export async function joinAsSpokenCaller(webCallUrl: string): Promise<SpokenCaller> {
  const peer = new RTCPeerConnection({ iceServers: [] });
  const microphone = openMicrophone();
  const messages: ServerMessage[] = [];
  let isListening = false;
  const app = peer.createDataChannel(APP_CHANNEL);
  app.onmessage = ({ data }) => {
    if (data === LISTENING) isListening = true;
    else messages.push(JSON.parse(String(data)));
  };
  peer.createDataChannel(TELEMETRY_CHANNEL);
  peer.addTrack(microphone.track, new MediaStream());
  await peer.setLocalDescription(await peer.createOffer());
  await gathered(peer);

  const body = peer.localDescription?.sdp ?? "";
  const response = await fetch(webCallUrl, { method: "POST", headers: { "content-type": "application/sdp" }, body });
  const sdp = await response.text();
  if (response.status !== 201) throw new Error(`the room answered ${response.status}: ${sdp}`);
  await peer.setRemoteDescription({ type: "answer", sdp });

  return {
    messages,
    sessionUrl: new URL(response.headers.get("location") ?? "", webCallUrl),
    isListening: () => isListening,
    say: async (text) => microphone.play(await synthesise(text)),
    close() {
      microphone.close();
      peer.close();
    },
  };
}

function gathered(peer: Peer): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (peer.iceGatheringState === "complete") resolve();
    };
    peer.onicegatheringstatechange = check;
    check();
  });
}

/** Sends frames of 10 ms in real time: what is queued, else silence. */
function openMicrophone() {
  const source = new nonstandard.RTCAudioSource();
  const track = source.createTrack();
  let queue = new Int16Array();
  const startedMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    for (const due = Math.floor((performance.now() - startedMs) / 10); sent < due; sent++) {
      const samples = new Int16Array(FRAME_SAMPLES);
      samples.set(queue.subarray(0, FRAME_SAMPLES));
      queue = queue.subarray(FRAME_SAMPLES);
      source.onData({ samples, sampleRate: SAMPLE_RATE, bitsPerSample: 16, channelCount: 1, numberOfFrames: FRAME_SAMPLES });
    }
  }, 5);
  return {
    track,
    play(samples: Int16Array<ArrayBuffer>) {
      queue = samples;
    },
    close() {
      clearInterval(timer);
      track.stop();
    },
  };
}

/** 16 kHz samples of voice slt, by the system's flite. */
async function synthesise(text: string): Promise<Int16Array<ArrayBuffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), "callwright-speech-"));
  try {
    const file = path.join(folder, "speech.wav");
    await promisify(execFile)("flite", ["-voice", "slt", "-t", text, "-o", file]);
    const bytes = new Uint8Array(await readFile(file)).slice(WAV_HEADER_BYTES);
    return new Int16Array(bytes.buffer, 0, bytes.byteLength >> 1);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
