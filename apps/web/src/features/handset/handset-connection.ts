/** How long an offer waits for its network addresses. */
const GATHERING_MS = 2_000;
const KEY_MS = 120;

/** The sound of one call on the Handset: the browser's microphone and speaker, as a telephone's 8 kHz µ-law. */
export class HandsetConnection {
  readonly #peer = new RTCPeerConnection();
  readonly #audio = new Audio();
  readonly #microphone: MediaStream;
  readonly #sender: RTCRtpSender;

  private constructor(microphone: MediaStream, track: MediaStreamTrack) {
    this.#microphone = microphone;
    this.#sender = this.#peer.addTrack(track, microphone);
    this.#peer.ontrack = ({ track: theirs }) => {
      this.#audio.srcObject = new MediaStream([theirs]);
      // Refused only before a first click, and every call begins with one.
      void this.#audio.play().catch(() => undefined);
    };
  }

  /** Fails as `getUserMedia` does. */
  static async open(): Promise<HandsetConnection> {
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
    const [track] = microphone.getAudioTracks();
    if (!track) throw new DOMException("no microphone", "NotFoundError");
    return new HandsetConnection(microphone, track);
  }

  /** Connects: `signal` takes the offer to the server and its answer back. Fails as `signal` does, and is closed then. */
  async connect(signal: (offer: string) => Promise<string>): Promise<void> {
    try {
      await this.#peer.setLocalDescription();
      await this.#gathered();
      const answer = await signal(this.#peer.localDescription?.sdp ?? "");
      await this.#peer.setRemoteDescription({ type: "answer", sdp: answer });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Sends the tones of a key. */
  press(key: string): void {
    this.#sender.dtmf?.insertDTMF(key, KEY_MS);
  }

  setMuted(isMuted: boolean): void {
    for (const track of this.#microphone.getAudioTracks()) track.enabled = !isMuted;
  }

  close(): void {
    for (const track of this.#microphone.getTracks()) track.stop();
    this.#audio.srcObject = null;
    this.#peer.close();
  }

  #gathered(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, GATHERING_MS);
      const check = () => {
        if (this.#peer.iceGatheringState !== "complete") return;
        clearTimeout(timer);
        resolve();
      };
      this.#peer.onicegatheringstatechange = check;
      check();
    });
  }
}
