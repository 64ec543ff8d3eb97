import { CHATS_BESIDE_BUSY_CALLS } from "@callwright/contract";
import { FairSemaphore } from "../../platform/isolation/fair-semaphore.ts";

/** From this delay of an event loop on, frames of sound, which are due every 10 ms, leave late. */
const BUSY_DELAY_MS = 25;
/** How often waiting chats look whether calls are still held up. */
const LOOK_EVERY_MS = 500;

/**
 * How many chats are opened or stored at a time. Each takes 5 to 10 ms of the main thread, so a burst of one organization would delay other requests.
 * Two slots are reserved for organizations that use none.
 */
const WORKING = { slots: 4, reservedSlots: 2, waitingPerGroup: Number.POSITIVE_INFINITY };
/** Work that takes longer than this waits for another server, such as an MCP server, and no longer uses the main thread. */
const WORK_MAX_MS = 250;

interface ChatQueueOptions {
  /** Calls of this node. */
  openCalls: () => number;
  /** How late the event loops are that carry the sound of calls, in milliseconds. */
  delayMs: () => number;
}

/**
 * Organizations alternate in opening and storing chats. Calls come before chats: while calls of this node are held up, few chats are answered
 * at a time, and the others wait. The limits of `chat-semaphore.ts` bound how many wait.
 */
export class ChatQueue {
  readonly #answered: FairSemaphore;
  readonly #working = new FairSemaphore(WORKING);
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor({ openCalls, delayMs }: ChatQueueOptions) {
    const isHeldUp = () => !this.#isClosed && openCalls() > 0 && delayMs() >= BUSY_DELAY_MS;
    this.#answered = new FairSemaphore({
      slots: () => (isHeldUp() ? CHATS_BESIDE_BUSY_CALLS : Number.POSITIVE_INFINITY),
      waitingPerGroup: Number.POSITIVE_INFINITY,
    });
    this.#timer = setInterval(() => this.#answered.wake(), LOOK_EVERY_MS).unref();
  }

  /** Resolves when the chat may be answered. Answers what ends its turn, to be called once. */
  take(orgId: string): Promise<() => void> {
    return this.#answered.enter(orgId);
  }

  /** Opens or stores a chat in the organization's turn. */
  async work<Result>(orgId: string, task: () => Promise<Result>): Promise<Result> {
    const leave = await this.#working.enter(orgId);
    let isWorking = true;
    const end = () => {
      if (isWorking) leave();
      isWorking = false;
    };
    const limit = setTimeout(end, WORK_MAX_MS);
    try {
      return await task();
    } finally {
      clearTimeout(limit);
      end();
    }
  }

  /** Calls are no longer accepted, so nothing waits for them. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#answered.wake();
  }
}
