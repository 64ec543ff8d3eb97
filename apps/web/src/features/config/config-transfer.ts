import type { Client } from "@callwright/client";
import {
  applyPlan,
  type Failure,
  makePlan,
  type Organization,
  openRemote,
  type Plan,
  pullFiles,
  readFiles,
  readOrganization,
  type Step,
} from "@callwright/config";
import { type Archive, writeArchive } from "./config-archive.ts";

/** Makes an archive of an organization. `fallbackId`: its id, if its resources do not say. */
export async function exportConfig(client: Client, fallbackId: string) {
  const remote = openRemote(client, fetchFile);
  const organization = await readOrganization(remote);
  const { writes, known, variables, warnings } = await pullFiles(
    new Map(),
    readFiles(new Map(), undefined),
    organization,
    remote,
    { variables: () => undefined, ids: {} },
  );
  const files = new Map([...writes].flatMap(([path, content]) => (content === null ? [] : [[path, content] as const])));
  const ids = Object.fromEntries(known.map(({ key, entity }) => [key, entity.id]));
  return {
    archive: writeArchive(files, orgIdOf(organization, fallbackId), ids),
    files: files.size,
    /** Variables in place of secrets. */
    variables,
    /** Sentences. */
    warnings: warnings.map(({ file, message }) => `${file}: ${message}`),
  };
}

export interface ImportSource {
  archive: Archive;
  environment: string | undefined;
  /** Values of variables by name. */
  secrets: Readonly<Record<string, string>>;
  /** The server is another implementation of the API, with its own fields. */
  isForeign: boolean;
}

export type PlannedImport = Awaited<ReturnType<typeof planImport>>;

/** Compares an archive with the organization as it is now. Sends nothing. */
export async function planImport(client: Client, fallbackId: string, source: ImportSource) {
  const remote = openRemote(client, fetchFile);
  const organization = await readOrganization(remote);
  const files = readFiles(source.archive.tree(source.environment), source.environment);
  const plan = await makePlan(files, organization, remote, {
    variables: (name) => source.secrets[name],
    ids: source.archive.ids(orgIdOf(organization, fallbackId)),
    unknownFields: source.isForeign ? "send" : "refuse",
  });
  return { plan, remote };
}

/** Performs a plan. Answers where it stopped. */
export async function applyImport(
  { plan, remote }: PlannedImport,
  secrets: ImportSource["secrets"],
  onStep: (done: number) => void,
): Promise<Failure | undefined> {
  let done = 0;
  return applyPlan(plan, remote, {
    variables: (name) => secrets[name],
    onDone: () => onStep(++done),
  });
}

/** The shown steps: a circle of references needs two steps for one resource. */
export const shownSteps = ({ steps }: Plan): Step[] => steps.filter(({ part }) => part !== "skeleton");

export function countSteps(plan: Plan): { created: number; changed: number } {
  const steps = shownSteps(plan);
  const created = steps.filter(({ action }) => action === "create").length;
  return { created, changed: steps.length - created };
}

/** Whether the newer plan has a step that the shown one lacks. */
export function doesMore(shown: Plan, newer: Plan): boolean {
  const known = new Set(shownSteps(shown).map(({ action, key }) => `${action} ${key}`));
  return (
    newer.adopted.some((key) => !shown.adopted.includes(key)) ||
    shownSteps(newer).some(({ action, key }) => !known.has(`${action} ${key}`))
  );
}

/** The signed links of files need no cookie. */
const fetchFile: typeof fetch = (input) => fetch(input, { credentials: "omit" });

function orgIdOf({ entities }: Organization, fallbackId: string): string {
  const [first] = [...entities.values()].flat();
  return first?.orgId ?? fallbackId;
}
