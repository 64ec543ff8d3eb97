import { z } from "zod";
import { Secret } from "../wire/secret.ts";
import { AZURE_REGIONS, SUPABASE_REGIONS } from "./cloud-region.ts";
import { credential, PlainKey } from "./credential-name.ts";

const BucketName = z.string().min(1).max(255).meta({ title: "Bucket" });
const StorageUrl = z.url({ protocol: /^https?$/ });
/** Folder in the bucket. */
const Folder = z.string().max(1000);
const Region = z.string().min(1).max(40);
/** Stores are tried from the lowest number. */
const fallbackIndex = z.number().int().min(1).optional().meta({ title: "Order" });

const GcpKey = z.strictObject({
  type: z.string().max(100).meta({ description: "service_account" }),
  projectId: PlainKey,
  privateKeyId: PlainKey,
  privateKey: Secret.meta({ description: "In PEM format." }),
  clientEmail: PlainKey,
  clientId: PlainKey,
  authUri: StorageUrl,
  tokenUri: StorageUrl,
  authProviderX509CertUrl: StorageUrl,
  clientX509CertUrl: StorageUrl,
  universeDomain: z.string().max(1000),
});

const storage = <const Provider extends string, Fields extends z.ZodRawShape>(provider: Provider, fields: Fields) =>
  credential(provider, { ...fields, fallbackIndex });

/** Storage for recordings, transcripts and files. */
export const storageCredentials = [
  storage("s3", {
    awsAccessKeyId: PlainKey.meta({ title: "Access key id" }),
    awsSecretAccessKey: Secret.meta({ title: "Secret access key" }),
    region: Region,
    s3BucketName: BucketName,
    s3PathPrefix: Folder.meta({ title: "Folder" }),
  }),
  storage("s3-compatible", {
    bucketPlan: z.strictObject({
      name: BucketName,
      url: StorageUrl,
      region: Region.optional(),
      accessKeyId: PlainKey,
      secretAccessKey: Secret,
      path: Folder.optional(),
    }),
  }),
  storage("gcp", {
    gcpKey: GcpKey.meta({ title: "Service account key" }),
    region: Region.optional(),
    bucketPlan: z
      .strictObject({
        name: BucketName,
        region: Region.optional(),
        path: Folder.optional().meta({ default: "/" }),
        hmacAccessKey: PlainKey.optional(),
        hmacSecret: Secret.optional(),
      })
      .optional(),
  }),
  storage("cloudflare", {
    accountId: PlainKey.optional().meta({ title: "Account id" }),
    apiKey: Secret.optional().meta({ title: "API key" }),
    accountEmail: z.string().min(1).max(320).optional(),
    bucketPlan: z
      .strictObject({
        name: BucketName,
        accessKeyId: PlainKey.optional(),
        secretAccessKey: Secret.optional(),
        url: StorageUrl.optional(),
        path: Folder.optional().meta({ default: "/" }),
      })
      .optional(),
  }),
  storage("supabase", {
    bucketPlan: z
      .strictObject({
        name: BucketName,
        region: z.enum(SUPABASE_REGIONS),
        url: StorageUrl,
        accessKeyId: PlainKey,
        secretAccessKey: Secret,
        path: Folder.optional(),
      })
      .optional(),
  }),
  /** Azure has two services: speech and storage. */
  storage("azure", {
    service: z.enum(["speech", "blob_storage"]).optional().meta({ default: "speech" }),
    region: z.enum(AZURE_REGIONS).optional(),
    apiKey: Secret.optional().meta({ title: "API key" }),
    bucketPlan: z
      .strictObject({
        connectionString: Secret,
        containerName: z.string().min(1).max(255),
        path: Folder.optional().meta({ default: "/" }),
      })
      .optional(),
  }),
] as const;
