import type { Call } from "@callwright/contract";
import type { CallEnvironment } from "../call-environment.ts";
import type { OpenMicrophone } from "../microphone.ts";
import type { RoomContext, RoomTransport } from "../room/room-transport.ts";
import { FakeRoom } from "./fake-room.ts";
import { FakeTime } from "./fake-time.ts";

/** A microphone's track, as far as a call uses it. */
export class FakeTrack extends EventTarget {
  readonly kind: "audio" | "video";
  readonly label: string;
  enabled = true;
  readyState: "live" | "ended" = "live";

  constructor(label = "", kind: "audio" | "video" = "audio") {
    super();
    this.label = label;
    this.kind = kind;
  }

  getSettings(): MediaTrackSettings {
    return {};
  }
  stop(): void {
    this.readyState = "ended";
  }
  unplug(): void {
    this.stop();
    this.dispatchEvent(new Event("ended"));
  }
}

/** A browser that a test controls. */
export class FakeEnvironment implements CallEnvironment {
  readonly time = new FakeTime();
  readonly requests: { url: string; body: unknown; authorization: string | null }[] = [];
  readonly rooms: FakeRoom[] = [];
  /** Rooms that the client reported as abandoned. */
  readonly givenBack: string[] = [];
  readonly tracks: FakeTrack[] = [];
  readonly logged: string[] = [];
  readonly pageListeners = new Set<() => void>();
  readonly schedule = this.time.schedule;
  isMobile = false;
  observerFails = false;
  processingFails = false;
  /** What the room answers about the microphone's sound. */
  processing: Record<string, unknown> = { echoCancellation: true };
  microphoneGranted = true;
  call: Partial<Call> = { id: "call-1", webCallUrl: "https://calls.test/call/call-1/room?secret=s" };
  answer: () => Promise<Response> = async () => Response.json(this.call, { status: 201 });
  enterRoom: (context: RoomContext) => Promise<RoomTransport> = async (context) => {
    const room = new FakeRoom(this, context);
    this.rooms.push(room);
    return room;
  };
  startRecording: () => Promise<{ delaySeconds: number }> = async () => ({ delaySeconds: 1.5 });
  join: (signal: AbortSignal) => Promise<void> = async () => undefined;
  open: (deviceId?: string) => Promise<OpenMicrophone> = async (deviceId) => this.grant(deviceId);

  get room(): FakeRoom {
    const room = this.rooms.at(-1);
    if (!room) throw new Error("No room was created.");
    return room;
  }

  /** What is still held of calls: live tracks, rooms, timers, listeners. */
  get held(): number {
    const liveTracks = this.tracks.filter(({ readyState }) => readyState === "live").length;
    const openRooms = this.rooms.filter(({ isLeft }) => !isLeft).length;
    return liveTracks + openRooms + this.time.pending + this.pageListeners.size;
  }

  grant(deviceId = "default"): OpenMicrophone {
    const track = new FakeTrack(deviceId);
    this.tracks.push(track);
    return { track: track as unknown as MediaStreamTrack, state: { status: "active", deviceId, label: deviceId } };
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    this.requests.push({
      url: String(input),
      body: JSON.parse(String(init?.body)),
      authorization: headers.get("authorization"),
    });
    return this.answer();
  };

  nowMs(): number {
    return this.time.nowMs;
  }

  timestamp(): string {
    return new Date(this.time.nowMs).toISOString();
  }

  async isMicrophoneGranted(): Promise<boolean> {
    return this.microphoneGranted;
  }

  openMicrophone(deviceId?: string): Promise<OpenMicrophone> {
    return this.open(deviceId);
  }

  createRoom(context: RoomContext): Promise<RoomTransport> {
    return this.enterRoom(context);
  }

  releaseRoom(roomUrl: string): void {
    this.givenBack.push(roomUrl);
  }

  onPageLeft(callback: () => void): () => void {
    this.pageListeners.add(callback);
    return () => this.pageListeners.delete(callback);
  }

  log(message: string): void {
    this.logged.push(message);
  }
}
