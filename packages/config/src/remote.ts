import { ApiError, type Client, readFittingPage } from "@callwright/client";
import { type Fields, isFields, LIST_LIMIT } from "@callwright/contract";
import { FOLDERS, type Folder, KINDS } from "./kinds.ts";

export interface Entity extends Fields {
  id: string;
  createdAt: string;
  orgId?: string;
}

/** A group of the client. Groups differ only in their bodies, which are checked before. */
type Calls = Record<string, (options: object) => Promise<unknown>>;

export type Remote = ReturnType<typeof openRemote>;

/** The server's side of a configuration. `fetchFile` loads the content of files from their signed URLs. */
export function openRemote(client: Client, fetchFile: typeof fetch = fetch) {
  const call = async (action: string, folder: Folder, options: object) => {
    const run = (client[KINDS[folder].group] as unknown as Calls)[action];
    if (!run) throw new Error(`The client has no function to ${action} ${folder}.`);
    return run(options);
  };
  const place = (id: string, suiteId: string | undefined) => (suiteId === undefined ? { id } : { id: suiteId, testId: id });
  return {
    /** All of a kind, oldest first. Undefined if the server does not have the kind. */
    list: async (folder: Folder, suiteId?: string) => {
      const parent = suiteId === undefined ? {} : { id: suiteId };
      return listAll((query) => call("list", folder, { ...parent, query }));
    },
    create: async (folder: Folder, body: Fields, suiteId?: string) =>
      (await call("create", folder, { body, ...(suiteId !== undefined && { id: suiteId }) })) as Entity,
    update: async (folder: Folder, id: string, body: Fields, suiteId?: string) => {
      const query = folder === "structured-outputs" ? { query: { schemaOverride: "true" } } : {};
      return (await call("update", folder, { ...place(id, suiteId), ...query, body })) as Entity;
    },
    remove: async (folder: Folder, id: string, suiteId?: string) => {
      await call("delete", folder, place(id, suiteId));
    },
    /** The content of a file. */
    download: async ({ url, name }: Entity) => {
      const response = typeof url === "string" ? await fetchFile(url) : undefined;
      if (!response?.ok) throw new Error(`The content of the file '${name}' could not be downloaded.`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

type ListPage = (query: object) => Promise<unknown>;

/** Lists are whole, newest first, or in pages. */
async function listAll(list: ListPage): Promise<Entity[] | undefined> {
  const found = new Map<string, Entity>();
  let query: object = {};
  let limit: number = LIST_LIMIT.max;
  for (;;) {
    const before = found.size;
    const answer = await readFittingPage(limit, (fitting) => list({ limit: fitting, ...query })).catch(forgiveMissing);
    if (answer === undefined) return undefined;
    const { page } = answer;
    limit = answer.limit;
    const entities = (Array.isArray(page) ? page : isFields(page) ? page.results : undefined) as Entity[] | undefined;
    if (!Array.isArray(entities)) throw new Error("The server did not return a list.");
    for (const entity of entities) found.set(entity.id, entity);
    const next = nextQuery(page, entities, { count: found.size, limit });
    // A server that ignores the query returns the same page again.
    if (!next || found.size === before) break;
    query = next;
  }
  return [...found.values()].sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
}

function nextQuery(
  page: unknown,
  entities: readonly Entity[],
  { count, limit }: { count: number; limit: number },
): object | undefined {
  const metadata = isFields(page) && isFields(page.metadata) ? page.metadata : undefined;
  if (typeof metadata?.nextCursor === "string") return { cursor: metadata.nextCursor };
  if (metadata) return Number(metadata.totalItems) > count ? { page: Number(metadata.currentPage) + 1 } : undefined;
  // `Le`, not `Lt`: several can have the same time.
  return entities.length < limit ? undefined : { createdAtLe: entities.at(-1)?.createdAt };
}

/** A server without a kind answers 404. */
function forgiveMissing(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** All resources of an organization. */
export interface Organization {
  entities: ReadonlyMap<Folder, readonly Entity[]>;
  /** Kinds that the server does not have. */
  missing: readonly Folder[];
}

export async function readOrganization(remote: Remote): Promise<Organization> {
  const entities = new Map<Folder, readonly Entity[]>();
  const missing: Folder[] = [];
  for (const folder of FOLDERS) {
    if (folder === "tests") continue;
    const listed = await remote.list(folder);
    if (!listed) missing.push(folder);
    // The tests of suites are scenarios, too.
    const own = folder === "scenarios" ? listed?.filter(({ testSuiteId }) => testSuiteId === undefined) : listed;
    entities.set(folder, own ?? []);
  }
  const tests: Entity[] = [];
  for (const { id } of entities.get("test-suites") ?? [])
    tests.push(...((await remote.list("tests", id)) ?? []).map((test) => ({ ...test, testSuiteId: id })));
  return { entities: entities.set("tests", tests), missing };
}
