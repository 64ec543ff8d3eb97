/** Invalidations during a round, for queries whose dependencies are not known yet. */
export interface Notices {
  readonly keys: Set<string>;
  isEverything: boolean;
}

interface Dependent {
  readonly keys: ReadonlySet<string>;
}

/** The results that depend on each key. */
export class DependencyIndex<Entry extends Dependent> {
  readonly #entriesByKey = new Map<string, Set<Entry>>();
  readonly #listening = new Set<Notices>();

  /** Replaces the dependencies of `entry` with `keys`. The caller updates `entry.keys`. */
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

  /** Everything may have changed. The caller marks every entry. */
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
