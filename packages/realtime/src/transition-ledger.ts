import type { Clock } from "./clock.ts";
import type { StateVersion } from "./protocol.ts";

/** A client message that no transition has acknowledged yet. */
interface Acknowledgement {
  ts: bigint;
  querySet: number;
  identity: number;
}

/**
 * A client's sent and received state, by the clock of the rounds: a round of time `ts` covers everything before `ts`. The client only accepts a
 * transition that starts where the last one ended.
 */
export class TransitionLedger {
  readonly #clock: Clock;
  /** The end of the last transition. */
  #told: StateVersion = { querySet: 0, identity: 0, ts: 0n };
  /** The client's latest versions. */
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

  /** Results computed before this time are too old. */
  get freshFromTs(): bigint {
    return this.#freshFromTs;
  }

  /** Records a client message that a transition must acknowledge. Returns its time. */
  receive(said: Partial<{ querySet: number; identity: number }>): bigint {
    Object.assign(this.#received, said);
    const ts = this.#clock.tick();
    this.#acknowledgements.push({ ts, ...this.#received });
    return ts;
  }

  /** The client must see at least the state of its earlier connection, even on another node. */
  seenElsewhere(ts: bigint): void {
    this.#clock.observe(ts);
    const last = this.#clock.last();
    this.#freshFromTs = ts < last ? ts : last;
  }

  /** Only rounds that start from now on may serve this connection. */
  serveFromNow(): void {
    this.#servedFromTs = this.#clock.tick();
  }

  /**
   * After a mutation's answer, a transition must follow that shows its effect. A running round may
   * have missed the commit, even if its time is later.
   */
  showFromNow(): void {
    this.serveFromNow();
    this.#freshFromTs = this.#servedFromTs;
    this.#owesTransition = true;
  }

  mayServe(ts: bigint): boolean {
    return ts >= this.#servedFromTs;
  }

  /** The end of a transition at this time. Null if there is nothing to send. */
  next(ts: bigint, hasNews: boolean): StateVersion | null {
    const said = this.#acknowledgements.findLast((acknowledgement) => acknowledgement.ts < ts);
    if (!said && !this.#owesTransition && !hasNews) return null;
    const { querySet, identity } = said ?? this.#told;
    return { querySet, identity, ts };
  }

  /** The client would reject this version. */
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
