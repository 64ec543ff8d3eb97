import { FunctionError } from "./failure.ts";
import type { Identity } from "./functions.ts";
import { encodeResult, type Modification, type ModifyQuerySetFrame } from "./protocol.ts";
import type { Member, QueryEntry } from "./query-entry.ts";
import { writeArgs } from "./query-runner.ts";
import type { Scope } from "./scope.ts";

interface Subscription<I extends Identity> {
  path: string;
  argsJson: string;
  /** Null for a rejected query, whose result is `refusal`. */
  entry: QueryEntry<I> | null;
  refusal: string | null;
  /** The client's current result, as sent. */
  sent: string | null;
  addedTs: bigint;
}

type Add = Extract<ModifyQuerySetFrame["modifications"][number], { type: "Add" }>;

/** Beyond this excess, the connection is closed. */
const REFUSED_QUERIES_MAX = 1_000;

/** The queries of one connection and the client's result of each. */
export class Subscriptions<I extends Identity, Snapshot> {
  readonly #member: Member<I>;
  readonly #queriesMax: number;
  readonly #byId = new Map<number, Subscription<I>>();
  /** Number of queries per entry. A client may send the same query twice. */
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

  /** Returns false if there are far too many. */
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
    const subscription = { path, argsJson: "", entry: null, refusal: null, sent: null, addedTs: ts };
    try {
      this.#requireServable(componentPath);
      const argsJson = writeArgs(args[0]);
      this.#byId.set(queryId, { ...subscription, argsJson, entry: this.#enter(path, argsJson) });
    } catch (error) {
      if (!(error instanceof FunctionError)) throw error;
      this.#byId.set(queryId, { ...subscription, refusal: encodeResult({ message: error.message, data: error.data }) });
    }
  }

  #requireServable(componentPath: string | null | undefined): void {
    if (componentPath) throw new FunctionError("unknown-function", "Components are not supported.");
    if (this.#byId.size >= this.#queriesMax)
      throw new FunctionError("too-many-queries", `A connection can have at most ${this.#queriesMax} queries.`);
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

  /** Moves the queries to another scope. Keeps the client's results, so that equal ones are not sent again. */
  move(scope: Scope<I, Snapshot>): void {
    this.clear();
    this.#scope = scope;
    for (const subscription of this.#byId.values())
      if (subscription.refusal === null) subscription.entry = this.#enter(subscription.path, subscription.argsJson);
  }

  /** Removes all queries. */
  clear(): void {
    for (const entry of this.#uses.keys()) this.#scope.unsubscribe(this.#member, entry);
    this.#uses.clear();
  }

  /** The client's new results in a round. Null if one is missing. `take` records that they were sent. */
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
