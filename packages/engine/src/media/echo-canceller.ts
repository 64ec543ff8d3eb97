import { FRAME_SAMPLES } from "./audio-format.ts";
import { EchoWatch, type FoundEcho, OUR_SPEECH } from "./echo-watch.ts";
import { levelOf } from "./level-of.ts";
import type { MediaTransport, TransportListener } from "./media-transport.ts";
import { SoundQueue } from "./sound-queue.ts";

/** Removes the echo of one line from frames of 10 ms. What was sent comes before what was heard. */
export interface EchoProcessor {
  sent(pcm: Int16Array): void;
  /** Removes the echo in place. */
  clean(pcm: Int16Array): void;
  close(): void;
}

/** Frames of our speech without an echo after which the processor rests: 20 s. */
const RESTS_AFTER = 2_000;
/** Frames of our speech in which the processor learns the line. It takes away 15 to 45 dB after the first second. */
const LEARNS_FOR = 100;
/** An echo is at least 18 dB softer than our speech, and a person louder. */
const LOUDER = 0.125;
/** A person is 6 dB louder than the echo of the line. */
const LOUDER_THAN_ECHO = 2;
/** What a louder and a softer frame change of the known echo: the echo of a line is not underrated when our speech begins. */
const RISES = 0.1;
const FALLS = 0.005;
/** Louder frames that follow our speech before the echo counts as grown: half a second. A person's words stop following it before. */
const GROWS_AFTER = 50;
/** From twice that on, a person is so much louder that the echo does no harm: at once after some frames, and in the pauses of a word. */
const CLEARLY = 2;
const CLEAR_AFTER = 2;
const CLEAR_FOR = 10;
/** Frames in which an echo may follow our speech, when packets come late, too. */
const GUARDED_FRAMES = 70;
/** Root mean square of what is no voice: −50 dB. */
const LINE_NOISE = 100;
/** Frames in a row that are louder than an echo: a person begins. */
const BEGINS_AFTER = 3;
/** A person's softer sounds belong to the louder ones before them, for this many frames. */
const GOES_ON_FOR = 30;
/** Sent frames that wait for the heard ones. Fewer than the shortest echo lasts. */
const SLACK = 2;
/** A gap of this many frames in what is heard is no jitter. */
const WAITING_MAX = 150;
/**
 * The processor looks for an echo in half a second. Of one that is later than this, for so many frames in a row, all but `NEAR_FRAMES` of the delay
 * are taken off before.
 */
const FAR_FRAMES = 42;
const FAR_FOR = 50;
const NEAR_FRAMES = 15;

const SILENCE = new Int16Array(FRAME_SAMPLES);

/**
 * Takes our own sound out of what a line returns.
 *
 * ```
 *   learning ── 1 s of our speech ──▶ canceling ── 20 s of our speech without an echo ──▶ resting
 *      ▲                                                                                     │
 *      └──────────────────────── what is heard follows our sound ────────────────────────────┘
 * ```
 * The processor makes a person's words less clear. Its output is used only within 0.7 s of our speech, on lines that have an echo;
 * all else passes unchanged, and so does a person who is 12 dB louder than the echo: the words that interrupt stay whole.
 *
 * There, the guard silences what is no louder than an echo of the last 0.7 s of our speech can be: 6 dB more than the echo of this line, which counts
 * as 24 dB softer than we are until it is known. So nothing that follows our speech interrupts while the processor learns, or when the echo moves.
 * Without a processor, there is only the guard.
 */
export class EchoCanceller {
  readonly #processor: EchoProcessor | undefined;
  readonly #onFault: (cause: unknown) => void;
  readonly #reference = new Reference();
  readonly #heard = new SoundQueue();
  #watch = new EchoWatch();
  readonly #guard = new Guard();
  /** Frames of our speech since it was opened or woke up, and since the last echo. */
  #learned = 0;
  #clear = 0;
  /** An echo was found since it woke up. */
  #hasEcho = false;
  /** The echo of this line, as a part of our level. */
  #gain = LOUDER / LOUDER_THAN_ECHO;
  /** Frames that were louder than an echo of this line. Each other frame takes one away. */
  #louderFor = 0;
  /** How much of the output is used: 0 or 1 between two frames. */
  #used = 0;
  /** For how many frames in a row the echo is late, and by how many frames. */
  #late = 0;
  #lateBy = 0;
  #isFaulty = false;
  #isClosed = false;

  /** `onFault`: the processor failed, and is not used any more. */
  constructor(processor: EchoProcessor | undefined, onFault: (cause: unknown) => void) {
    this.#processor = processor;
    this.#onFault = onFault;
  }

  get isResting(): boolean {
    return this.#clear >= RESTS_AFTER;
  }

  /** 10 ms that go to the line. */
  sent(pcm: Int16Array): void {
    const level = levelOf(pcm);
    this.#guard.sent(level);
    this.#reference.push({ pcm, level });
  }

  /** Sound of the line, of any length. Returns its whole frames of 10 ms; the rest waits. */
  clean(pcm: Int16Array): Int16Array {
    this.#heard.push(pcm);
    const cleaned = new Int16Array(Math.floor(this.#heard.length / FRAME_SAMPLES) * FRAME_SAMPLES);
    for (let at = 0; at < cleaned.length; at += FRAME_SAMPLES) {
      const frame = this.#heard.next() ?? SILENCE;
      this.#cleanFrame(this.#reference.next(), frame);
      cleaned.set(frame, at);
    }
    return cleaned;
  }

  #cleanFrame({ pcm: sent, level }: SentFrame, heard: Int16Array): void {
    const isSpeech = level > OUR_SPEECH;
    const echo = this.#watch.push(level, heard);
    this.#follow(echo, isSpeech);
    if (this.isResting) return;
    const isLearning = this.#learned <= LEARNS_FOR;
    const left = this.#process(sent, heard);
    const judged = this.#guard.pass(left, heard, Math.min(LOUDER, this.#gain * LOUDER_THAN_ECHO));
    // Without a known echo, there is nothing to take out of a person's words.
    const isUsed = judged === "echo" || (judged === "both" && this.#hasEcho);
    this.#use(left, heard, (isLearning || this.#hasEcho) && this.#guard.followsSpeech && isUsed);
    this.#takeOff(echo?.delay);
  }

  #follow(echo: FoundEcho | undefined, isSpeech: boolean): void {
    if (echo) {
      if (this.isResting) this.#learned = 0;
      this.#clear = 0;
      this.#hasEcho = true;
      if (echo.gain !== undefined) this.#learnGain(echo.gain);
    } else if (isSpeech) this.#clear += 1;
    if (this.isResting) {
      this.#hasEcho = false;
      this.#gain = LOUDER / LOUDER_THAN_ECHO;
    }
    if (isSpeech) this.#learned += 1;
  }

  /** A person's words are louder than the echo. If they raised its known level, they would be taken for echo. */
  #learnGain(gain: number): void {
    const isLouder = gain > this.#gain * LOUDER_THAN_ECHO;
    this.#louderFor = isLouder ? Math.min(GROWS_AFTER, this.#louderFor + 1) : Math.max(0, this.#louderFor - 1);
    if (isLouder && this.#louderFor < GROWS_AFTER) return;
    this.#gain += (gain - this.#gain) * (gain > this.#gain ? RISES : FALLS);
  }

  /** The output takes the place of what was heard within 10 ms, and leaves it so. */
  #use(left: Int16Array, heard: Int16Array, isUsed: boolean): void {
    const target = isUsed ? 1 : 0;
    const step = (target - this.#used) / heard.length;
    for (let at = 0; at < heard.length; at++) {
      this.#used += step;
      heard[at] = Math.round((left[at] ?? 0) * this.#used + (heard[at] ?? 0) * (1 - this.#used));
    }
    this.#used = target;
  }

  #takeOff(delay = 0): void {
    const isSame = delay >= FAR_FRAMES && Math.abs(delay - this.#lateBy) <= 1;
    this.#late = isSame ? this.#late + 1 : 0;
    this.#lateBy = delay;
    if (this.#late < FAR_FOR) return;
    this.#reference.delay(delay - NEAR_FRAMES);
    this.#watch = new EchoWatch();
    this.#learned = 0;
    this.#late = 0;
  }

  /** What is left of the sound. */
  #process(sent: Int16Array, heard: Int16Array): Int16Array {
    const left = heard.slice();
    if (this.#isFaulty || this.#isClosed) return left;
    try {
      this.#processor?.sent(sent);
      this.#processor?.clean(left);
    } catch (cause) {
      this.#isFaulty = true;
      this.#onFault(cause);
    }
    return left;
  }

  /** Its processor's memory is freed. Sound passes unchanged from here on. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#processor?.close();
  }
}

/** 10 ms that were sent, and their level. */
interface SentFrame {
  pcm: Int16Array;
  level: number;
}

const NOTHING: SentFrame = { pcm: SILENCE, level: 0 };

/**
 * What was sent, frame by frame with what is heard. Both are counted, so that packets that arrive late or in heaps do not move the echo: its delay
 * changes only when one clock gets ahead of the other.
 */
class Reference {
  #waiting: SentFrame[] = [];
  #held = 0;
  #least = Number.POSITIVE_INFINITY;
  #frames = 0;

  push(frame: SentFrame): void {
    this.#waiting.push(frame);
    if (this.#waiting.length > WAITING_MAX + this.#held) this.#waiting.shift();
  }

  /** Holds everything back for some frames more. */
  delay(frames: number): void {
    this.#held += frames;
  }

  next(): SentFrame {
    const { length } = this.#waiting;
    this.#least = Math.min(this.#least, length - this.#held);
    this.#frames += 1;
    if (this.#frames === 100) {
      // All of the last second's frames waited longer than needed.
      if (this.#least > SLACK) this.#waiting.splice(0, this.#least - SLACK);
      this.#least = Number.POSITIVE_INFINITY;
      this.#frames = 0;
    }
    return this.#waiting.length > this.#held ? (this.#waiting.shift() ?? NOTHING) : NOTHING;
  }
}

/** Silences what can be an echo of what was just said. */
class Guard {
  readonly #sent = new Float64Array(GUARDED_FRAMES);
  #at = 0;
  #louder = 0;
  #goesOn = 0;
  #clear = 0;
  #staysClear = 0;

  sent(level: number): void {
    this.#at = (this.#at + 1) % GUARDED_FRAMES;
    this.#sent[this.#at] = level;
  }

  get followsSpeech(): boolean {
    return Math.max(...this.#sent) > OUR_SPEECH;
  }

  /**
   * Silences what is left of an echo. `gain`: a part of our level that a person exceeds. Answers what is heard: an echo, a person with perhaps an
   * echo, or a person so much louder that nothing must be taken out.
   */
  pass(left: Int16Array, heard: Int16Array, gain: number): "echo" | "both" | "person" {
    const limit = Math.max(LINE_NOISE, Math.max(...this.#sent) * gain);
    this.#louder = levelOf(left) > limit ? this.#louder + 1 : 0;
    this.#goesOn = this.#louder >= BEGINS_AFTER ? GOES_ON_FOR : this.#goesOn - 1;
    if (this.#goesOn <= 0) left.fill(0);
    this.#clear = levelOf(heard) > limit * CLEARLY ? this.#clear + 1 : 0;
    this.#staysClear = this.#clear >= CLEAR_AFTER ? CLEAR_FOR : this.#staysClear - 1;
    if (this.#staysClear > 0) return "person";
    return this.#goesOn > 0 ? "both" : "echo";
  }
}

type Opened = { transport: MediaTransport; answerSdp: string };
type Open = (listener: TransportListener) => Opened | Promise<Opened>;

/**
 * Opens transports without echo, for lines that do not cancel it themselves. `warn` is called once: without the processor the calls go on, and
 * only the guard is left.
 */
export function echoCanceling(openProcessor: () => EchoProcessor, warn: (message: string) => void) {
  let hasWarned = false;
  const onFault = (cause: unknown) => {
    if (!hasWarned) warn(`The echo of telephone lines is not canceled, only silenced: ${String(cause)}`);
    hasWarned = true;
  };
  const processor = () => {
    try {
      return openProcessor();
    } catch (cause) {
      onFault(cause);
      return undefined;
    }
  };
  return async (listener: TransportListener, open: Open): Promise<Opened> => {
    const canceller = new EchoCanceller(processor(), onFault);
    const onAudio = (pcm: Int16Array) => {
      const cleaned = canceller.clean(pcm);
      if (cleaned.length > 0) listener.onAudio(cleaned);
    };
    const onClosed: TransportListener["onClosed"] = (end) => {
      canceller.close();
      listener.onClosed(end);
    };
    try {
      const { transport, answerSdp } = await open({ ...listener, onAudio, onClosed });
      return { transport: new EchoFreeTransport(transport, canceller), answerSdp };
    } catch (error) {
      canceller.close();
      throw error;
    }
  };
}

class EchoFreeTransport implements MediaTransport {
  readonly #line: MediaTransport;
  readonly #canceller: EchoCanceller;

  constructor(line: MediaTransport, canceller: EchoCanceller) {
    this.#line = line;
    this.#canceller = canceller;
  }

  get maxTextBytes() {
    return this.#line.maxTextBytes;
  }

  get bufferedBytes() {
    return this.#line.bufferedBytes;
  }

  get path() {
    return this.#line.path;
  }

  sendAudio(pcm: Int16Array): void {
    this.#canceller.sent(pcm);
    this.#line.sendAudio(pcm);
  }

  sendText(channel: string, text: string): boolean {
    return this.#line.sendText(channel, text);
  }

  stats() {
    return this.#line.stats();
  }

  restart(offerSdp: string): Promise<string> {
    return this.#line.restart(offerSdp);
  }

  close(): void {
    this.#line.close();
    this.#canceller.close();
  }
}
