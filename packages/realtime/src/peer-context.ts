import type { Clock } from "./clock.ts";
import type { Functions, Identity, Store } from "./functions.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { RealtimeLog } from "./query-runner.ts";
import type { Scope } from "./scope.ts";
import type { TransitionEncoder } from "./transition-encoder.ts";

/** What all connections of a node share. */
export interface PeerContext<I extends Identity, Snapshot, Transaction> {
  functions: Functions<I, Snapshot, Transaction>;
  store: Store<Snapshot, Transaction>;
  authenticate(token: string): Promise<I>;
  clock: Clock;
  limits: RealtimeLimits;
  transitions: TransitionEncoder;
  log: RealtimeLog;
  /** Epoch milliseconds. */
  nowMs(): number;
  /** Monotonic milliseconds. */
  monotonicMs(): number;
  /** The scope of an identity. Null if not signed in. */
  scopeOf(identity: I | null): Scope<I, Snapshot>;
  onScopeLeft(scope: Scope<I, Snapshot>): void;
  onTransition(): void;
}
