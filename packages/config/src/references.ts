import type { Folder } from "./kinds.ts";
import { type Mapping, mapValues, type Path } from "./values.ts";

/** The fields that hold ids, and what they refer to. */
export const REFERENCE_FIELDS: Readonly<Record<string, Folder>> = {
  assistantId: "assistants",
  assistantIds: "assistants",
  credentialId: "credentials",
  credentialIds: "credentials",
  declineToolId: "tools",
  fileIds: "files",
  knowledgeBaseId: "knowledge-bases",
  phoneNumberId: "phone-numbers",
  squadId: "squads",
  structuredOutputId: "structured-outputs",
  structuredOutputIds: "structured-outputs",
  toolId: "tools",
  toolIds: "tools",
  workflowId: "workflows",
  workflowIds: "workflows",
};

/** People's own data, in which a field of such a name is no reference. */
const OWN_DATA: ReadonlySet<string | number> = new Set([
  ...["arguments", "body", "headers", "metadata", "parameters", "properties", "schema", "sipHeaders", "variableValues"],
]);

/** The kind that the text at a path refers to. */
function referredFolder(path: Path): Folder | undefined {
  const last = path.at(-1);
  const field = typeof last === "number" ? path.at(-2) : last;
  if (typeof field !== "string" || !Object.hasOwn(REFERENCE_FIELDS, field) || path.some((key) => OWN_DATA.has(key)))
    return undefined;
  return REFERENCE_FIELDS[field];
}

/** A copy in which `change` replaced each reference. */
export function mapReferences(value: Mapping, change: (folder: Folder, text: string, path: Path) => unknown): Mapping {
  return mapValues(value, (inner, path) => {
    const folder = typeof inner === "string" ? referredFolder(path) : undefined;
    return folder && change(folder, String(inner), path);
  }) as Mapping;
}

export interface Reference {
  folder: Folder;
  text: string;
  path: Path;
}

export function referencesOf(value: Mapping): Reference[] {
  const found: Reference[] = [];
  mapReferences(value, (folder, text, path) => {
    found.push({ folder, text, path });
    return undefined;
  });
  return found;
}
