import { FunctionError } from "./failure.ts";
import type { Identity } from "./functions.ts";
import { encodeResult, type Modification, type ModifyQuerySetFrame } from "./protocol.ts";
import type { Member, QueryEntry } from "./query-entry.ts";
import type { Scope } from "./scope.ts";

interface Subscription<I extends Identity> {
  path: string;
  argsJson: string;
  /** Null when the query was refused; then `refusal` is its result. */
  entry: QueryEntry<I> | null;
  refusal: string | null;
  /** The result that the client has, as it was sent. */
  sent: string | null;
  addedTs: bigint;
}

type Add = Extract<ModifyQuerySetFrame["modifications"][number], { type: "Add" }>;

/** So many queries too many, and it is no mistake any more. */
const REFUSED_QUERIES_MAX = 1_000;

/** The queries of one connection, and what its client has of each. */
export class Subscriptions<I extends Identity, Snapshot> {
  readonly #member: Member<I>;
  readonly #queriesMax: number;
  readonly #byId = new Map<number, Subscription<I>>();
  /** How many queries have an entry. A client does not ask the same twice, but may. */
  readonly #uses = new Map<QueryEntry<I>, number>();
  #removed: { queryId: number; ts: bigint }[] = [];
  #scope: Scope<I, Snapshot>;

  constructor(member: Member<I>, scope: Scope<I, Snapshot>, queriesMax: number) {
    this.#member = member;
    this.#scope = scope;
    this.#queriesMax = queriesMax;
  }

  get size(): number {
    return this.#byId.size;
  }

  entries(): Iterable<QueryEntry<I>> {
    return this.#uses.keys();
  }

  /** False when there are far too many. */
  modify(modifications: ModifyQuerySetFrame["modifications"], ts: bigint): boolean {
    for (const modification of modifications) {
      const { queryId } = modification;
      this.#unsubscribe(queryId);
      if (modification.type === "Add") this.#add(modification, ts);
      else this.#removed.push({ queryId, ts });
    }
    return this.#byId.size <= this.#queriesMax + REFUSED_QUERIES_MAX;
  }

  #add({ queryId, udfPath: path, args, componentPath }: Add, ts: bigint): void {
    const refusal = this.#refusalOf(componentPath);
    const argsJson = JSON.stringify(args[0] ?? {});
    const entry = refusal === null ? this.#enter(path, argsJson) : null;
    this.#byId.set(queryId, { path, argsJson, entry, refusal, sent: null, addedTs: ts });
  }

  #refusalOf(componentPath: string | null | undefined): string | null {
    const error = componentPath
      ? new FunctionError("unknown-function", "There are no components here.")
      : this.#byId.size >= this.#queriesMax
        ? new FunctionError("too-many-queries", `One connection can have ${this.#queriesMax} queries.`)
        : null;
    return error && encodeResult({ message: error.message, data: error.data });
  }

  #enter(path: string, argsJson: string): QueryEntry<I> {
    const entry = this.#scope.subscribe(this.#member, path, argsJson);
    this.#uses.set(entry, (this.#uses.get(entry) ?? 0) + 1);
    return entry;
  }

  #unsubscribe(queryId: number): void {
    const entry = this.#byId.get(queryId)?.entry;
    this.#byId.delete(queryId);
    if (entry) this.#leave(entry);
  }

  #leave(entry: QueryEntry<I>): void {
    const uses = (this.#uses.get(entry) ?? 0) - 1;
    if (uses > 0) this.#uses.set(entry, uses);
    else {
      this.#uses.delete(entry);
      this.#scope.unsubscribe(this.#member, entry);
    }
  }

  /** The same questions, to be answered as another scope's. What the client has stays known, so that equal answers are not sent again. */
  move(scope: Scope<I, Snapshot>): void {
    this.clear();
    this.#scope = scope;
    for (const subscription of this.#byId.values())
      if (subscription.refusal === null) subscription.entry = this.#enter(subscription.path, subscription.argsJson);
  }

  /** Asks nothing any more. */
  clear(): void {
    for (const entry of this.#uses.keys()) this.#scope.unsubscribe(this.#member, entry);
    this.#uses.clear();
  }

  /** What a round of this time has new for the client; null when an answer is missing. `take` notes that it has been sent. */
  news(ts: bigint): { modifications: Modification[]; take(): void } | null {
    const modifications: Modification[] = this.#removed
      .filter((removed) => removed.ts < ts && !this.#byId.has(removed.queryId))
      .map(({ queryId }) => ({ queryId, isRemoved: true }));
    const changed: [Subscription<I>, string][] = [];
    for (const [queryId, subscription] of this.#byId) {
      if (subscription.addedTs > ts) continue;
      const result = this.#resultOf(subscription);
      if (result === null) return null;
      if (result === subscription.sent) continue;
      changed.push([subscription, result]);
      modifications.push({ queryId, result });
    }
    const take = () => {
      this.#removed = this.#removed.filter((removed) => removed.ts > ts);
      for (const [subscription, result] of changed) subscription.sent = result;
    };
    return { modifications, take };
  }

  #resultOf({ entry, refusal }: Subscription<I>): string | null {
    if (entry === null) return refusal;
    return entry.computedTs < this.#member.freshFromTs ? null : entry.result;
  }
}
