import { CHATS_BESIDE_BUSY_CALLS } from "@callwright/contract";
import { FairSemaphore } from "../../isolation/fair-semaphore.ts";

/** From this delay of an event loop on, frames of sound, which are due every 10 ms, leave late. */
const BUSY_DELAY_MS = 25;
/** How often waiting chats look whether calls are still held up. */
const LOOK_EVERY_MS = 500;

interface ChatTurnsOptions {
  /** Calls of this node. */
  openCalls: () => number;
  /** Of the event loops that carry the sound of calls, in milliseconds. */
  delayMs: () => number;
}

/**
 * Calls come before chats: while calls of this node are held up, few chats are answered at a time, and the others wait. Organizations take turns.
 * The limits of `chat-places.ts` bound how many wait.
 */
export class ChatTurns {
  readonly #semaphore: FairSemaphore;
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor({ openCalls, delayMs }: ChatTurnsOptions) {
    const isHeldUp = () => !this.#isClosed && openCalls() > 0 && delayMs() >= BUSY_DELAY_MS;
    this.#semaphore = new FairSemaphore({
      slots: () => (isHeldUp() ? CHATS_BESIDE_BUSY_CALLS : Number.POSITIVE_INFINITY),
      waitingPerGroup: Number.POSITIVE_INFINITY,
    });
    this.#timer = setInterval(() => this.#semaphore.wake(), LOOK_EVERY_MS).unref();
  }

  /** Resolves when the chat may be answered. Answers what ends its turn, to be called once. */
  take(orgId: string): Promise<() => void> {
    return this.#semaphore.enter(orgId);
  }

  /** Nobody waits any more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#semaphore.wake();
  }
}
