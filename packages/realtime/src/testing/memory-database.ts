import type { Value } from "convex/values";
import { FunctionError } from "../failure.ts";
import type { MutationOutcome, MutationRequest, Store } from "../functions.ts";

export interface Item {
  id: number;
  list: string;
  text: string;
}

export interface ItemSnapshot {
  items: readonly Item[];
}

export interface ItemTransaction extends ItemSnapshot {
  add(list: string, text: string): number;
}

interface Done {
  subject: string;
  ts: bigint;
  result: Value;
}

/** Steps that a test can insert. Each is awaited. */
export interface DatabaseHooks {
  beforeSnapshot?(): Promise<void> | void;
  /** The snapshot exists, and nothing has been read from it. */
  afterSnapshot?(): Promise<void> | void;
  beforeTransaction?(): Promise<void> | void;
  /** An exception here fails the commit; nothing is written. */
  beforeCommit?(): Promise<void> | void;
  /** The write is visible to all, but its writer has no response yet. An error here hides the success from the writer. */
  afterCommit?(): Promise<void> | void;
}

/** A database in memory: snapshots never change, a transaction is seen as a whole or not at all, several nodes may share one. */
export class MemoryDatabase {
  items: readonly Item[] = [];
  hooks: DatabaseHooks = {};
  /** How often a transaction's work was run. */
  worked = 0;
  snapshots = 0;
  readonly #done = new Map<string, Done>();
  readonly #inTransaction = new Map<string, Promise<unknown>>();
  readonly #listeners = new Set<(keys: string[]) => void>();
  #nextId = 1;

  /** Called with the keys of every commit, like a notice that arrives at once. */
  onCommit(listener: (keys: string[]) => void): void {
    this.#listeners.add(listener);
  }

  /** A write by another client. */
  add(list: string, text: string): void {
    this.#commit([{ id: this.#nextId++, list, text }]);
  }

  #commit(added: readonly Item[]): void {
    if (added.length === 0) return;
    this.items = [...this.items, ...added];
    const keys = [...new Set(added.map(({ list }) => `items:${list}`))];
    for (const listener of this.#listeners) listener(keys);
  }

  store(): Store<ItemSnapshot, ItemTransaction> {
    return {
      readSnapshot: async (work) => {
        await this.hooks.beforeSnapshot?.();
        this.snapshots++;
        const snapshot = { items: this.items };
        await this.hooks.afterSnapshot?.();
        await work(snapshot);
      },
      mutateOnce: (request) => this.#mutateOnce(request),
    };
  }

  async #mutateOnce(request: MutationRequest<ItemTransaction>): Promise<MutationOutcome> {
    const key = `${request.sessionId}:${request.requestId}`;
    // Waits for a row that another transaction is inserting.
    while (this.#inTransaction.has(key)) await this.#inTransaction.get(key)?.catch(() => {});
    const transaction = this.#transact(key, request);
    this.#inTransaction.set(key, transaction);
    try {
      return await transaction;
    } finally {
      this.#inTransaction.delete(key);
    }
  }

  async #transact(key: string, { subject, work, beforeCommit }: MutationRequest<ItemTransaction>): Promise<MutationOutcome> {
    await this.hooks.beforeTransaction?.();
    const done = this.#done.get(key);
    if (done && done.subject !== subject) throw new FunctionError("not-yours", "Somebody else asked for this.");
    if (done) return { ...done, isReplay: true };
    const added: Item[] = [];
    const database = this;
    this.worked++;
    const result = await work({
      get items() {
        return [...database.items, ...added];
      },
      add(list, text) {
        const id = database.#nextId++;
        added.push({ id, list, text });
        return id;
      },
    });
    const ts = beforeCommit();
    await this.hooks.beforeCommit?.();
    this.#done.set(key, { subject, ts, result });
    this.#commit(added);
    await this.hooks.afterCommit?.();
    return { ts, result, isReplay: false };
  }
}
