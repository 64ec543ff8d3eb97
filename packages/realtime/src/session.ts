import type { Value } from "convex/values";
import { Actions } from "./actions.ts";
import type { Connection } from "./connection.ts";
import { encodeValue } from "./failure.ts";
import type { Identity } from "./functions.ts";
import { type MutationHost, MutationQueue } from "./mutation-queue.ts";
import {
  type AuthenticateFrame,
  CLOSE,
  type ClientFrame,
  type Close,
  type ConnectFrame,
  encodeFrame,
  type Failure,
  type Modification,
  type ModifyQuerySetFrame,
  readClientFrame,
} from "./protocol.ts";
import type { Member, QueryEntry } from "./query-entry.ts";
import type { Scope } from "./scope.ts";
import type { SessionContext } from "./session-context.ts";
import { SessionIdentity } from "./session-identity.ts";
import { Subscriptions } from "./subscriptions.ts";
import { TransitionLedger } from "./transition-ledger.ts";

/**
 * A connection, from its socket to its end. Frames are handled in the order they came; while a token is checked, the others wait.
 *
 *            Connect                 Authenticate, or its token is checked again
 *   silent ──────────▶ open ◀───────────────────────────────────────▶ checking
 *      │                │                  accepted                      │
 *      │ 30 s           │ a broken rule, the token's end, shutdown       │ refused
 *      └────────────────┴───────────────▶ closed ◀───────────────────────┘
 */
type State = "silent" | "open" | "checking" | "closed";

/** What is done in the order it came. */
type Work = ClientFrame | { type: "recheck" };

export class Session<I extends Identity, Snapshot, Transaction> implements Member<I>, MutationHost<I> {
  readonly #context: SessionContext<I, Snapshot, Transaction>;
  readonly #connection: Connection;
  readonly #ledger: TransitionLedger;
  readonly #who: SessionIdentity<I>;
  readonly #subscriptions: Subscriptions<I, Snapshot>;
  readonly #mutations: MutationQueue<I, Transaction>;
  /** Of the few connections that ever ask for one. */
  #actions: Actions<I> | null = null;
  readonly #inbox: Work[] = [];
  readonly #sinceMs: number;
  #state: State = "silent";
  #sessionId = "";
  #scope: Scope<I, Snapshot>;
  #clientClockSkewMs: number | null = null;
  #owesSinceMs: number | null = null;
  #holds = 0;
  /** It has not said yet what it wants to see. */
  #isReturning = false;
  #isReading = true;

  constructor(
    context: SessionContext<I, Snapshot, Transaction>,
    connect: (session: Session<I, Snapshot, Transaction>) => Connection,
  ) {
    this.#context = context;
    this.#sinceMs = context.monotonicMs();
    this.#scope = context.scopeOf(null);
    this.#scope.join(this);
    this.#ledger = new TransitionLedger(context.clock);
    this.#who = new SessionIdentity(context);
    this.#subscriptions = new Subscriptions(this, this.#scope, context.limits.queries);
    this.#mutations = new MutationQueue(context, this);
    this.#connection = connect(this);
  }

  get identity(): I | null {
    return this.#who.current;
  }

  get sessionId(): string {
    return this.#sessionId;
  }

  get freshFromTs(): bigint {
    return this.#ledger.freshFromTs;
  }

  get isServable(): boolean {
    return this.#state === "open" && this.#holds === 0 && !this.#connection.isCongested;
  }

  entries(): Iterable<QueryEntry<I>> {
    return this.#subscriptions.entries();
  }

  // What comes in.

  onText(text: string): void {
    if (this.#state === "closed") return;
    const frame = readClientFrame(text);
    if (frame) this.#enqueue(frame);
    else this.close(CLOSE.protocol);
  }

  /** The token that is in use may have lost what it opened: nothing is answered until that is known. */
  recheck(): void {
    if (this.#state !== "closed") this.#enqueue({ type: "recheck" });
  }

  #enqueue(work: Work): void {
    this.#inbox.push(work);
    this.#work();
  }

  #work(): void {
    while (this.#state === "silent" || this.#state === "open") {
      const work = this.#inbox.shift();
      if (!work) break;
      if (work.type === "recheck") this.#checkAgain();
      else this.#handle(work);
    }
    this.#readOrWait();
  }

  /** Frames that cannot be taken yet stay in the client's own buffers. */
  #readOrWait(): void {
    const isReading = this.#state !== "checking" && this.#mutations.size < this.#context.limits.queuedMutations;
    if (isReading === this.#isReading || this.#state === "closed") return;
    this.#isReading = isReading;
    if (isReading) this.#connection.resume();
    else this.#connection.pause();
  }

  #handle(frame: ClientFrame): void {
    const isInOrder = (frame.type === "Connect") === (this.#state === "silent");
    if (!isInOrder) this.close(CLOSE.protocol);
    else if (frame.type === "Connect") this.#connect(frame);
    else if (frame.type === "Authenticate") this.#authenticate(frame);
    else if (!this.#endIfExpired()) this.#serve(frame);
  }

  #serve(frame: Exclude<ClientFrame, ConnectFrame | AuthenticateFrame>): void {
    switch (frame.type) {
      case "ModifyQuerySet":
        this.#modifyQuerySet(frame);
        break;
      case "Mutation":
        // Before the first transition: perhaps it was done on an earlier connection.
        this.#mutations.push(frame, this.identity, this.#ledger.told.querySet === 0);
        break;
      case "Action":
        this.#actions ??= new Actions(this.#context, (text) => this.#send(text));
        void this.#actions.run(frame, this.identity);
        break;
      case "Event":
        break;
      default:
        frame satisfies never;
    }
  }

  #connect({ sessionId, connectionCount, maxObservedTimestamp, clientTs }: ConnectFrame): void {
    this.#state = "open";
    this.#sessionId = sessionId;
    if (clientTs !== undefined) this.#clientClockSkewMs = Math.round(clientTs - this.#context.nowMs());
    if (maxObservedTimestamp !== undefined) this.#ledger.seenElsewhere(maxObservedTimestamp);
    // It has been here before: mutations that were done then are answered before their effect is shown.
    this.#isReturning = connectionCount > 0;
    if (this.#isReturning) this.hold();
  }

  #modifyQuerySet({ baseVersion, newVersion, modifications }: ModifyQuerySetFrame): void {
    if (baseVersion !== this.#ledger.received.querySet || newVersion !== baseVersion + 1) this.close(CLOSE.protocol);
    else if (!this.#subscriptions.modify(modifications, this.#ledger.receive({ querySet: newVersion })))
      this.close(CLOSE.overload);
    else this.#owe();
    if (!this.#isReturning) return;
    this.#isReturning = false;
    const { replayGraceMs, replayHoldMs } = this.#context.limits;
    // What came meanwhile is read before.
    const release = () => setTimeout(() => setImmediate(() => this.release()), replayGraceMs);
    // It has sent its unanswered mutations together with its queries, so before it answers what it is asked now.
    this.#connection.askForEcho(release, replayHoldMs);
  }

  // Who is there.

  #authenticate(frame: AuthenticateFrame): void {
    const { baseVersion, tokenType } = frame;
    if (baseVersion !== this.#ledger.received.identity) this.close(CLOSE.protocol);
    else if (tokenType === "None") this.#accept(null, null);
    else if (tokenType === "Admin") this.#refuse("There is no admin authentication here.", true);
    else this.#check(frame.value, true);
  }

  #checkAgain(): void {
    const { token } = this.#who;
    if (token !== null) this.#check(token, false);
  }

  #check(token: string, isUpdate: boolean): void {
    this.#state = "checking";
    void this.#who.check(token, isUpdate).then((checked) => {
      if (this.#state !== "checking") return;
      this.#state = "open";
      if ("refused" in checked) this.#refuse(checked.refused, isUpdate);
      else if ("fault" in checked) {
        this.#context.log.error({ err: checked.fault }, "a token could not be checked");
        this.close(CLOSE.internal);
      } else if (isUpdate) this.#accept(checked.identity, token);
      else this.#enter(checked.identity, token);
      this.#work();
    });
  }

  #accept(identity: I | null, token: string | null): void {
    this.#ledger.receive({ identity: this.#ledger.received.identity + 1 });
    this.#enter(identity, token);
  }

  #enter(identity: I | null, token: string | null): void {
    this.#who.set(identity, token);
    const scope = this.#context.scopeOf(identity);
    if (scope !== this.#scope) {
      this.#subscriptions.move(scope);
      this.#leaveScope();
      this.#scope = scope;
      scope.join(this);
    }
    this.#serveFromNow();
  }

  /** `isUpdate`: of the token that the client has just named, not of the one in use. */
  #refuse(error: string, isUpdate: boolean): void {
    this.#send(encodeFrame({ type: "AuthError", error, baseVersion: this.#ledger.received.identity, isUpdate }));
    this.close(CLOSE.token);
  }

  #endIfExpired(): boolean {
    const { ended } = this.#who;
    if (ended !== null) this.#refuse(ended, false);
    return ended !== null;
  }

  refreshIdentity(identity: I | null): I | null | undefined {
    if (this.#state === "closed") return undefined;
    if (identity === null) return null;
    const renewed = this.#who.renewed(identity);
    if (renewed === null) this.#refuse("The token has expired.", false);
    return renewed ?? undefined;
  }

  // What goes out.

  #owe(): void {
    if (this.#state === "closed") return;
    this.#owesSinceMs ??= this.#context.monotonicMs();
    this.#scope.owe(this);
  }

  #serveFromNow(): void {
    this.#ledger.serveFromNow();
    this.#owe();
  }

  onDrain(): void {
    this.#serveFromNow();
  }

  hold(): void {
    this.#holds++;
  }

  release(): void {
    this.#holds--;
    if (this.#holds === 0) this.#serveFromNow();
  }

  answer(requestId: number, outcome: { result: Value; ts: bigint } | Failure): void {
    if ("message" in outcome) this.#send(encodeFrame({ type: "MutationResponse", requestId, outcome }));
    else {
      const { json: result } = encodeValue(outcome.result, this.#context.limits);
      this.#send(encodeFrame({ type: "MutationResponse", requestId, outcome: { result, ts: outcome.ts } }));
      this.#ledger.showFromNow();
      this.#owe();
    }
    this.#readOrWait();
  }

  deliver(ts: bigint): boolean {
    if (this.#state === "closed") return true;
    if (!this.isServable || !this.#ledger.mayServe(ts)) return false;
    if (this.#endIfExpired()) return true;
    const news = this.#subscriptions.news(ts);
    if (news === null) {
      this.#owe();
      return false;
    }
    if (!this.#transition(ts, news.modifications)) return true;
    news.take();
    const { isAllSaid } = this.#ledger;
    this.#owesSinceMs = isAllSaid ? null : this.#context.monotonicMs();
    return isAllSaid;
  }

  /** False when it must not be sent, because the client could not follow it. */
  #transition(ts: bigint, modifications: readonly Modification[]): boolean {
    const start = this.#ledger.told;
    const end = this.#ledger.next(ts, modifications.length > 0);
    if (!end) return true;
    if (this.#ledger.isBackwards(end)) {
      this.#context.log.error(
        { start: { ...start, ts: `${start.ts}` }, end: { ...end, ts: `${ts}` } },
        "a transition leads backwards",
      );
      this.close(CLOSE.internal);
      return false;
    }
    const clientClockSkewMs = end.identity > start.identity ? this.#clientClockSkewMs : null;
    const frames = this.#context.transitions.encode({ start, end, modifications, clientClockSkewMs });
    for (const frame of frames) this.#send(frame);
    this.#ledger.tell(end);
    this.#context.onTransition();
    return true;
  }

  #send(text: string | Buffer): void {
    if (this.#state !== "closed") this.#connection.send(text);
  }

  // The end.

  /** Called about once a second. */
  sweep(): void {
    if (this.#state === "closed") return;
    this.#connection.sweep();
    const { monotonicMs, limits } = this.#context;
    const isSilent = this.#state === "silent" && monotonicMs() - this.#sinceMs > limits.silentMs;
    const isOwed = this.#owesSinceMs !== null && !this.#connection.isCongested;
    if (isSilent) this.close(CLOSE.silent);
    else if (this.#mutations.isStuck) this.#giveUp(CLOSE.timeout, "a mutation does not end, its connection is closed");
    else if (isOwed && monotonicMs() - (this.#owesSinceMs ?? 0) > limits.stuckMs)
      this.#giveUp(CLOSE.internal, "a connection is owed a transition for too long, and closed");
    else if (this.#state === "open") this.#endIfExpired();
  }

  #giveUp(close: Close, message: string): void {
    this.#context.log.error({}, message);
    this.close(close);
  }

  abandon(): void {
    this.close(CLOSE.internal);
  }

  /** Lets the mutation that is running end, and answers it. */
  async shutDown(): Promise<void> {
    if (this.#state === "closed") return;
    this.#inbox.length = 0;
    this.#connection.pause();
    await this.#mutations.close();
    this.close(CLOSE.restart);
  }

  close(close: Close): void {
    if (this.#state === "closed") return;
    this.onClose();
    this.#connection.close(close);
  }

  terminate(): void {
    this.#connection.terminate();
  }

  onClose(): void {
    if (this.#state === "closed") return;
    this.#state = "closed";
    this.#inbox.length = 0;
    void this.#mutations.close();
    this.#actions?.close();
    this.#subscriptions.clear();
    this.#leaveScope();
  }

  #leaveScope(): void {
    this.#scope.leave(this);
    this.#context.onScopeLeft(this.#scope);
  }
}
