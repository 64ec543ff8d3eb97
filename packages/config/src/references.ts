import { type Fields, OWN_DATA_FIELDS, referredBy } from "@callwright/contract";
import { FOLDERS, type Folder, KINDS } from "./kinds.ts";
import { mapValues, type Path } from "./values.ts";

/** The kind that the text at a path refers to. */
function referredFolder(path: Path): Folder | undefined {
  const last = path.at(-1);
  const field = typeof last === "number" ? path.at(-2) : last;
  const noun = typeof field === "string" ? referredBy(field) : undefined;
  if (noun === undefined || path.some((key) => OWN_DATA_FIELDS.has(key))) return undefined;
  return FOLDERS.find((folder) => KINDS[folder].noun === noun);
}

/** A copy in which `change` replaced each reference. */
export function mapReferences(value: Fields, change: (folder: Folder, text: string, path: Path) => unknown): Fields {
  return mapValues(value, (inner, path) => {
    const folder = typeof inner === "string" ? referredFolder(path) : undefined;
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
