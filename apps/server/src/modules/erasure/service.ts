import { type Erasure, invalid, type PlainPageQuery, PlatformError } from "@callwright/contract";
import { type Page, pageStart, toPage } from "../../platform/db/page-start.ts";
import { present } from "../../platform/db/present.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import type { RunQueue } from "../../platform/jobs/runs.ts";
import { hashPerson, type PersonKey, personKeys } from "../../platform/people/person-keys.ts";
import type { ServerContext } from "../../platform/platform.ts";
import * as store from "./store.ts";

type Context = Pick<ServerContext, "db" | "newId" | "now" | "secrets">;

/** Begins to count. The number or address itself is not stored. Fails with `validation-failed`. */
export async function createErasure(
  { db, newId, now, secrets }: Context,
  { orgId }: OrgCaller,
  { person }: { person: string },
  queue: RunQueue,
): Promise<Erasure> {
  const key = requirePerson(person);
  const ids = { id: newId(), orgId };
  const at = now();
  await db.transaction(async (tx) => {
    const hash = hashPerson(secrets, orgId, key);
    await store.insertErasure(tx, { ...ids, createdAt: at, updatedAt: at, state: "counting", kind: key.kind, hash });
    await queue.add(tx, ids);
  });
  queue.wake();
  return getErasure({ db }, { orgId }, ids.id);
}

/** Fails with `validation-failed` for a text that names nobody. */
function requirePerson(text: string): PersonKey {
  const [key] = personKeys(text, { isNumber: /^[\d+(]/.test(text) });
  if (!key || (key.kind === "number" && !/^\+[1-9]\d{6,}$/.test(key.value)))
    throw invalid(
      "person must be a telephone number with its country code like +4930123456, a SIP address like sip:ann@pbx.example.com, or an e-mail address",
    );
  return key;
}

/** Fails with `not-found`, `validation-failed` for another person, and `erasure-not-counted` while nothing is to be confirmed. */
export async function confirmErasure(
  { db, now, secrets }: Context,
  { orgId }: OrgCaller,
  id: string,
  { person }: { person: string },
  queue: RunQueue,
): Promise<Erasure> {
  const row = found(await store.findErasure(db, orgId, id), "Erasure");
  if (hashPerson(secrets, orgId, requirePerson(person)) !== row.hash)
    throw invalid("person must be the same number or address as the one that was counted");
  if (row.state === "counting") throw new PlatformError("erasure-not-counted");
  const at = now();
  await db.transaction(async (tx) => {
    const change = { state: "erasing" as const, confirmedAt: at, updatedAt: at };
    if (await store.changeErasure(tx, row, "counted", change)) await queue.add(tx, { orgId, id });
  });
  queue.wake();
  return getErasure({ db }, { orgId }, id);
}

export async function listErasures(
  { db }: Pick<Context, "db">,
  { orgId }: OrgCaller,
  query: Omit<PlainPageQuery, "search">,
): Promise<Page<Erasure>> {
  return toPage(query, await store.pageErasures(db, orgId, query, pageStart(query)), toErasure);
}

/** Fails with `not-found`. */
export async function getErasure({ db }: Pick<Context, "db">, { orgId }: Pick<OrgCaller, "orgId">, id: string): Promise<Erasure> {
  return toErasure(found(await store.findErasure(db, orgId, id), "Erasure"));
}

function toErasure({ tries: _, ...row }: store.ErasureRow): Erasure {
  return present(row);
}
