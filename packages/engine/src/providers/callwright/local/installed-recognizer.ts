import { z } from "zod";
import { ModelFile as File, Installed, readInstalled, SpeechModel } from "./installed-speech.ts";

/** How sherpa-onnx loads a recognizer: the kind of its model, and where its files are in the recognizer's folder. */
export const RecognizerModelFiles = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("moonshine"), encoder: File, mergedDecoder: File, tokens: File }),
  z.strictObject({ kind: z.literal("nemo-transducer"), encoder: File, decoder: File, joiner: File, tokens: File }),
]);
export type RecognizerModelFiles = z.infer<typeof RecognizerModelFiles>;

/** The languages and the model of a recognizer. */
export const HeardBy = SpeechModel.extend({ model: RecognizerModelFiles });
export type HeardBy = z.infer<typeof HeardBy>;

/** An installed recognizer, as `installed.json` in its folder describes it. */
export const InstalledRecognizer = HeardBy.extend(Installed.shape);
export type InstalledRecognizer = z.infer<typeof InstalledRecognizer>;

/** The recognizer in `<folder>/<id>`; undefined where there is none, or where its description cannot be read. */
export const findInstalledRecognizer = (folder: string, id: string): Promise<InstalledRecognizer | undefined> =>
  readInstalled(InstalledRecognizer, folder, id);

export const recognizerNotInstalled = (id: string): string =>
  `The recognizer '${id}' is not installed on this server. Install it under Voices, Local.`;

/** Why a recognizer of these languages does not understand this one; undefined if it does. `en-GB` is `en`. */
export function recognizerLanguageProblem(
  id: string,
  language: string | undefined,
  known: readonly string[],
): string | undefined {
  if (language === undefined || known.includes(language.split(/[-_]/)[0]?.toLowerCase() ?? "")) return undefined;
  return `The recognizer '${id}' does not know '${language}'. Set language to one of ${known.join(", ")}, or omit it.`;
}
