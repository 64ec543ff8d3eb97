import { FRAME_SAMPLES, PHONE_RATE, SAMPLE_RATE } from "./audio-format.ts";
import { KeyDetector } from "./key-detector.ts";
import { KeyReports } from "./key-reports.ts";
import { type MediaTransport, OfferError, type TransportListener } from "./media-transport.ts";
import { decodeMuLaw, encodeMuLaw } from "./mu-law.ts";
import { RateFilter } from "./rate-filter.ts";

/** Input of a carrier's stream: sound (8 kHz µ-law, in base64), or a key that the carrier has recognized. */
export type CarrierInput = { sound: string } | { key: string };

/** The stream of a carrier, which comes to the server and is relayed from there. Carrier's protocols end in the server. */
export interface CarrierStream {
  /** Called once, before anything is sent. */
  listen(onInput: (input: CarrierInput) => void): void;
  /** 20 ms of 8 kHz µ-law, in base64. */
  send(sound: string): void;
}

/** 20 ms. */
const PACKET_SAMPLES = PHONE_RATE / 50;

/**
 * A telephone behind a carrier's stream, connected from the beginning. It sends each 20 ms packet when it is due, never ahead, so an interruption is
 * as quick as on the web and nothing has to be taken back. The signaling reports a hang-up.
 */
export function openCarrierTransport(stream: CarrierStream, listener: TransportListener, nowMs: () => number): MediaTransport {
  return new CarrierTransport(stream, listener, nowMs);
}

class CarrierTransport implements MediaTransport {
  readonly maxTextBytes = 0;
  readonly bufferedBytes = 0;
  readonly #stream: CarrierStream;
  readonly #listener: TransportListener;
  readonly #nowMs: () => number;
  readonly #down = new RateFilter(SAMPLE_RATE, PHONE_RATE);
  readonly #up = new RateFilter(PHONE_RATE, SAMPLE_RATE);
  readonly #keys = new KeyDetector((key) => this.#onKey(key, "tones"));
  readonly #packet = new Int16Array(PACKET_SAMPLES);
  #filled = 0;
  #packetsReceived = 0;
  readonly #reports = new KeyReports();
  #isClosed = false;

  constructor(stream: CarrierStream, listener: TransportListener, nowMs: () => number) {
    this.#stream = stream;
    this.#listener = listener;
    this.#nowMs = nowMs;
    stream.listen((input) => this.#take(input));
    // The opener gets the transport first.
    setImmediate(() => this.#isClosed || listener.onConnected());
  }

  #take(input: CarrierInput): void {
    if (this.#isClosed) return;
    if ("key" in input) return void this.#onKey(input.key, "signaling");
    this.#packetsReceived += 1;
    const pcm = this.#up.push(decodeMuLaw(Buffer.from(input.sound, "base64")));
    this.#keys.push(pcm);
    // Key tones are removed, so that no transcriber reads them as words.
    this.#listener.onAudio(this.#keys.isHeld ? pcm.fill(0) : pcm);
  }

  #onKey(key: string, by: "tones" | "signaling"): void {
    if (this.#reports.isNew(key, by, this.#nowMs())) this.#listener.onKey(key);
  }

  sendAudio(pcm: Int16Array): void {
    if (this.#isClosed || pcm.length !== FRAME_SAMPLES) return;
    for (const sample of this.#down.push(pcm)) {
      this.#packet[this.#filled++] = sample;
      if (this.#filled < PACKET_SAMPLES) continue;
      this.#filled = 0;
      this.#stream.send(Buffer.from(encodeMuLaw(this.#packet)).toString("base64"));
    }
  }

  sendText(): boolean {
    return false;
  }

  async stats() {
    return { packetsReceived: this.#packetsReceived, packetsLost: 0, concealedSamples: 0 };
  }

  async restart(): Promise<string> {
    throw new OfferError("offer", "cannot be restarted: the carrier connects the call again.");
  }

  close(): void {
    this.#isClosed = true;
  }
}
