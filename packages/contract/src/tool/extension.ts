import { z } from "zod";

const EXTENSION_MAX_CHARACTERS = 10;
const EXTENSION = /^[wWp,]*[\dA-Da-d*#][\dA-Da-d*#wWp,]*$/;
const NO_EXTENSION =
  "must have keys of a telephone only (0-9, *, #, A-D), with w, p or a comma for a pause of half a second, and W for one of a second";

/** Keys that are pressed when a telephone answers. */
export const Extension = z.string().max(EXTENSION_MAX_CHARACTERS).regex(EXTENSION, { error: NO_EXTENSION });

/** The extension of a customer. An empty text means none. */
export const CustomerExtension = z.string().max(EXTENSION_MAX_CHARACTERS);

export function hasPressableExtension({ extension }: { extension?: string | undefined }): boolean {
  return !extension || EXTENSION.test(extension);
}

export const NOT_PRESSABLE = { path: ["extension"], error: NO_EXTENSION };
