import type { BackgroundSound } from "@callwright/contract";
import { makeLoop } from "../media/make-loop.ts";
import { officeSound } from "../media/office-sound.ts";
import { type LoadOptions, loadSoundFile } from "./sound-file.ts";

/** Loads a sound as a loop. Fails with a `SoundFileError`. */
export type BackgroundLoader = () => Promise<Int16Array>;

/** Undefined where no sound is wanted. */
export function backgroundLoader(sound: BackgroundSound, options: LoadOptions): BackgroundLoader | undefined {
  if (sound === "off") return undefined;
  return sound === "office" ? officeSound : async () => makeLoop(await loadSoundFile(sound, options));
}
