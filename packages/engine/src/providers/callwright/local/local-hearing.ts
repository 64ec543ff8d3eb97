import { join } from "node:path";
import { ProviderError } from "../../../model/provider-error.ts";
import type { LoadShedding } from "../../../process/load-shedding.ts";
import {
  findInstalledRecognizer,
  type InstalledRecognizer,
  recognizerLanguageProblem,
  recognizerNotInstalled,
} from "./installed-recognizer.ts";
import { LoadedModels } from "./loaded-models.ts";
import { LocalStt } from "./local-stt.ts";
import { Recognizer } from "./recognizer.ts";
import { filesIn, loadRecognizerModel } from "./recognizer-model.ts";

/** A small one takes 250 MB, a large one 800. */
const LOADED_MAX = 4;

const loadedRecognizers = new LoadedModels(LOADED_MAX, (folder, about: InstalledRecognizer) =>
  loadRecognizerModel(filesIn(folder, about)),
);

export interface LocalHearingChoice {
  /** Folder of the installed recognizers. */
  folder: string;
  id: string;
  /** Default: the recognizer's first. */
  language?: string | undefined;
  /** What a busy process skips. Default: nothing. */
  shedding?: LoadShedding | undefined;
}

/** An installed recognizer of this machine as a streaming STT. Its model begins to load at once. Fails with a `ProviderError` if it is not installed. */
export async function createLocalHearing({ folder, id, language, shedding }: LocalHearingChoice): Promise<LocalStt> {
  const about = await findInstalledRecognizer(folder, id);
  const fail = (problem: string) => new ProviderError(problem, { provider: "callwright", part: "transcriber", retryable: true });
  if (!about) throw fail(recognizerNotInstalled(id));
  const problem = recognizerLanguageProblem(id, language, about.languages);
  if (problem !== undefined) throw fail(problem);
  const recognizer = new Recognizer(() => loadedRecognizers.get(join(folder, id), about), about.model.kind);
  // Loaded early, so that the first utterance does not wait. A failure is reported with the first recognition.
  recognizer.warm().catch(() => {});
  return new LocalStt({ recognizer, model: id, language: language ?? about.languages[0] ?? "en", shedding });
}
