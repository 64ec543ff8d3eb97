import { keepNewest } from "@callwright/contract";

/** Models that stay in memory for all calls of the process: each is loaded once, and the least recently used one is unloaded first. */
export class LoadedModels<Description extends { installedAt: string }, Model> {
  readonly #max: number;
  readonly #load: (folder: string, description: Description) => Promise<Model>;
  /** By folder, the most recently used one last. */
  readonly #loaded = new Map<string, { installedAt: string; model: Promise<Model> }>();

  constructor(max: number, load: (folder: string, description: Description) => Promise<Model>) {
    this.#max = max;
    this.#load = load;
  }

  /** The model in `folder`. A newly installed one is loaded again. After a failed load, a later call tries again. */
  get(folder: string, description: Description): Promise<Model> {
    const { installedAt } = description;
    const known = this.#loaded.get(folder);
    const kept = known?.installedAt === installedAt ? known : { installedAt, model: this.#load(folder, description) };
    keepNewest(this.#loaded, folder, kept, this.#max);
    kept.model.catch(() => this.#loaded.get(folder) === kept && this.#loaded.delete(folder));
    return kept.model;
  }
}
