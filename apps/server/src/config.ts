import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { COOKIE_MAX_AGE_SECONDS, MODEL_PROVIDERS, ORG_CONCURRENT_CALLS } from "@callwright/contract";
import { z } from "zod";
import { StartError } from "./start-error.ts";

/** An environment variable: how it is read, and what a good value looks like, for the sentence a bad one answers with. */
interface Variable<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  expected: string;
  /** Its value is never repeated. */
  secret?: true;
}

const variable = <Schema extends z.ZodType>(schema: Schema, expected: string): Variable<Schema> => ({ schema, expected });

/** An origin: every path of the server begins at the root of its address. */
const Origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && new URL(url).pathname === "/")
  .transform((url) => new URL(url).origin)
  .optional();

const PortRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/)
  .transform((text) => {
    const [min = 0, max = 0] = text.split("-").map(Number);
    return { min, max };
  })
  .refine(({ min, max }) => min >= 1024 && min <= max && max <= 65_535);

const IceServers = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(
    z.array(
      z.strictObject({
        urls: z.string().regex(/^(stun|turn|turns):/),
        username: z.string().optional(),
        credential: z.string().optional(),
      }),
    ),
  );

/** Where objects lie: a bucket, in the host or in the path, and maybe a folder in it. */
const BucketUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url && !url.search && !url.hash && !url.username;
  })
  .transform((text) => new URL(text).href.replace(/\/+$/, ""))
  .optional();

/** `Name <address>`, or the address alone. */
const Sender = z
  .string()
  .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
  .optional();

const Amount = z.coerce.number().int().min(1).max(100_000);
const AMOUNT = "a whole number from 1 to 100000";

const DAY_SECONDS = 86_400;
/** Browsers keep no cookie for longer. */
const SESSION_DAYS_MAX = COOKIE_MAX_AGE_SECONDS / DAY_SECONDS;

/** Every variable of the server's environment, with its default. An empty value counts as unset. */
export const VARIABLES = {
  /** Port of everything but media: dashboard, API, signalling. 0 takes a free one. */
  PORT: variable(z.coerce.number().int().min(0).max(65_535).default(3000), "a port number from 0 to 65535"),
  /** Address to listen on. Unset: every interface. */
  HOST: variable(z.string().optional(), "an address of this machine"),
  /** Where everything that is kept lives: database, recordings, secret. */
  DATA_DIR: variable(z.string().default("./data"), "a directory that can be written"),
  /** A PostgreSQL 14 or newer. Unset: the server runs its own, under DATA_DIR. */
  DATABASE_URL: {
    ...variable(z.url({ protocol: /^postgres(ql)?$/ }).optional(), "like postgres://user:password@host:5432/database"),
    secret: true,
  },
  /** The same database without a pooler that shares its connections among transactions, which passes on nothing that servers tell each other. Unset: DATABASE_URL. */
  DATABASE_URL_DIRECT: {
    ...variable(z.url({ protocol: /^postgres(ql)?$/ }).optional(), "like postgres://user:password@host:5432/database"),
    secret: true,
  },
  /** Where recordings and files are kept: the address of a bucket of S3, or of a store that speaks its protocol. Unset: DATA_DIR. */
  BLOB_STORE_URL: variable(BucketUrl, "the address of a bucket, like https://bucket.s3.eu-central-1.amazonaws.com"),
  /** Opens the bucket. */
  S3_ACCESS_KEY_ID: variable(z.string().optional(), "an access key's id"),
  S3_SECRET_ACCESS_KEY: { ...variable(z.string().optional(), "an access key's secret"), secret: true },
  /** The bucket's. Unset: what its address says, else us-east-1. */
  S3_REGION: variable(z.string().optional(), "a region, like eu-central-1"),
  /** Address people open in their browser. Unset: any address that reaches the server is trusted as itself. */
  PUBLIC_URL: variable(Origin, "an http or https address without a path, like https://voice.example.com"),
  /** Address of this node, for the calls it hosts. Unset: PUBLIC_URL. */
  NODE_URL: variable(Origin, "an http or https address without a path, like https://node-1.example.com"),
  /** Believe X-Forwarded-For, -Proto, -Host and X-Request-Id. Only behind a proxy that sets them. */
  TRUST_PROXY: variable(z.stringbool().default(false), "true or false"),
  /** Who may sign up: anyone, invited people only, or the first person and then invited people. */
  SIGN_UP: variable(z.enum(["open", "invite", "first"]).default("first"), "open, invite or first"),
  /** The mail server. Unset: mails go to an outbox on this machine, and addresses need no verification. */
  SMTP_URL: {
    ...variable(z.url({ protocol: /^smtps?$/ }).optional(), "like smtps://user:password@mail.example.com"),
    secret: true,
  },
  /** The sender of mails. */
  MAIL_FROM: variable(Sender, "an address, or a name and one: Callwright <callwright@example.com>"),
  /** How long a browser stays signed in after its last visit. */
  SESSION_DAYS: variable(z.coerce.number().min(1).max(SESSION_DAYS_MAX).default(7), `a number from 1 to ${SESSION_DAYS_MAX}`),
  LOG_LEVEL: variable(
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    "fatal, error, warn, info, debug, trace or silent",
  ),
  /** At least 32 characters; the same on every node that shares a database. Unset: made once, kept in DATA_DIR. */
  SECRET: { ...variable(z.string().min(32).optional(), "at least 32 characters long"), secret: true },
  /** Signs what the service that runs sign-ins at other services tells. Unset: nothing it tells changes anything. */
  CREDENTIAL_WEBHOOK_SECRET: { ...variable(z.string().min(16).optional(), "at least 16 characters long"), secret: true },
  /** Calls one call host holds at a time. */
  CALL_HOST_MAX_CALLS: variable(z.coerce.number().int().min(1).max(100).default(10), "a whole number from 1 to 100"),
  /** Call hosts at a time. Unset: one per processor. */
  CALL_HOST_MAX: variable(
    z.coerce.number().int().min(1).max(256).default(availableParallelism()),
    "a whole number from 1 to 256",
  ),
  /** Start a call host with the server, so that the first call does not wait for it. */
  CALL_HOST_WARM: variable(z.stringbool().default(true), "true or false"),
  /** Calls at a time in one organisation. */
  ORG_CONCURRENT_CALLS: variable(Amount.default(ORG_CONCURRENT_CALLS), AMOUNT),
  /** Calls at a time with one public API token. Unset: four fifths of ORG_CONCURRENT_CALLS, so that visitors leave some to their hosts. */
  PUBLIC_TOKEN_CONCURRENT_CALLS: variable(Amount.optional(), AMOUNT),
  /** Calls that are started with one public API token, a minute. */
  PUBLIC_TOKEN_CALLS_PER_MINUTE: variable(Amount.default(60), AMOUNT),
  /** Chat messages that are sent with one public API token, a minute. */
  PUBLIC_TOKEN_MESSAGES_PER_MINUTE: variable(Amount.default(300), AMOUNT),
  /** Calls at a time from one address with a public API token. */
  VISITOR_CONCURRENT_CALLS: variable(Amount.default(4), AMOUNT),
  /** Calls that are started from one address with a public API token, a minute. */
  VISITOR_CALLS_PER_MINUTE: variable(Amount.default(20), AMOUNT),
  /** Chat messages that are sent from one address with a public API token, a minute. */
  VISITOR_MESSAGES_PER_MINUTE: variable(Amount.default(30), AMOUNT),
  /** UDP ports for media, inclusive. Unset: any. */
  MEDIA_PORTS: variable(PortRange.optional(), "two ports from 1024 to 65535, like 40000-40199"),
  /** Address put into media candidates instead of the machine's own: behind NAT, in a container. */
  PUBLIC_IP: variable(z.union([z.ipv4(), z.ipv6()]).optional(), "an IP address"),
  /** STUN and TURN servers. */
  ICE_SERVERS: variable(
    IceServers.default([]),
    'a JSON list like [{"urls":"turn:turn.example.com:3478","username":"…","credential":"…"}]',
  ),
  /** Let requests to addresses that people enter reach this machine and its network. */
  ALLOW_PRIVATE_ADDRESSES: variable(z.stringbool().default(false), "true or false"),
  /** Allow the fake model, voice and transcriber of tests and benches. */
  FAKE_PROVIDERS: variable(z.stringbool().default(false), "true or false"),
} satisfies Record<string, Variable>;

type Values = { [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]["schema"]> };

/** `deep-seek` → `DEEP_SEEK`: a provider's key is `DEEP_SEEK_API_KEY`, its base URL `DEEP_SEEK_BASE_URL`. */
const providerVariable = (provider: string, suffix: string) => `${provider.toUpperCase().replace(/\W/g, "_")}_${suffix}`;

function readValues(env: NodeJS.ProcessEnv): Values {
  const problems: string[] = [];
  const values = Object.entries<Variable>(VARIABLES).map(([name, { schema, expected, secret }]) => {
    const text = env[name] || undefined;
    const parsed = schema.safeParse(text);
    if (!parsed.success) problems.push(`${name} must be ${expected}${secret ? "" : `; it is "${text}"`}.`);
    return [name, parsed.data];
  });
  if (problems.length > 0) throw new StartError(problems.join(" "));
  return Object.fromEntries(values) as Values;
}

function readProviders(env: NodeJS.ProcessEnv, suffix: string): Record<string, string> {
  return Object.fromEntries(
    MODEL_PROVIDERS.flatMap((provider) => {
      const value = env[providerVariable(provider, suffix)];
      return value ? [[provider, value]] : [];
    }),
  );
}

function readBlobStore({ BLOB_STORE_URL: url, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION }: Values) {
  if (url === undefined) return undefined;
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined)
    throw new StartError("BLOB_STORE_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, which open the bucket.");
  return { url, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY, region: S3_REGION };
}

function readSmtp({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL }: Values) {
  if (url === undefined) return undefined;
  // Links of mails that followed the request's own host would lead wherever a stranger says.
  if (from === undefined || PUBLIC_URL === undefined)
    throw new StartError("SMTP_URL needs MAIL_FROM, the sender of mails, and PUBLIC_URL, the address their links lead to.");
  return { url, from };
}

/** Read the server's environment, once. Throws a `StartError` that names every bad variable and what it should be. */
export function parseConfig(env: NodeJS.ProcessEnv) {
  const values = readValues(env);
  return {
    port: values.PORT,
    /** Undefined: every interface. */
    host: values.HOST,
    /** Absolute. */
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseUrlDirect: values.DATABASE_URL_DIRECT,
    /** Undefined: blobs lie under `dataDir`. */
    blobStore: readBlobStore(values),
    /** An origin, without a trailing slash. */
    publicUrl: values.PUBLIC_URL,
    nodeUrl: values.NODE_URL ?? values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    signUp: values.SIGN_UP,
    /** Undefined: mails stay in the outbox. */
    smtp: readSmtp(values),
    sessionSeconds: Math.round(values.SESSION_DAYS * DAY_SECONDS),
    logLevel: values.LOG_LEVEL,
    secret: values.SECRET,
    credentialWebhookSecret: values.CREDENTIAL_WEBHOOK_SECRET,
    callHostMaxCalls: values.CALL_HOST_MAX_CALLS,
    callHostMax: values.CALL_HOST_MAX,
    callHostWarm: values.CALL_HOST_WARM,
    orgConcurrentCalls: values.ORG_CONCURRENT_CALLS,
    publicTokenConcurrentCalls:
      values.PUBLIC_TOKEN_CONCURRENT_CALLS ?? Math.max(1, Math.floor(values.ORG_CONCURRENT_CALLS * 0.8)),
    publicTokenCallsPerMinute: values.PUBLIC_TOKEN_CALLS_PER_MINUTE,
    publicTokenMessagesPerMinute: values.PUBLIC_TOKEN_MESSAGES_PER_MINUTE,
    visitorConcurrentCalls: values.VISITOR_CONCURRENT_CALLS,
    visitorCallsPerMinute: values.VISITOR_CALLS_PER_MINUTE,
    visitorMessagesPerMinute: values.VISITOR_MESSAGES_PER_MINUTE,
    mediaPortRange: values.MEDIA_PORTS,
    publicIp: values.PUBLIC_IP,
    iceServers: values.ICE_SERVERS,
    /** By provider id. */
    providerKeys: readProviders(env, "API_KEY"),
    providerUrls: readProviders(env, "BASE_URL"),
    allowPrivateAddresses: values.ALLOW_PRIVATE_ADDRESSES,
    fakeProviders: values.FAKE_PROVIDERS,
  };
}
export type Config = ReturnType<typeof parseConfig>;
