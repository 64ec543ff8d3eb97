import { type LocalVoice, type LocalVoiceState, PlatformError } from "@callwright/contract";
import { findInstalledVoice, hasSpeechLibrary, type InstalledVoice } from "@callwright/engine";
import { EnvHttpProxyAgent } from "undici";
import type { Config } from "../config.ts";
import { voicesFolder } from "../data-dir.ts";
import type { Logger } from "../logger.ts";
import type { CatalogEntry, Source } from "./catalog-entry.ts";
import { explainDisk, InstallError } from "./install-error.ts";
import { bytesOf, type InstallOptions, type InstallProgress, installVoice } from "./install-voice.ts";
import { readCatalog } from "./read-catalog.ts";
import { bytesIn, VoiceFolder } from "./voice-folder.ts";

/**
 * A voice on this machine, as this process knows it:
 *
 * ```
 *   not installed ── install ──▶ installing ──▶ installed ── remove ──▶ not installed
 *        ▲   ▲                     │    │
 *        │   └────── cancel ───────┘    └──▶ failed ── install ──▶ installing
 *        └──────────── remove ───────────────┘
 * ```
 */
interface Job {
  progress: InstallProgress;
  cancel: AbortController;
  ended: Promise<void>;
}

/** For tests. */
export type LocalVoiceOptions = Pick<InstallOptions, "retryMs" | "freeBytes">;

/** The natural voices of this machine. All organizations of the server share them. */
export class LocalVoices {
  /** What the settings of assistants are checked against. */
  readonly known: ReadonlyMap<string, { languages: readonly string[]; speakers: number }>;
  readonly #entries: readonly CatalogEntry[];
  readonly #folder: VoiceFolder;
  readonly #filesFolder: string | undefined;
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #options: LocalVoiceOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #failures = new Map<string, string>();
  #closed = false;

  constructor(
    config: Pick<Config, "dataDir" | "voiceCatalog" | "voiceFilesDir">,
    { log, now, ...options }: { log: Logger; now: () => Date } & LocalVoiceOptions,
  ) {
    this.#entries = readCatalog(config.voiceCatalog);
    this.known = new Map(this.#entries.map(({ id, languages, speakers }) => [id, { languages, speakers }]));
    this.#folder = new VoiceFolder(voicesFolder(config.dataDir));
    this.#filesFolder = config.voiceFilesDir;
    this.#log = log;
    this.#now = now;
    this.#options = options;
  }

  /** Every voice of the catalog, in its order. */
  list(): Promise<LocalVoice[]> {
    return Promise.all(this.#entries.map((entry) => this.#describe(entry)));
  }

  async get(id: string): Promise<LocalVoice> {
    return this.#describe(this.entry(id));
  }

  /** Fails with `not-found`. */
  entry(id: string): CatalogEntry {
    const entry = this.#entries.find((each) => each.id === id);
    if (!entry) throw new PlatformError("not-found", { what: "Local voice" });
    return entry;
  }

  /** Those that are installed, with their entries. */
  async installed(): Promise<{ entry: CatalogEntry; voice: InstalledVoice }[]> {
    const found = await Promise.all(
      this.#entries.map(async (entry) => ({ entry, voice: await findInstalledVoice(this.#folder.path, entry.id) })),
    );
    return found.flatMap(({ entry, voice }) => (voice ? [{ entry, voice }] : []));
  }

  /** Where an installed voice has its files. */
  folderOf(id: string): string {
    return this.#folder.voice(id);
  }

  /** Begins to install a voice, unless it is installed or being installed. Fails with `not-found`, or `not-available` without the library. */
  async install(id: string): Promise<LocalVoice> {
    const entry = this.entry(id);
    if (!hasSpeechLibrary())
      throw new PlatformError("not-available", { what: "Local speech", instead: "Its library does not run on this system." });
    const voice = await this.#describe(entry);
    if (this.#closed || voice.state.status === "installed" || voice.state.status === "installing") return voice;
    this.#failures.delete(id);
    this.#begin(entry);
    return this.#describe(entry);
  }

  /** Ends an installation. What was downloaded stays for the next one. Fails with `not-found` or `voice-not-installing`. */
  async cancel(id: string): Promise<LocalVoice> {
    const entry = this.entry(id);
    const job = this.#jobs.get(id);
    if (!job) throw new PlatformError("voice-not-installing");
    job.cancel.abort(new Error("canceled"));
    await job.ended;
    return this.#describe(entry);
  }

  /** Removes a voice and what was downloaded of it. Fails with `not-found` or `voice-installing`. */
  async remove(id: string): Promise<LocalVoice> {
    const entry = this.entry(id);
    if (this.#jobs.has(id) || !(await this.#folder.lock(id))) throw new PlatformError("voice-installing");
    try {
      await this.#folder.remove(id);
    } finally {
      await this.#folder.unlock(id);
    }
    this.#failures.delete(id);
    return this.#describe(entry);
  }

  /** Ends installations. The next start continues their downloads when somebody asks for it. */
  async close(): Promise<void> {
    this.#closed = true;
    const jobs = [...this.#jobs.values()];
    for (const { cancel } of jobs) cancel.abort(new Error("the server stops"));
    await Promise.all(jobs.map(({ ended }) => ended));
  }

  #begin(entry: CatalogEntry): void {
    const cancel = new AbortController();
    const job: Job = {
      progress: { step: "waiting", doneBytes: 0, totalBytes: bytesOf(firstSource(entry)) },
      cancel,
      ended: Promise.resolve(),
    };
    this.#jobs.set(entry.id, job);
    job.ended = this.#run(entry, job).finally(() => this.#jobs.delete(entry.id));
  }

  /** Never fails: the failure becomes the voice's state. */
  async #run(entry: CatalogEntry, job: Job): Promise<void> {
    const { id } = entry;
    try {
      if (!(await this.#folder.lock(id))) return;
      // Node's own fetch does not look at HTTPS_PROXY.
      const dispatcher = new EnvHttpProxyAgent();
      try {
        await installVoice(entry, {
          ...this.#options,
          folder: this.#folder,
          filesFolder: this.#filesFolder,
          dispatcher,
          signal: job.cancel.signal,
          now: this.#now,
          onProgress: (progress) => {
            job.progress = progress;
          },
        });
      } finally {
        await dispatcher.destroy();
        await this.#folder.unlock(id);
      }
      this.#log.info({ voice: id }, "a natural voice is installed");
    } catch (error) {
      if (job.cancel.signal.aborted) return;
      const explained = explainDisk(error);
      const isExpected = explained instanceof InstallError;
      this.#failures.set(id, isExpected ? explained.message : "Something went wrong on the server. Look into its log.");
      this.#log[isExpected ? "warn" : "error"]({ voice: id, err: explained }, "a natural voice could not be installed");
    }
  }

  async #describe(entry: CatalogEntry): Promise<LocalVoice> {
    const { id, name, family, languages, speakers, license, isRecommended } = entry;
    const bytes = bytesOf(firstSource(entry));
    return {
      ...{ id, name, family, languages, speakers, license, bytes, isRecommended },
      state: await this.#stateOf(entry, bytes),
    };
  }

  async #stateOf({ id }: CatalogEntry, totalBytes: number): Promise<LocalVoiceState> {
    const job = this.#jobs.get(id);
    if (job) return { status: "installing", ...job.progress };
    const voice = await findInstalledVoice(this.#folder.path, id);
    if (voice)
      return {
        status: "installed",
        realTimeFactor: voice.realTimeFactor,
        diskBytes: voice.bytes,
        installedAt: voice.installedAt,
      };
    if (await this.#folder.isLocked(id)) {
      const doneBytes = Math.min(totalBytes, await bytesIn(this.#folder.files(id)));
      return { status: "installing", step: "download", doneBytes, totalBytes };
    }
    const reason = this.#failures.get(id);
    return reason === undefined ? { status: "not-installed" } : { status: "failed", reason };
  }
}

/** The one that is tried first, whose size is told. */
function firstSource({ sources: [first] }: CatalogEntry): Source {
  if (!first) throw new Error("the schema admits no voice without a source");
  return first;
}
