import { ORG_CONFIGURATION_MAX_MB, parseUrl, QUOTA_MAX, type QuotaName, readJson } from "@callwright/contract";
import { z } from "zod";

/** An origin: every path of the server begins at the root of its address. */
export const Origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => parseUrl(url)?.pathname === "/")
  .transform((url) => new URL(url).origin)
  .optional();

export const PortRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/)
  .transform((text) => {
    const [min = 0, max = 0] = text.split("-").map(Number);
    return { min, max };
  })
  .refine(({ min, max }) => min >= 1024 && min <= max && max <= 65_535);

export const IceServers = z
  .string()
  .transform(readJson)
  .pipe(
    z.array(
      z.strictObject({
        urls: z.string().regex(/^(stun|turn|turns):/),
        username: z.string().optional(),
        credential: z.string().optional(),
      }),
    ),
  );

/** Addresses of TURN servers, with commas between them. */
export const TurnUrls = z
  .string()
  .transform((text) => text.split(",").map((url) => url.trim()))
  .pipe(
    z
      .array(z.string().regex(/^turns?:[^\s:?]+(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/))
      .min(1)
      .max(8),
  );

/** An address with nothing behind its path. */
const Place = z.url({ protocol: /^https?$/ }).refine((text) => {
  const url = parseUrl(text);
  return url && !url.search && !url.hash && !url.username;
});

/** The address of a bucket: in the host or in the path, optionally with a folder. */
export const BucketUrl = Place.transform((text) => new URL(text).href.replace(/\/+$/, "")).optional();

/** The issuer's metadata document is below this address. */
export const Issuer = Place.transform((text) => text.replace(/\/+$/, "")).optional();

/** `Name <address>`, or the address alone. */
export const Sender = z
  .string()
  .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
  .optional();

export const MetricsToken = z
  .string()
  .regex(/^\S{16,}$/)
  .optional();

export const SipSecret = z
  .string()
  .regex(/^[\w-]{16,}$/)
  .optional();

export const Amount = z.coerce.number().int().min(1).max(100_000);
export const AMOUNT = "a whole number from 1 to 100000";

const quota = {
  schema: z.coerce.number().int().min(0).max(QUOTA_MAX).optional(),
  expected: `a whole number from 0 to ${QUOTA_MAX}`,
};

/** The quotas of each organization. Unset: no limit. */
export const QUOTA_VARIABLES = {
  /** Calls that start in a day. */
  ORG_CALLS_PER_DAY: quota,
  /** Minutes of calls in a month. */
  ORG_MINUTES_PER_MONTH: quota,
  /** Server messages that are sent in a day. */
  ORG_WEBHOOKS_PER_DAY: quota,
  /** Gigabytes of files and recordings. */
  ORG_STORAGE_MAX_GB: quota,
  ORG_FILES_MAX: quota,
  /** Millions of characters of configuration. */
  ORG_CONFIGURATION_MAX_MB: { ...quota, schema: quota.schema.unwrap().default(ORG_CONFIGURATION_MAX_MB) },
};

/** By the names of the contract. */
export function quotasOf(
  values: Record<keyof typeof QUOTA_VARIABLES, number | undefined>,
): Record<QuotaName, number | undefined> {
  return {
    storageGb: values.ORG_STORAGE_MAX_GB,
    files: values.ORG_FILES_MAX,
    configurationMb: values.ORG_CONFIGURATION_MAX_MB,
    callsPerDay: values.ORG_CALLS_PER_DAY,
    minutesPerMonth: values.ORG_MINUTES_PER_MONTH,
    webhooksPerDay: values.ORG_WEBHOOKS_PER_DAY,
  };
}

/** Origins of services and what takes their place: `https://slack.com=https://proxy.example.com`, separated by commas. */
export const ReplacedOrigins = z
  .string()
  .transform((text) => text.split(",").flatMap((pair) => (pair.trim() === "" ? [] : [pair.trim().split("=")])))
  .pipe(z.array(z.tuple([Origin.unwrap(), Origin.unwrap()])))
  .transform((pairs) => new Map(pairs))
  .optional();
