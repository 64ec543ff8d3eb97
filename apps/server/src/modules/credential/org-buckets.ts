import { keepNewest } from "@callwright/contract";
import { STORAGE_PROVIDERS } from "../../platform/capabilities/runnable.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { findResource, type ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import type { Bucket } from "../../platform/storage/bucket.ts";
import { openBucket, type StorageCredential } from "../../platform/storage/open-bucket.ts";
import { listCredentials, openCredential } from "./credential-rows.ts";
import { credential } from "./tables.ts";

export type BucketsContext = Pick<ServerContext, "config" | "db" | "network" | "now" | "secrets">;

export interface OrgBucket {
  credentialId: string;
  /** A text says what the credential lacks. */
  bucket: Bucket | string;
}

/** Maximum open buckets. They keep access tokens, so that the parts of a recording need only one. */
const KEPT_BUCKETS = 100;
const kept = new Map<string, Bucket>();

/**
 * The organization's own storage, in the order in which it is tried: by `fallbackIndex`, then the newest. Of the credentials in `ids`, if there are
 * some. Credentials of Azure for speech are left out.
 */
export async function listBuckets(
  context: BucketsContext,
  orgId: string,
  ids: readonly string[] | undefined,
): Promise<OrgBucket[]> {
  const rows = await listCredentials(context.db, orgId, STORAGE_PROVIDERS, ids);
  const orderOf = ({ config }: ResourceRow) => Number(config.fallbackIndex ?? Number.POSITIVE_INFINITY);
  return rows
    .filter(({ config }) => config.provider !== "azure" || config.service === "blob_storage")
    .toSorted((one, other) => compare(orderOf(one), orderOf(other)))
    .map((row) => ({ credentialId: row.id, bucket: openRowBucket(context, row) }));
}

/** Infinity minus itself is not a number. */
const compare = (one: number, other: number) => (one === other ? 0 : one - other);

/** Null when the credential is gone. */
export async function findBucket(context: BucketsContext, orgId: string, id: string): Promise<Bucket | string | null> {
  const row = await findResource(context.db, orgId, { table: credential }, id);
  return row ? openRowBucket(context, row) : null;
}

export function openRowBucket(context: BucketsContext, row: ResourceRow): Bucket | string {
  const { config, network, now } = context;
  const name = `${row.id} ${row.updatedAt.toISOString()}`;
  const known = kept.get(name);
  if (known) return known;
  const bucket = openBucket(openCredential<StorageCredential>(context, row), { network, now, urls: config.providerUrls });
  if (typeof bucket === "string") return bucket;
  keepNewest(kept, name, bucket, KEPT_BUCKETS);
  return bucket;
}
