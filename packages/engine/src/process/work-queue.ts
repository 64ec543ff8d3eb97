interface Job<Result> {
  run: () => Promise<Result>;
  signal: AbortSignal;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Runs at most `max` jobs at once, in the order of calls. */
export class WorkQueue<Result> {
  readonly #max: number;
  readonly #waiting: Job<Result>[] = [];
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Does no job run? */
  get isIdle(): boolean {
    return this.#running === 0;
  }

  /**
   * Fails with the signal's reason as soon as it aborts: a waiting job then never begins. A running job keeps its slot until it ends, because it
   * still uses the processor.
   */
  add(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const giveUp = () => {
        const index = this.#waiting.indexOf(job);
        if (index !== -1) this.#waiting.splice(index, 1);
        reject(signal.reason);
      };
      const settled = () => signal.removeEventListener("abort", giveUp);
      const job: Job<Result> = {
        run,
        signal,
        resolve: (result) => {
          settled();
          resolve(result);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      signal.addEventListener("abort", giveUp);
      this.#waiting.push(job);
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.#max) {
      const job = this.#waiting.shift();
      if (!job) return;
      this.#running++;
      void job
        .run()
        .then(job.resolve, job.reject)
        .finally(() => {
          this.#running--;
          this.#next();
        });
    }
  }
}
