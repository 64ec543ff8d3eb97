import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "./clock.ts";
import type { DependencyIndex, Notices } from "./dependency-index.ts";
import type { Functions, Identity, Store } from "./functions.ts";
import type { RealtimeLimits } from "./limits.ts";
import { type Member, QueryEntry } from "./query-entry.ts";
import { type RealtimeLog, runQuery } from "./query-runner.ts";

export interface ScopeContext<I extends Identity, Snapshot> {
  functions: Functions<I, Snapshot, never>;
  store: Pick<Store<Snapshot, never>, "readSnapshot">;
  index: DependencyIndex<QueryEntry<I>>;
  clock: Clock;
  limits: RealtimeLimits;
  log: RealtimeLog;
  /** Monotonic milliseconds, for retries and gaps between rounds. */
  monotonicMs: () => number;
}

const SNAPSHOT_ATTEMPTS = 3;
const SNAPSHOT_RETRY_MS = 50;
const FAILED_QUERY_RETRY_MS = 1_000;
const FAILED_QUERY_RETRY_MAX_MS = 60_000;

/**
 * All connections that share results, and their queries.
 *
 * Work runs in rounds, one at a time. A round takes a time from the clock, runs every due query on one
 * snapshot taken after that, and then sends each connection its new results as one transition of that time. Later events belong
 * to the next round. All events of a connection get times from the same clock, so that a round knows what came before it.
 */
export class Scope<I extends Identity, Snapshot> {
  readonly #context: ScopeContext<I, Snapshot>;
  readonly #members = new Set<Member<I>>();
  readonly #entries = new Map<string, QueryEntry<I>>();
  /** Queries to run as soon as a connection can receive the result. */
  readonly #due = new Set<QueryEntry<I>>();
  /** Connections that wait for a transition. */
  readonly #owed = new Set<Member<I>>();
  #nextRoundAtMs = Number.POSITIVE_INFINITY;
  #lastRoundAtMs = Number.NEGATIVE_INFINITY;
  #roundSinceMs: number | null = null;
  #cancelTimer: (() => void) | null = null;
  #rounds = 0;

  constructor(context: ScopeContext<I, Snapshot>) {
    this.#context = context;
  }

  get isEmpty(): boolean {
    return this.#members.size === 0;
  }

  get queryCount(): number {
    return this.#entries.size;
  }

  get roundCount(): number {
    return this.#rounds;
  }

  /** Time of the running round, or 0. */
  get roundAgeMs(): number {
    return this.#roundSinceMs === null ? 0 : this.#context.monotonicMs() - this.#roundSinceMs;
  }

  join(member: Member<I>): void {
    this.#members.add(member);
  }

  leave(member: Member<I>): void {
    this.#members.delete(member);
    this.#owed.delete(member);
  }

  subscribe(member: Member<I>, path: string, argsJson: string): QueryEntry<I> {
    const id = `${path} ${argsJson}`;
    let entry = this.#entries.get(id);
    if (!entry) {
      entry = new QueryEntry<I>(this, { id, path, argsJson });
      this.#entries.set(id, entry);
      this.#due.add(entry);
    }
    entry.subscribers.add(member);
    return entry;
  }

  /** Call it only if the member has no other query with this entry. */
  unsubscribe(member: Member<I>, entry: QueryEntry<I>): void {
    entry.subscribers.delete(member);
    if (entry.subscribers.size === 0) this.#drop(entry);
  }

  #drop(entry: QueryEntry<I>): void {
    if (entry.retryTimer) clearTimeout(entry.retryTimer);
    this.#context.index.unwatch(entry);
    this.#due.delete(entry);
    this.#entries.delete(entry.id);
  }

  /** This member is owed a transition, even without new results. */
  owe(member: Member<I>): void {
    this.#owed.add(member);
    this.#schedule(this.#context.monotonicMs());
  }

  /** This result may be stale. */
  invalidate(entry: QueryEntry<I>): void {
    if (this.#entries.get(entry.id) !== entry) return;
    this.#due.add(entry);
    this.#schedule(Math.max(this.#context.monotonicMs(), this.#lastRoundAtMs + this.#context.limits.noticeGapMs));
  }

  invalidateAll(): void {
    for (const entry of this.#entries.values()) this.invalidate(entry);
  }

  abandon(): void {
    for (const member of [...this.#members]) member.abandon();
  }

  #schedule(atMs: number): void {
    if (atMs >= this.#nextRoundAtMs) return;
    this.#nextRoundAtMs = atMs;
    if (this.#roundSinceMs === null) this.#arm();
  }

  #arm(): void {
    this.#cancelTimer?.();
    const waitMs = this.#nextRoundAtMs - this.#context.monotonicMs();
    const start = () => void this.#run();
    if (waitMs <= 0) {
      // Frames that are already in the sockets' buffers join the same round.
      const immediate = setImmediate(start);
      this.#cancelTimer = () => clearImmediate(immediate);
    } else {
      const timeout = setTimeout(start, waitMs);
      this.#cancelTimer = () => clearTimeout(timeout);
    }
  }

  async #run(): Promise<void> {
    this.#roundSinceMs = this.#context.monotonicMs();
    this.#lastRoundAtMs = this.#roundSinceMs;
    this.#nextRoundAtMs = Number.POSITIVE_INFINITY;
    this.#rounds++;
    try {
      await this.#round();
    } catch (error) {
      this.#context.log.error({ err: error }, "a round failed, its connections are closed");
      this.abandon();
    } finally {
      this.#roundSinceMs = null;
      if (this.#nextRoundAtMs !== Number.POSITIVE_INFINITY) this.#arm();
    }
  }

  async #round(): Promise<void> {
    const ts = this.#context.clock.tick();
    for (const member of this.#owed)
      for (const entry of member.entries()) if (entry.computedTs < member.freshFromTs) this.#due.add(entry);
    const due = [...this.#due].filter(({ subscribers }) => [...subscribers].some(({ isServable }) => isServable));
    const told = new Set(this.#owed);
    if (due.length > 0) {
      const notices = this.#context.index.listen();
      try {
        for (const entry of await this.#answer(due, ts, notices)) for (const member of entry.subscribers) told.add(member);
      } finally {
        this.#context.index.stopListening(notices);
      }
    }
    for (const member of told) {
      if (!this.#members.has(member)) continue;
      if (member.deliver(ts)) this.#owed.delete(member);
      else this.#owed.add(member);
    }
  }

  /** The entries whose result changed. */
  async #answer(due: readonly QueryEntry<I>[], ts: bigint, notices: Notices): Promise<QueryEntry<I>[]> {
    const { store, functions, log, limits } = this.#context;
    const waiting = [...due];
    const changed: QueryEntry<I>[] = [];
    let attempts = 0;
    while (waiting.length > 0) {
      try {
        await store.readSnapshot(async (snapshot) => {
          for (let entry = waiting[0]; entry; entry = waiting[0]) {
            // Later marks stay. The notices below cover marks since the round started.
            this.#due.delete(entry);
            const run = await runQuery(entry, { identity: this.#anybody(), snapshot }, { functions, log, sizes: limits });
            waiting.shift();
            attempts = 0;
            if (entry.subscribers.size === 0) continue;
            this.#context.index.watch(entry, run.keys);
            entry.keys = run.keys;
            entry.computedTs = ts;
            if (notices.isEverything || [...run.keys].some((key) => notices.keys.has(key))) this.invalidate(entry);
            if (entry.result !== run.result) {
              entry.result = run.result;
              changed.push(entry);
            }
            if (!run.isUnexpectedFailure) entry.failures = 0;
            else {
              this.#retryLater(entry);
              // A failed statement may have aborted the transaction for later ones.
              return;
            }
          }
        });
      } catch (error) {
        attempts++;
        if (attempts === SNAPSHOT_ATTEMPTS) throw error;
        log.warn({ err: error }, "a snapshot failed and is tried again");
        await delay(SNAPSHOT_RETRY_MS * 4 ** attempts);
      }
    }
    return changed;
  }

  /** Any identity of a scope can run its queries. */
  #anybody(): I | null {
    for (const { identity } of this.#members) return identity;
    return null;
  }

  #retryLater(entry: QueryEntry<I>): void {
    const waitMs = Math.min(FAILED_QUERY_RETRY_MS * 2 ** entry.failures, FAILED_QUERY_RETRY_MAX_MS);
    entry.failures++;
    if (entry.retryTimer) clearTimeout(entry.retryTimer);
    entry.retryTimer = setTimeout(() => this.invalidate(entry), waitMs);
    entry.retryTimer.unref();
  }
}
