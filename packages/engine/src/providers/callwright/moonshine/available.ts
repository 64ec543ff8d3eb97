import { hasSpeechLibrary } from "../speech-library.ts";
import { findModelFiles } from "./model-files.ts";

let available: boolean | undefined;

/** Whether this system has the recognizer's library and model. Looked up once per process; nothing is loaded. */
export function moonshineAvailable(): boolean {
  available ??= hasSpeechLibrary() && findModelFiles() !== undefined;
  return available;
}
