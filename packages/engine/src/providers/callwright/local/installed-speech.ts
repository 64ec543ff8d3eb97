import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Written last: a folder without it holds no voice and no recognizer. */
export const INSTALLED_FILE = "installed.json";

/** Path of a file below the folder of a voice or recognizer. */
export const ModelFile = z
  .string()
  .regex(/^[\w.-]+(?:\/[\w.-]+)*$/)
  .refine((path) => !path.split("/").includes(".."));

/** Fields of every voice and recognizer. */
export const SpeechModel = z.object({
  id: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  /** ISO 639-1 codes. The first one counts where an assistant names none. */
  languages: z.array(z.string().min(2).max(8)).min(1),
});

export const isSpeechModelId = (name: string): boolean => SpeechModel.shape.id.safeParse(name).success;

/** Further fields of `installed.json`. */
export const Installed = z.object({
  /** Seconds of work for a second of speech, as measured on this machine. */
  realTimeFactor: z.number().positive(),
  /** Its size on the disk. */
  bytes: z.int().min(0),
  installedAt: z.iso.datetime(),
});

/** The description in `<folder>/<id>`; undefined where there is none, or where it cannot be read. */
export async function readInstalled<Schema extends z.ZodType>(
  schema: Schema,
  folder: string,
  id: string,
): Promise<z.infer<Schema> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(join(folder, id, INSTALLED_FILE), "utf8")));
  } catch {
    return undefined;
  }
}
