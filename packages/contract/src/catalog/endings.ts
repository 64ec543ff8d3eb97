import { z } from "zod";
import { USED_PARTS, type UsedPart } from "../cost/priced-units.ts";
import { type Catalog, lifeOf } from "./catalog.ts";
import { modelNameOf } from "./default-models.ts";

/** A model, a voice or a transcriber of a configuration that its provider ends. */
export const Ending = z.object({
  /** The path of the field with the name, like `model.model` or `members.0.assistant.voice.model`. */
  path: z.string(),
  part: z.enum(USED_PARTS),
  provider: z.string(),
  name: z.string(),
  /** The first day on which the provider refuses it. */
  retires: z.string(),
  hasEnded: z.boolean(),
  /** The name to set instead. Absent: choose another one. */
  successor: z.string().optional(),
});
export type Ending = z.infer<typeof Ending>;

/** The kind of part, by the field that contains it. In a list, by the field of the list. */
const PARTS: Readonly<Record<string, UsedPart>> = {
  model: "model",
  voice: "voice",
  voices: "voice",
  transcriber: "transcriber",
  transcribers: "transcriber",
};

/** All names in a configuration that end within `ENDING_DAYS`, or have ended: at every depth, including fallbacks. */
export function findEndings(config: unknown, catalog: Catalog, nowMs: number): Ending[] {
  const found: Ending[] = [];
  const look = (part: UsedPart, provider: string, name: string, path: string) => {
    const row = catalog.find({ part, provider, name });
    const life = row && lifeOf(row, nowMs);
    if (!row?.retires || (life !== "ending" && life !== "ended")) return;
    const successor = catalog.successorOf(row, nowMs);
    found.push({
      path,
      part,
      provider,
      name,
      retires: row.retires,
      hasEnded: life === "ended",
      ...(successor !== undefined && { successor }),
    });
  };
  const walk = (value: unknown, field: string, path: string) => {
    if (typeof value !== "object" || value === null) return;
    const fields = value as Record<string, unknown>;
    const part = PARTS[field];
    if (part && !Array.isArray(value) && typeof fields.provider === "string") {
      const { provider } = fields;
      const named = fieldOf(part, fields);
      const name = part === "model" ? fields.model : modelNameOf(part, { ...fields, provider });
      if (typeof name === "string") look(part, provider, name, `${path}.${named}`);
      if (part === "model" && Array.isArray(fields.fallbackModels))
        for (const [index, fallback] of fields.fallbackModels.entries())
          if (typeof fallback === "string") look(part, provider, fallback, `${path}.fallbackModels.${index}`);
    }
    for (const [key, inner] of Object.entries(value))
      walk(inner, Array.isArray(value) ? field : key, path === "" ? key : `${path}.${key}`);
  };
  walk(config, "", "");
  return found;
}

/** AssemblyAI names its model `speechModel`. */
const fieldOf = (part: UsedPart, fields: Record<string, unknown>) =>
  part === "transcriber" && fields.provider === "assembly-ai" ? "speechModel" : "model";

/** The configuration with the successors of names that end. Names without a successor stay. */
export function withSuccessors<Config extends object>(config: Config, endings: readonly Ending[]): Config {
  const changed = structuredClone(config);
  for (const { path, successor } of endings) {
    const keys = path.split(".");
    const field = keys.pop() ?? "";
    const holder = keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], changed);
    if (successor !== undefined && typeof holder === "object" && holder !== null)
      (holder as Record<string, unknown>)[field] = successor;
  }
  return changed;
}
