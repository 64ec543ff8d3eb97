import type { Clock } from "./clock.ts";
import type { StateVersion } from "./protocol.ts";

/** What the client has said and has been told of no transition yet. */
interface Acknowledgement {
  ts: bigint;
  querySet: number;
  identity: number;
}

/**
 * What a connection has said and what it has been told, by the clock of the rounds: a round of time `ts` covers what came before `ts`.
 * The client takes a transition only when it starts exactly where the last one ended.
 */
export class TransitionLedger {
  readonly #clock: Clock;
  /** What the last transition said. */
  #told: StateVersion = { querySet: 0, identity: 0, ts: 0n };
  /** What the client said last. */
  #received = { querySet: 0, identity: 0 };
  #acknowledgements: Acknowledgement[] = [];
  #owesTransition = false;
  #servedFromTs = 0n;
  #freshFromTs = 0n;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get told(): StateVersion {
    return this.#told;
  }

  get received(): { readonly querySet: number; readonly identity: number } {
    return this.#received;
  }

  /** Results that were computed before this time are not new enough. */
  get freshFromTs(): bigint {
    return this.#freshFromTs;
  }

  /** The client said something that a transition has to acknowledge. Answers when. */
  receive(said: Partial<{ querySet: number; identity: number }>): bigint {
    Object.assign(this.#received, said);
    const ts = this.#clock.tick();
    this.#acknowledgements.push({ ts, ...this.#received });
    return ts;
  }

  /** What the client has seen on an earlier connection, perhaps at another node, it is to see here too. */
  seenElsewhere(ts: bigint): void {
    this.#clock.observe(ts);
    const last = this.#clock.last();
    this.#freshFromTs = ts < last ? ts : last;
  }

  /** Only a round that begins from now on may serve this connection. */
  serveFromNow(): void {
    this.#servedFromTs = this.#clock.tick();
  }

  /**
   * A mutation was answered: a transition has to follow, news or not, and it has to show what was done. A round that is running has
   * perhaps not seen the commit, though its time may be after it.
   */
  showFromNow(): void {
    this.serveFromNow();
    this.#freshFromTs = this.#servedFromTs;
    this.#owesTransition = true;
  }

  mayServe(ts: bigint): boolean {
    return ts >= this.#servedFromTs;
  }

  /** Where a transition of this time leads; null when there is nothing to say. */
  next(ts: bigint, hasNews: boolean): StateVersion | null {
    const said = this.#acknowledgements.findLast((acknowledgement) => acknowledgement.ts < ts);
    if (!said && !this.#owesTransition && !hasNews) return null;
    const { querySet, identity } = said ?? this.#told;
    return { querySet, identity, ts };
  }

  /** The client would not take this. */
  isBackwards({ querySet, identity, ts }: StateVersion): boolean {
    return ts <= this.#told.ts || querySet < this.#told.querySet || identity < this.#told.identity;
  }

  tell(end: StateVersion): void {
    this.#told = end;
    this.#owesTransition = false;
    this.#acknowledgements = this.#acknowledgements.filter(({ ts }) => ts > end.ts);
  }

  get isAllSaid(): boolean {
    return this.#acknowledgements.length === 0 && !this.#owesTransition;
  }
}
