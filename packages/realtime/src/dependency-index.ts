/** What a round hears of while it runs: a query that is being answered has not said yet what it depends on. */
export interface Notices {
  readonly keys: Set<string>;
  isEverything: boolean;
}

interface Dependent {
  readonly keys: ReadonlySet<string>;
}

/** Which results are no longer true when a key is invalidated. */
export class DependencyIndex<Entry extends Dependent> {
  readonly #entriesByKey = new Map<string, Set<Entry>>();
  readonly #listening = new Set<Notices>();

  /** From now on `entry` depends on `keys`, and no longer on `entry.keys`, which the caller then replaces. */
  watch(entry: Entry, keys: ReadonlySet<string>): void {
    for (const key of entry.keys) if (!keys.has(key)) this.#forget(key, entry);
    for (const key of keys) {
      const entries = this.#entriesByKey.get(key);
      if (entries) entries.add(entry);
      else this.#entriesByKey.set(key, new Set([entry]));
    }
  }

  unwatch(entry: Entry): void {
    for (const key of entry.keys) this.#forget(key, entry);
  }

  #forget(key: string, entry: Entry): void {
    const entries = this.#entriesByKey.get(key);
    entries?.delete(entry);
    if (entries?.size === 0) this.#entriesByKey.delete(key);
  }

  isWatched(key: string): boolean {
    return this.#entriesByKey.has(key);
  }

  invalidate(keys: Iterable<string>, mark: (entry: Entry) => void): void {
    for (const key of keys) {
      for (const notices of this.#listening) notices.keys.add(key);
      for (const entry of this.#entriesByKey.get(key) ?? []) mark(entry);
    }
  }

  /** For when it is not known what has changed. The caller marks every entry. */
  invalidateEverything(): void {
    for (const notices of this.#listening) notices.isEverything = true;
  }

  listen(): Notices {
    const notices: Notices = { keys: new Set(), isEverything: false };
    this.#listening.add(notices);
    return notices;
  }

  stopListening(notices: Notices): void {
    this.#listening.delete(notices);
  }
}
