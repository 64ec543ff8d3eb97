export interface FairSemaphoreOptions {
  /** Concurrent tasks. A function may return another number each time; call `wake` when it has increased. */
  slots: number | (() => number);
  /** Concurrent tasks of one group. Default: `slots`. A group with long tasks leaves the other slots free. */
  slotsPerGroup?: number;
  /** The last slots, which only tasks of groups without a running task get. Default: 0. A few busy groups cannot take these. */
  reservedSlots?: number;
  /** Maximum waiting tasks of one group. Further ones are refused. */
  waitingPerGroup: number;
}

/** A group has its maximum of waiting tasks. */
export class SemaphoreFull extends Error {
  override name = "SemaphoreFull";
}

interface Group {
  /** How many tasks of all groups had started when its last one did. The group with the lowest number is served next. */
  turn: number;
  running: number;
  /** Starts waiting tasks, in the order in which they were added. */
  waiting: Set<() => void>;
}

/**
 * Runs tasks with a limit on how many run at a time. Groups, such as organizations, take turns: the next slot goes to the
 * group whose last task started first. So a group with a thousand tasks delays the first task of another group only until a slot is free.
 */
export class FairSemaphore {
  readonly #slots: () => number;
  readonly #options: Required<Omit<FairSemaphoreOptions, "slots">>;
  readonly #groups = new Map<string, Group>();
  #running = 0;
  #started = 0;

  constructor({ slots, slotsPerGroup = Number.POSITIVE_INFINITY, reservedSlots = 0, waitingPerGroup }: FairSemaphoreOptions) {
    this.#slots = typeof slots === "number" ? () => slots : slots;
    this.#options = { slotsPerGroup, reservedSlots, waitingPerGroup };
  }

  get running(): number {
    return this.#running;
  }

  /** Tasks that wait, of one group or of all. */
  waiting(group?: string): number {
    if (group !== undefined) return this.#groups.get(group)?.waiting.size ?? 0;
    return [...this.#groups.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /**
   * Runs a task when its group's turn comes. Rejects as the task does; with `SemaphoreFull`; or with the signal's reason when it aborts
   * before the task starts. The task itself decides what an abort after its start means.
   */
  async run<Result>(group: string, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#start(group, signal);
    try {
      return await task();
    } finally {
      this.#leave(group);
    }
  }

  /** As `run`, for a task that runs elsewhere: returns a function that frees its slot, to be called once. */
  async enter(group: string, signal?: AbortSignal): Promise<() => void> {
    await this.#start(group, signal);
    return () => this.#leave(group);
  }

  /** Starts waiting tasks when slots were added. */
  wake(): void {
    this.#startWaiting();
  }

  #start(id: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const group = this.#groups.get(id) ?? { turn: this.#started - 1, running: 0, waiting: new Set<() => void>() };
      this.#groups.set(id, group);
      // A task with a free slot starts at once. It does not count as waiting.
      if (!this.#mayStart(group) && group.waiting.size >= this.#options.waitingPerGroup)
        return reject(new SemaphoreFull(`'${id}' has ${group.waiting.size} waiting tasks, and may have no more.`));
      const onAbort = () => {
        group.waiting.delete(start);
        this.#forget(id, group);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      group.waiting.add(start);
      this.#startWaiting();
    });
  }

  #leave(id: string): void {
    this.#running -= 1;
    const group = this.#groups.get(id);
    if (group) {
      group.running -= 1;
      this.#forget(id, group);
    }
    this.#startWaiting();
  }

  #mayStart({ running }: Group): boolean {
    const { slotsPerGroup, reservedSlots } = this.#options;
    const slots = this.#slots();
    return running < slotsPerGroup && this.#running < (running > 0 ? slots - reservedSlots : slots);
  }

  #startWaiting(): void {
    while (this.#running < this.#slots()) {
      const [next] = [...this.#groups.values()]
        .filter((group) => group.waiting.size > 0 && this.#mayStart(group))
        .sort((one, other) => one.turn - other.turn);
      const [start] = next?.waiting ?? [];
      if (!next || !start) return;
      next.waiting.delete(start);
      next.running += 1;
      this.#running += 1;
      this.#started += 1;
      next.turn = this.#started;
      start();
    }
  }

  #forget(id: string, { running, waiting }: Group): void {
    if (running === 0 && waiting.size === 0) this.#groups.delete(id);
  }
}
