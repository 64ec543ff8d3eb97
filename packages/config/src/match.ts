import { FOLDERS, type Folder, identityOf, KINDS } from "./kinds.ts";
import type { Desired } from "./read-files.ts";
import { GALLERY_KEYS } from "./references.ts";
import type { Entity, Organization } from "./remote.ts";
import { slugify, takeSlug } from "./slug.ts";

/** Ids by key, from the lock file. */
export type Ids = Readonly<Record<string, string>>;

/** A resource of the server, with its current or future key in files. */
export interface Known {
  folder: Folder;
  slug: string;
  key: string;
  entity: Entity;
  /** The key of a test's suite. */
  parent?: string;
}

/**
 * Assigns the server's resources to files, and names those without a file. In this order: the id of the lock file, a name that is unique on both
 * sides, the slug that a new file would get.
 */
export function matchResources(desired: readonly Desired[], organization: Organization, locked: Ids): Known[] {
  const known: Known[] = [];
  const ids = withoutTwins(locked);
  for (const folder of FOLDERS) {
    for (const [parent, entities] of groups(folder, organization, known)) {
      const files = desired.filter((each) => each.folder === folder && each.parent === parent?.key);
      const keys = matchGroup(folder, files, entities, ids);
      for (const [entity, slug] of keys) {
        const key = `${parent?.key ?? folder}/${slug}`;
        known.push({ folder, slug, key, entity, ...(parent && { parent: parent.key }) });
      }
    }
  }
  return known;
}

/** An id with two keys, such as after a merge of two branches, is ignored. */
function withoutTwins(ids: Ids): Ids {
  const all = Object.values(ids);
  return Object.fromEntries(Object.entries(ids).filter(([, id]) => all.indexOf(id) === all.lastIndexOf(id)));
}

/** The ids to lock: those of the current and of the former files. A push with `prune` deletes only these. */
export function idsToLock(known: readonly Known[], resources: readonly Desired[], organization: Organization, locked: Ids): Ids {
  const keys = new Set(resources.map(({ key }) => key));
  const own = known.filter(({ key, entity }) => keys.has(key) || locked[key] === entity.id);
  const unread = Object.entries(locked).filter(([key]) => isUnread(organization, key));
  return Object.fromEntries([...unread, ...own.map(({ key, entity }) => [key, entity.id] as const)]);
}

/** The server does not list this kind, so its resources are unknown. */
export function isUnread({ missing }: Organization, key: string): boolean {
  return missing.some((folder) => key.startsWith(`${folder}/`));
}

/** The resources of a folder; tests by their suite. */
function groups(folder: Folder, { entities }: Organization, known: readonly Known[]): [Known | undefined, readonly Entity[]][] {
  const all = entities.get(folder) ?? [];
  if (folder !== "tests") return [[undefined, all]];
  const suites = known.filter((each) => each.folder === "test-suites");
  return suites.map((suite) => [suite, all.filter(({ testSuiteId }) => testSuiteId === suite.entity.id)]);
}

function matchGroup(folder: Folder, files: readonly Desired[], entities: readonly Entity[], ids: Ids): Map<Entity, string> {
  const slugs = new Map<Entity, string>();
  const free = new Set(files);
  const take = (file: Desired | undefined, entity: Entity | undefined) => {
    if (!file || !entity || slugs.has(entity) || !free.delete(file)) return;
    slugs.set(entity, file.slug);
  };
  for (const file of files)
    take(
      file,
      entities.find(({ id }) => id === ids[file.key]),
    );

  const unmatched = entities.filter((entity) => !slugs.has(entity));
  for (const file of [...free]) {
    const identity = identityOf(folder, file.value);
    if (identity === undefined) continue;
    const same = unmatched.filter((entity) => identityOf(folder, entity) === identity);
    const twins = files.filter((other) => identityOf(folder, other.value) === identity);
    if (same.length === 1 && twins.length === 1) take(file, same[0]);
  }

  // A resource keeps its key of the lock file, even without a file.
  const lockedSlugs = new Map(Object.entries(ids).map(([key, id]) => [id, key.split("/").at(-1) ?? ""]));
  const taken = new Set([...files].filter((file) => !free.has(file)).map(({ slug }) => slug));
  if (folder === "personalities") for (const key of GALLERY_KEYS) taken.add(key);
  for (const entity of entities) {
    if (slugs.has(entity)) continue;
    const locked = lockedSlugs.get(entity.id);
    const named = String(KINDS[folder].nameOf(entity) ?? "");
    const slug = takeSlug(locked ?? slugify(named, KINDS[folder].noun.replace(/ /g, "-")), taken);
    const file = [...free].find((each) => each.slug === slug);
    if (file && !isOther(folder, file, entity)) take(file, entity);
    else slugs.set(entity, file ? takeSlug(slug, taken) : slug);
  }
  return slugs;
}

/** A file and a resource of different kinds of tool, or of different providers, are not the same. */
function isOther(folder: Folder, file: Desired, entity: Entity): boolean {
  const { fixed } = KINDS[folder];
  return fixed !== undefined && file.value[fixed] !== entity[fixed];
}
