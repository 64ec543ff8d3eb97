import { type Fields, OWN_DATA_FIELDS, PERSONALITIES, referredBy } from "@callwright/contract";
import { FOLDERS, type Folder, KINDS } from "./kinds.ts";
import { mapValues, type Path, valueAt } from "./values.ts";

/** Keys of the gallery. No personality has one of them as its slug, so that a suite's `callers` can have both. */
export const GALLERY_KEYS: ReadonlySet<string> = new Set(PERSONALITIES.map(({ key }) => key));

/** The kind that the text at a path refers to. */
function referredFolder(root: Fields, path: Path, text: string): Folder | undefined {
  const last = path.at(-1);
  const field = typeof last === "number" ? path.at(-2) : last;
  if (typeof field !== "string" || path.some((key) => OWN_DATA_FIELDS.has(key))) return undefined;
  if (path[0] === "callers") return GALLERY_KEYS.has(text) ? undefined : "personalities";
  const noun = field === "targetId" ? valueAt(root, [...path.slice(0, -1), "targetType"]) : referredBy(field);
  return FOLDERS.find((folder) => KINDS[folder].noun === noun);
}

/** A copy in which `change` replaced each reference. */
export function mapReferences(value: Fields, change: (folder: Folder, text: string, path: Path) => unknown): Fields {
  return mapValues(value, (inner, path) => {
    const folder = typeof inner === "string" ? referredFolder(value, path, inner) : undefined;
    return folder && change(folder, String(inner), path);
  }) as Fields;
}

export interface Reference {
  folder: Folder;
  text: string;
  path: Path;
}

export function referencesOf(value: Fields): Reference[] {
  const found: Reference[] = [];
  mapReferences(value, (folder, text, path) => {
    found.push({ folder, text, path });
    return undefined;
  });
  return found;
}
