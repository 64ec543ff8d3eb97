import type { Run } from "../../platform/jobs/runs.ts";
import type { ChangeListener } from "../../platform/realtime/realtime-service.ts";
import { rowName, type Wait } from "./carry-out.ts";

interface Watched {
  run: Run;
  /** Rows that it waits for, by `rowName`. Absent during a pass. */
  awaited: ReadonlySet<string> | undefined;
  /** Rows of its organization that have changed during the pass: the pass may have read them before. */
  changed: Set<string>;
  /** Rows have changed during the pass, and it is not known which. */
  isUnsure: boolean;
}

/** Hurries the erasures whose last pass was at this node, when a row that they wait for changes at any node. */
export class AwaitedRows implements ChangeListener {
  readonly #hurry: (run: Run) => void;
  readonly #watched = new Map<string, Watched>();

  /** `hurry`: lets the next pass begin now. */
  constructor(hurry: (run: Run) => void) {
    this.#hurry = hurry;
  }

  /** Carries out a pass. When it resolves, the job of the next pass must be there. */
  async during(run: Run, pass: () => Promise<Wait | undefined>): Promise<void> {
    const watched: Watched = { run, awaited: undefined, changed: new Set(), isUnsure: false };
    this.#watched.set(run.id, watched);
    let wait: Wait | undefined;
    try {
      wait = await pass();
    } finally {
      this.#watched.delete(run.id);
    }
    if (!wait || wait.rows.length === 0) return;
    if (watched.isUnsure || wait.rows.some((row) => watched.changed.has(row))) this.#hurry(run);
    else this.#watched.set(run.id, { ...watched, awaited: new Set(wait.rows) });
  }

  onChange({ resource, orgId, ids }: Parameters<ChangeListener["onChange"]>[0]): void {
    const rows = ids?.map((id) => rowName(resource, id));
    for (const watched of this.#watched.values()) if (watched.run.orgId === orgId) this.#note(watched, rows);
  }

  onResync(): void {
    for (const watched of this.#watched.values()) this.#note(watched, undefined);
  }

  /** `rows`: undefined if they are not known. */
  #note(watched: Watched, rows: readonly string[] | undefined): void {
    const { run, awaited, changed } = watched;
    if (!awaited) {
      if (!rows) watched.isUnsure = true;
      for (const row of rows ?? []) changed.add(row);
    } else if (rows?.some((row) => awaited.has(row)) ?? true) {
      this.#watched.delete(run.id);
      this.#hurry(run);
    }
  }
}
