import wrtc from "@roamhq/wrtc";

/** The part of @roamhq/wrtc that is used here. Its own types need the DOM library, which server code does not load. */
interface Wrtc {
  RTCPeerConnection: new (configuration: PeerConfiguration) => PeerConnection;
  MediaStream: new () => object;
  nonstandard: {
    RTCAudioSource: new () => AudioSource;
    RTCAudioSink: new (track: MediaTrack) => AudioSink;
    RTCVideoSource: new () => PictureSource;
    RTCVideoSink: new (track: MediaTrack) => PictureSink;
  };
}

export interface PeerConfiguration {
  iceServers: { urls: string; username?: string; credential?: string }[];
  /** Ports of host candidates, UDP and TCP, inclusive. */
  portRange?: { min: number; max: number };
  /** `relay`: only by way of TURN servers. */
  iceTransportPolicy?: "all" | "relay";
}

export interface SessionDescription {
  type: "offer" | "answer";
  sdp: string;
}

export interface PeerConnection {
  readonly connectionState: "new" | "connecting" | "connected" | "disconnected" | "failed" | "closed";
  readonly iceGatheringState: "new" | "gathering" | "complete";
  readonly localDescription: SessionDescription | null;
  readonly remoteDescription: SessionDescription | null;
  onconnectionstatechange: (() => void) | null;
  onicegatheringstatechange: (() => void) | null;
  ontrack: ((event: { track: MediaTrack }) => void) | null;
  ondatachannel: ((event: { channel: DataChannel }) => void) | null;
  addTrack(track: MediaTrack, stream: object): unknown;
  addTransceiver(kind: MediaTrack["kind"], init: Pick<Transceiver, "direction">): Transceiver;
  getTransceivers(): Transceiver[];
  createDataChannel(label: string): DataChannel;
  createOffer(options?: { iceRestart?: boolean }): Promise<SessionDescription>;
  createAnswer(): Promise<SessionDescription>;
  setLocalDescription(description: SessionDescription): Promise<void>;
  setRemoteDescription(description: SessionDescription): Promise<void>;
  getStats(): Promise<Map<string, Record<string, unknown>>>;
  close(): void;
}

export interface Transceiver {
  /** The directions that this side offers; the other side's offer may permit fewer. Setting it throws on a stopped transceiver. */
  direction: "sendrecv" | "sendonly" | "recvonly" | "inactive";
  /** The other side has refused it, or no longer wants it. */
  readonly stopped: boolean;
  readonly receiver: { readonly track: MediaTrack };
}

export interface MediaTrack {
  readonly kind: "audio" | "video";
  stop(): void;
}

export interface DataChannel {
  readonly label: string;
  readonly readyState: "connecting" | "open" | "closing" | "closed";
  readonly bufferedAmount: number;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(data: string | Uint8Array): void;
}

export interface AudioData {
  samples: Int16Array;
  sampleRate: number;
  bitsPerSample: number;
  channelCount: number;
  numberOfFrames: number;
}

export interface AudioSource {
  createTrack(): MediaTrack;
  /** Exactly 10 ms of audio. */
  onData(data: AudioData): void;
}

/** I420, see `VideoFrame`. */
interface Picture {
  width: number;
  height: number;
  data: Uint8Array;
}

interface PictureSource {
  createTrack(): MediaTrack;
  /** Throws when the data does not fit the size. */
  onFrame(frame: Picture): void;
}

export interface PictureSink {
  onframe: ((event: { frame: Picture }) => void) | null;
  stop(): void;
}

export interface AudioSink {
  ondata: ((data: AudioData) => void) | null;
  stop(): void;
}

export const {
  RTCPeerConnection,
  MediaStream,
  nonstandard: { RTCAudioSource, RTCAudioSink, RTCVideoSource, RTCVideoSink },
} = wrtc as unknown as Wrtc;
