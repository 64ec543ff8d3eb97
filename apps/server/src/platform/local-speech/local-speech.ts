import { type LocalSpeechModel, type LocalSpeechState, PlatformError } from "@callwright/contract";
import {
  findInstalledRecognizer,
  findInstalledVoice,
  hasSpeechLibrary,
  type InstalledRecognizer,
  type InstalledVoice,
  type KnownLocalSpeech,
} from "@callwright/engine";
import { EnvHttpProxyAgent } from "undici";
import type { Config } from "../config/config.ts";
import { speechFolder } from "../config/data-dir.ts";
import type { Logger } from "../config/logger.ts";
import type { VoiceEntry } from "./catalog-entry.ts";
import { explainDisk, InstallError } from "./install-error.ts";
import { downloadBytes, type Installable, type InstallOptions, type InstallProgress, installModel } from "./install-model.ts";
import { findPiperVoices } from "./piper-voices.ts";
import { readCatalog } from "./read-catalog.ts";
import { bytesIn, SpeechFolder } from "./speech-folder.ts";

/**
 * A voice or recognizer on this machine, as this process knows it:
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
export type LocalSpeechOptions = Pick<InstallOptions, "retryMs" | "freeBytes">;

/** The natural voices and recognizers of this machine. All organizations of the server share them. */
export class SpeechInstaller {
  readonly #entries: readonly Installable[];
  readonly #folder: SpeechFolder;
  readonly #filesFolder: string | undefined;
  readonly #log: Logger;
  readonly #now: () => Date;
  readonly #options: LocalSpeechOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #failures = new Map<string, string>();
  #closed = false;

  constructor(
    config: Pick<Config, "dataDir" | "voiceCatalog" | "voiceFilesDir">,
    { log, now, ...options }: { log: Logger; now: () => Date } & LocalSpeechOptions,
  ) {
    const catalog = readCatalog(config.voiceCatalog);
    const piper = findPiperVoices(config.voiceFilesDir, log).filter(({ id }) => catalog.every((entry) => entry.id !== id));
    this.#entries = [...catalog, ...piper];
    this.#folder = new SpeechFolder(speechFolder(config.dataDir));
    this.#filesFolder = config.voiceFilesDir;
    this.#log = log;
    this.#now = now;
    this.#options = options;
  }

  /** All of the catalog, in its order, and the Piper voices in `VOICES_DIR`. */
  list(): Promise<LocalSpeechModel[]> {
    return Promise.all(this.#entries.map((entry) => this.#describe(entry)));
  }

  async get(id: string): Promise<LocalSpeechModel> {
    return this.#describe(this.entry(id));
  }

  /** Fails with `not-found`. */
  entry(id: string): Installable {
    const entry = this.#entries.find((each) => each.id === id);
    if (!entry) throw new PlatformError("not-found", { what: "Local speech" });
    return entry;
  }

  /** The voices that are installed, with their entries. */
  async installedVoices(): Promise<{ entry: Omit<VoiceEntry, "sources">; voice: InstalledVoice }[]> {
    const found = this.#entries.map(async (entry) => {
      const voice = entry.kind === "voice" && (await findInstalledVoice(this.#folder.path, entry.id));
      return voice ? [{ entry, voice }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** The models that the settings of assistants are checked against. */
  async known(): Promise<KnownLocalSpeech> {
    const voices = new Map<string, { languages: readonly string[]; speakers: number }>();
    const recognizers = new Map<string, { languages: readonly string[]; isInstalled: boolean }>();
    for (const entry of this.#entries) {
      const { id, languages } = entry;
      if (entry.kind === "voice") voices.set(id, { languages, speakers: entry.speakers });
      else recognizers.set(id, { languages, isInstalled: (await this.#installed(entry)) !== undefined });
    }
    return { voices, recognizers };
  }

  #installed({ kind, id }: Installable): Promise<InstalledVoice | InstalledRecognizer | undefined> {
    return kind === "voice" ? findInstalledVoice(this.#folder.path, id) : findInstalledRecognizer(this.#folder.path, id);
  }

  /** The folder of an installed model's files. */
  folderOf(id: string): string {
    return this.#folder.model(id);
  }

  /** Begins to install a model, unless it is installed or being installed. Fails with `not-found`, or `not-available` without the library. */
  async install(id: string): Promise<LocalSpeechModel> {
    const entry = this.entry(id);
    if (!hasSpeechLibrary())
      throw new PlatformError("not-available", { what: "Local speech", instead: "Its library does not run on this system." });
    const model = await this.#describe(entry);
    if (this.#closed || model.state.status === "installed" || model.state.status === "installing") return model;
    this.#failures.delete(id);
    this.#begin(entry);
    return this.#describe(entry);
  }

  /** Ends an installation. Downloaded files stay for the next one. Fails with `not-found` or `speech-not-installing`. */
  async cancel(id: string): Promise<LocalSpeechModel> {
    const entry = this.entry(id);
    const job = this.#jobs.get(id);
    if (!job) throw new PlatformError("speech-not-installing");
    job.cancel.abort(new Error("canceled"));
    await job.ended;
    return this.#describe(entry);
  }

  /** Removes a model and its downloaded files. Fails with `not-found` or `speech-installing`. */
  async remove(id: string): Promise<LocalSpeechModel> {
    const entry = this.entry(id);
    if (this.#jobs.has(id) || !(await this.#folder.lock(id))) throw new PlatformError("speech-installing");
    try {
      await this.#folder.remove(id);
    } finally {
      await this.#folder.unlock(id);
    }
    this.#failures.delete(id);
    return this.#describe(entry);
  }

  /** Ends installations. A later installation continues their downloads. */
  async close(): Promise<void> {
    this.#closed = true;
    const jobs = [...this.#jobs.values()];
    for (const { cancel } of jobs) cancel.abort(new Error("the server stops"));
    await Promise.all(jobs.map(({ ended }) => ended));
  }

  #begin(entry: Installable): void {
    const cancel = new AbortController();
    const job: Job = {
      progress: { step: "waiting", doneBytes: 0, totalBytes: downloadBytes(entry) },
      cancel,
      ended: Promise.resolve(),
    };
    this.#jobs.set(entry.id, job);
    job.ended = this.#run(entry, job).finally(() => this.#jobs.delete(entry.id));
  }

  /** Never fails: the failure becomes the model's state. */
  async #run(entry: Installable, job: Job): Promise<void> {
    const { id } = entry;
    try {
      if (!(await this.#folder.lock(id))) return;
      // Node's own fetch does not look at HTTPS_PROXY.
      const dispatcher = new EnvHttpProxyAgent();
      try {
        await installModel(entry, {
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
      this.#log.info({ model: id }, "local speech is installed");
    } catch (error) {
      if (job.cancel.signal.aborted) return;
      const explained = explainDisk(error);
      const isExpected = explained instanceof InstallError;
      this.#failures.set(id, isExpected ? explained.message : "Something went wrong on the server. Look into its log.");
      this.#log[isExpected ? "warn" : "error"]({ model: id, err: explained }, "local speech could not be installed");
    }
  }

  async #describe(entry: Installable): Promise<LocalSpeechModel> {
    const { id, name, family, languages, license, isRecommended } = entry;
    const bytes = downloadBytes(entry);
    const state = await this.#stateOf(entry, bytes);
    const described = { id, name, family, languages, license, bytes, isRecommended, state };
    return entry.kind === "voice"
      ? { kind: "voice", ...described, speakers: entry.speakers }
      : { kind: "recognizer", ...described };
  }

  async #stateOf(entry: Installable, totalBytes: number): Promise<LocalSpeechState> {
    const { id } = entry;
    const job = this.#jobs.get(id);
    if (job) return { status: "installing", ...job.progress };
    const installed = await this.#installed(entry);
    if (installed)
      return {
        status: "installed",
        realTimeFactor: installed.realTimeFactor,
        diskBytes: installed.bytes,
        installedAt: installed.installedAt,
      };
    if (await this.#folder.isLocked(id)) {
      const doneBytes = Math.min(totalBytes, await bytesIn(this.#folder.files(id)));
      return { status: "installing", step: "download", doneBytes, totalBytes };
    }
    const reason = this.#failures.get(id);
    return reason === undefined ? { status: "not-installed" } : { status: "failed", reason };
  }
}
