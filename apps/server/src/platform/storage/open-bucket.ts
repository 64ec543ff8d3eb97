import type { CreateCredential } from "@callwright/contract";
import type { STORAGE_PROVIDERS } from "../capabilities/runnable.ts";
import type { OutsideNetwork } from "../net/outside-network.ts";
import { azureContainer, readConnectionString } from "./azure-container.ts";
import type { Bucket } from "./bucket.ts";
import { gcsBucket } from "./gcs-bucket.ts";
import { s3Bucket } from "./s3-bucket.ts";

interface BucketContext {
  network: OutsideNetwork;
  now: () => Date;
  /** The operator's addresses of services, by provider. */
  urls: Readonly<Record<string, string>>;
}

type CredentialOf<Provider extends CreateCredential["provider"]> = Extract<CreateCredential, { provider: Provider }>;

export type StorageCredential = CredentialOf<(typeof STORAGE_PROVIDERS)[number]>;

/** The bucket of a credential, with its secrets opened. A text says what the credential lacks. */
export function openBucket(credential: StorageCredential, context: BucketContext): Bucket | string {
  switch (credential.provider) {
    case "s3":
      return ofAws(credential, context);
    case "s3-compatible":
      return ofPlan("s3", { region: "us-east-1", ...credential.bucketPlan });
    case "supabase":
      return credential.bucketPlan ? ofPlan("supabase", credential.bucketPlan) : "It has no bucket (bucketPlan).";
    case "cloudflare":
      return ofCloudflare(credential);
    case "gcp":
      return ofGoogle(credential, context);
    case "azure":
      return ofAzure(credential, context);
    default:
      return credential satisfies never;
  }
}

function ofAws({ region, s3BucketName: bucket, ...credential }: CredentialOf<"s3">, { urls }: BucketContext): Bucket {
  const domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return s3Bucket({
    name: `s3://${bucket}`,
    folder: credential.s3PathPrefix,
    // The bucket in the path: a name with dots has no certificate as a host.
    url: `${urls.s3 ?? `https://s3.${region}.${domain}`}/${encodeURIComponent(bucket)}`,
    accessKeyId: credential.awsAccessKeyId,
    secretAccessKey: credential.awsSecretAccessKey,
    region,
  });
}

interface BucketPlan {
  name: string;
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  path?: string | undefined;
}

function ofPlan(scheme: string, { name, url, path = "", ...keys }: BucketPlan): Bucket {
  const bucketUrl = `${url.replace(/\/+$/, "")}/${encodeURIComponent(name)}`;
  return s3Bucket({ ...keys, name: `${scheme}://${name}`, folder: path, url: bucketUrl });
}

function ofCloudflare({ accountId, bucketPlan }: CredentialOf<"cloudflare">): Bucket | string {
  if (!bucketPlan) return "It has no bucket (bucketPlan).";
  const { accessKeyId, secretAccessKey, ...plan } = bucketPlan;
  if (!accessKeyId || !secretAccessKey)
    return "R2 needs an access key of the bucket (bucketPlan.accessKeyId and bucketPlan.secretAccessKey).";
  const url = plan.url ?? (accountId && `https://${accountId}.r2.cloudflarestorage.com`);
  if (!url) return "R2 needs the account id, or the address of the bucket (bucketPlan.url).";
  return ofPlan("r2", { ...plan, url, region: "auto", accessKeyId, secretAccessKey });
}

function ofGoogle({ gcpKey, bucketPlan }: CredentialOf<"gcp">, { network, now, urls }: BucketContext): Bucket | string {
  if (!bucketPlan) return "It has no bucket (bucketPlan).";
  const { name: bucket, path: folder = "", hmacAccessKey, hmacSecret } = bucketPlan;
  const url = urls.gcp ?? `https://storage.${gcpKey.universeDomain || "googleapis.com"}`;
  if (hmacAccessKey && hmacSecret) {
    const keys = { accessKeyId: hmacAccessKey, secretAccessKey: hmacSecret, region: "auto" };
    return s3Bucket({ ...keys, name: `gs://${bucket}`, folder, url: `${url}/${encodeURIComponent(bucket)}` });
  }
  return gcsBucket({ bucket, folder, url, key: gcpKey, network, now });
}

function ofAzure({ service, bucketPlan }: CredentialOf<"azure">, { now }: BucketContext): Bucket | string {
  if (service !== "blob_storage") return "It is for speech. A credential for storage has the service 'blob_storage'.";
  if (!bucketPlan) return "It has no container (bucketPlan).";
  const account = readConnectionString(bucketPlan.connectionString);
  if (!account) return "Its connection string names no account, or has neither AccountKey nor SharedAccessSignature.";
  return azureContainer(account, bucketPlan.containerName, bucketPlan.path ?? "", now);
}
