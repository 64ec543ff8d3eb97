import type { Value } from "convex/values";
import { Actions } from "./actions.ts";
import type { Connection } from "./connection.ts";
import { encodeValue } from "./failure.ts";
import type { Identity } from "./functions.ts";
import { type MutationHost, MutationQueue } from "./mutation-queue.ts";
import type { PeerContext } from "./peer-context.ts";
import { PeerDeadlines } from "./peer-deadlines.ts";
import { type Checked, PeerIdentity } from "./peer-identity.ts";
import {
  type AuthenticateFrame,
  CLOSE,
  type ClientFrame,
  type Close,
  type ConnectFrame,
  encodeFrame,
  type Failure,
  type ModifyQuerySetFrame,
  readClientFrame,
} from "./protocol.ts";
import type { Member, QueryEntry } from "./query-entry.ts";
import type { Scope } from "./scope.ts";
import { Subscriptions } from "./subscriptions.ts";
import { TransitionLedger } from "./transition-ledger.ts";
import { TransitionSender } from "./transition-sender.ts";

/**
 * The life of a connection. Frames are handled in order. While a token is checked, other frames wait.
 *
 *            Connect                 Authenticate, or its token is checked again
 *   silent ──────────▶ open ◀───────────────────────────────────────▶ checking
 *      │                │                  accepted                      │
 *      │ 30 s           │ protocol error, token expired, shutdown        │ rejected
 *      └────────────────┴───────────────▶ closed ◀───────────────────────┘
 */
type State = "silent" | "open" | "checking" | "closed";

/** Work that is handled in order. */
type Work = ClientFrame | { type: "recheck" };

export class Peer<I extends Identity, Snapshot, Transaction> implements Member<I>, MutationHost<I> {
  readonly #context: PeerContext<I, Snapshot, Transaction>;
  readonly #connection: Connection;
  readonly #ledger: TransitionLedger;
  readonly #who: PeerIdentity<I>;
  readonly #subscriptions: Subscriptions<I, Snapshot>;
  readonly #mutations: MutationQueue<I, Transaction>;
  /** Created on first use, because few connections run actions. */
  #actions: Actions<I> | null = null;
  readonly #inbox: Work[] = [];
  readonly #deadlines: PeerDeadlines;
  readonly #transitions: TransitionSender;
  #state: State = "silent";
  #sessionId = "";
  #scope: Scope<I, Snapshot>;
  #holds = 0;
  /** A reconnected client that has not sent its queries yet. */
  #isReturning = false;
  #isReading = true;

  constructor(context: PeerContext<I, Snapshot, Transaction>, connect: (peer: Peer<I, Snapshot, Transaction>) => Connection) {
    this.#context = context;
    this.#deadlines = new PeerDeadlines(context.limits, context.monotonicMs);
    this.#scope = context.scopeOf(null);
    this.#scope.join(this);
    this.#ledger = new TransitionLedger(context.clock);
    this.#transitions = new TransitionSender(context, this.#ledger, (frame) => this.#send(frame));
    this.#who = new PeerIdentity(context);
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

  // Input

  onText(text: string): void {
    if (this.#state === "closed") return;
    const frame = readClientFrame(text);
    if (frame) this.#enqueue(frame);
    else this.close(CLOSE.protocol);
  }

  /** The current token may have been revoked. Nothing is answered until it is checked. */
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

  /** Frames that cannot be handled yet stay in the client's buffers. */
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
        // Before the first transition, it may have run on an earlier connection.
        this.#mutations.push(frame, this.identity, this.#ledger.told.querySet === 0);
        break;
      case "Action":
        this.#actions ??= new Actions(this.#context, (requestId, outcome) =>
          this.#send(encodeFrame({ type: "ActionResponse", requestId, outcome })),
        );
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
    if (clientTs !== undefined) this.#transitions.clientClockSkewMs = Math.round(clientTs - this.#context.nowMs());
    if (maxObservedTimestamp !== undefined) this.#ledger.seenElsewhere(maxObservedTimestamp);
    // A reconnected client gets the answers to earlier mutations before their effect.
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
    // Frames that arrived meanwhile are read first.
    const release = () => setTimeout(() => setImmediate(() => this.release()), replayGraceMs);
    // It sent its unanswered mutations together with its queries, so before its pong.
    this.#connection.askForEcho(release, replayHoldMs);
  }

  // Identity

  #authenticate(frame: AuthenticateFrame): void {
    const { baseVersion, tokenType } = frame;
    if (baseVersion !== this.#ledger.received.identity) this.close(CLOSE.protocol);
    else if (tokenType === "None") this.#accept(null, null);
    else if (tokenType === "Admin") this.#refuse("Admin authentication is not supported.", true);
    else this.#check(frame.value, true);
  }

  #checkAgain(): void {
    const { token } = this.#who;
    if (token !== null) this.#check(token, false);
  }

  #check(token: string, isUpdate: boolean): void {
    this.#state = "checking";
    this.#who
      .check(token, isUpdate)
      .then((checked) => this.#onChecked(checked, token, isUpdate))
      .catch((cause) => this.onFault(cause));
  }

  #onChecked(checked: Checked<I>, token: string, isUpdate: boolean): void {
    if (this.#state !== "checking") return;
    this.#state = "open";
    if ("refused" in checked) this.#refuse(checked.refused, isUpdate);
    else if ("fault" in checked) {
      this.#context.log.error({ err: checked.fault }, "a token could not be checked");
      this.close(CLOSE.internal);
    } else if (isUpdate) this.#accept(checked.identity, token);
    else this.#enter(checked.identity, token);
    this.#work();
  }

  #accept(identity: I | null, token: string | null): void {
    this.#ledger.receive({ identity: this.#ledger.received.identity + 1 });
    this.#enter(identity, token);
  }

  #enter(identity: I | null, token: string | null): void {
    if (identity === null && this.identity !== null) this.#deadlines.signedOut();
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

  /** `isUpdate`: the client just sent this token. Otherwise it is the current one. */
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

  // Output

  #owe(): void {
    if (this.#state === "closed") return;
    this.#deadlines.owe();
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
    if (!this.#transitions.send(ts, news.modifications)) {
      this.close(CLOSE.internal);
      return true;
    }
    news.take();
    const { isAllSaid } = this.#ledger;
    this.#deadlines.delivered(!isAllSaid);
    return isAllSaid;
  }

  #send(text: string | Buffer): void {
    if (this.#state !== "closed") this.#connection.send(text);
  }

  // End

  /** Called about once a second. */
  sweep(): void {
    if (this.#state === "closed") return;
    this.#connection.sweep();
    const missed = this.#deadlines.missed({
      state: this.#state,
      isSignedIn: this.identity !== null,
      isCongested: this.#connection.isCongested,
      hasStuckMutation: this.#mutations.isStuck,
    });
    if (missed?.fault) this.#context.log.error({}, missed.fault);
    if (missed) this.close(missed.close);
    else if (this.#state === "open") this.#endIfExpired();
  }

  /** A frame or its answer could not be handled. */
  onFault(cause: unknown): void {
    this.#context.log.error({ err: cause }, "a frame could not be handled, its connection is closed");
    this.close(CLOSE.internal);
  }

  abandon(): void {
    this.close(CLOSE.internal);
  }

  /** Lets the running mutation finish and answers it. */
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
