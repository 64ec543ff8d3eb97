import { APP_CHANNEL, TELEMETRY_CHANNEL } from "@callwright/contract";
import type { JoinableCall } from "../create-web-call.ts";
import { untilGathered, untilOpen } from "./peer-waits.ts";
import type { RoomLink, RoomLinkEvents } from "./room-link.ts";
import { hangUp, patchSession, postOffer } from "./signalling.ts";

/**
 * WebRTC: one peer connection, sound both ways, the assistant's picture if there is one, two data channels. The offer carries all candidates
 * (no trickling), the answer all of the host's.
 */
export class PeerLink implements RoomLink {
  readonly kind = "peer-to-peer";
  readonly app: RTCDataChannel;
  readonly telemetry: RTCDataChannel;
  readonly #roomUrl: string;
  readonly #peer: RTCPeerConnection;
  readonly #sender: RTCRtpSender;
  readonly #hasTurn: boolean;
  #sessionUrl: string | undefined;
  #isOpen = false;
  #isClosed = false;

  constructor(
    { webCallUrl, transport }: JoinableCall,
    { track, receivesVideo }: { track: MediaStreamTrack | undefined; receivesVideo: boolean },
    events: RoomLinkEvents,
  ) {
    this.#roomUrl = webCallUrl;
    const iceServers = transport?.iceServers ?? [];
    this.#hasTurn = iceServers.some(({ urls }) => urls.startsWith("turn"));
    this.#peer = new RTCPeerConnection({ iceServers });
    this.app = this.#peer.createDataChannel(APP_CHANNEL);
    this.telemetry = this.#peer.createDataChannel(TELEMETRY_CHANNEL);
    // Send and receive even without a microphone: one that is allowed or connected later needs no new offer.
    this.#sender = this.#peer.addTransceiver(track ?? "audio", { direction: "sendrecv" }).sender;
    if (receivesVideo) this.#peer.addTransceiver("video", { direction: "recvonly" });
    this.#listen(events);
  }

  #listen(events: RoomLinkEvents): void {
    const gone = (reason: "closed" | "lost") => {
      if (!this.#isClosed) events.onGone(reason);
    };
    this.app.addEventListener("close", () => gone("closed"));
    this.#peer.addEventListener("track", ({ track }) => {
      if (track.kind === "video") events.onPicture(track);
      else events.onSound(new MediaStream([track]));
    });
    this.#peer.addEventListener("connectionstatechange", () => {
      // Until it opens, `open` says that there is no path.
      if (this.#isOpen && this.#peer.connectionState === "failed") gone("lost");
    });
  }

  async open(signal: AbortSignal): Promise<void> {
    await this.#peer.setLocalDescription();
    await untilGathered(this.#peer, signal, this.#hasTurn);
    const answer = await postOffer(this.#roomUrl, this.#peer.localDescription?.sdp ?? "", signal);
    this.#sessionUrl = answer.sessionUrl;
    signal.throwIfAborted();
    await this.#peer.setRemoteDescription({ type: "answer", sdp: answer.sdp });
    await untilOpen(this.#peer, this.app, signal);
    this.#isOpen = true;
  }

  async send(track: MediaStreamTrack | undefined): Promise<void> {
    await this.#sender.replaceTrack(track ?? null);
  }

  resume(): void {}

  clear(): void {}

  received(): number | undefined {
    const sources = this.#peer.getReceivers().flatMap((receiver) => receiver.getSynchronizationSources());
    return sources[0]?.rtpTimestamp;
  }

  /** An ICE restart: the peer connection and its channels stay the same. */
  async findPath(signal: AbortSignal): Promise<void> {
    this.#peer.restartIce();
    await this.#peer.setLocalDescription();
    await untilGathered(this.#peer, signal, this.#hasTurn);
    const sdp = await patchSession(this.#sessionUrl ?? this.#roomUrl, this.#peer.localDescription?.sdp ?? "", signal);
    signal.throwIfAborted();
    await this.#peer.setRemoteDescription({ type: "answer", sdp });
  }

  getStats(): Promise<RTCStatsReport> {
    return this.#peer.getStats();
  }

  leave(): void {
    this.drop();
    // Without a session nobody has joined. The empty room is released, so that it does not count until its timeout.
    hangUp(this.#sessionUrl ?? this.#roomUrl);
  }

  /** A closing channel reaches the host within milliseconds; the peer's own state would take it 17 s. */
  drop(): void {
    this.#isClosed = true;
    this.telemetry.close();
    this.app.close();
    this.#peer.close();
  }
}
