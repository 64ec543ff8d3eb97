import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { COOKIE_MAX_AGE_SECONDS, ORG_CONCURRENT_CALLS } from "@callwright/contract";
import { KEY_PROVIDERS, providerVariable } from "@callwright/engine/conversation";
import { z } from "zod";
import { readConnectClients, readSocialSignIn } from "./config-clients.ts";
import {
  AMOUNT,
  Amount,
  BucketUrl,
  IceServers,
  Issuer,
  MetricsToken,
  Origin,
  PortRange,
  QUOTA_VARIABLES,
  quotasOf,
  ReplacedOrigins,
  Sender,
  SipSecret,
  TurnUrls,
} from "./config-values.ts";
import { StartError } from "./start-error.ts";

/** An environment variable: how it is read, and what a good value looks like, for the sentence a bad one answers with. */
interface Variable<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  expected: string;
  /** The value never appears in messages. */
  secret?: true;
}

const variable = <Schema extends z.ZodType>(schema: Schema, expected: string): Variable<Schema> => ({ schema, expected });
const secret = <Schema extends z.ZodType>(schema: Schema, expected: string): Variable<Schema> => ({
  schema,
  expected,
  secret: true,
});

const Text = z.string().optional();
const Web = z.url({ protocol: /^https?$/ });
const PostgresUrl = z.url({ protocol: /^postgres(ql)?$/ }).optional();

const DAY_SECONDS = 86_400;
/** Browsers keep no cookie for longer. */
const SESSION_DAYS_MAX = COOKIE_MAX_AGE_SECONDS / DAY_SECONDS;

/** Every variable of the server's environment, with its default. An empty value counts as unset. */
export const VARIABLES = {
  /** Port for everything but media: dashboard, API, signalling. 0 takes a free one. */
  PORT: variable(z.coerce.number().int().min(0).max(65_535).default(3000), "a port number from 0 to 65535"),
  /** Address to listen on. Unset: every interface. */
  HOST: variable(Text, "an address of this machine"),
  /** Folder of all stored data: database, recordings, secret. */
  DATA_DIR: variable(z.string().default("./data"), "a directory that can be written"),
  /** A PostgreSQL 14 or newer. Unset: the server runs its own, under DATA_DIR. */
  DATABASE_URL: secret(PostgresUrl, "like postgres://user:password@host:5432/database"),
  /**
   * The same database without a pooler that shares connections between transactions, because such a pooler does not deliver messages between servers.
   * Unset: DATABASE_URL.
   */
  DATABASE_URL_DIRECT: secret(PostgresUrl, "like postgres://user:password@host:5432/database"),
  /** Where recordings and files are kept: the address of a bucket of S3, or of a store that speaks its protocol. Unset: DATA_DIR. */
  BLOB_STORE_URL: variable(BucketUrl, "the address of a bucket, like https://bucket.s3.eu-central-1.amazonaws.com"),
  /** Opens the bucket. */
  S3_ACCESS_KEY_ID: variable(Text, "an access key's id"),
  S3_SECRET_ACCESS_KEY: secret(Text, "an access key's secret"),
  /** The bucket's. Unset: what its address says, else us-east-1. */
  S3_REGION: variable(Text, "a region, like eu-central-1"),
  /** Address people open in their browser. Unset: IP addresses and local names are trusted as themselves (docs/security.md). */
  PUBLIC_URL: variable(Origin, "an http or https address without a path, like https://voice.example.com"),
  /** Address of this node, for the calls it hosts. Unset: PUBLIC_URL. */
  NODE_URL: variable(Origin, "an http or https address without a path, like https://node-1.example.com"),
  /** Believe X-Forwarded-For, -Proto, -Host and X-Request-Id. Only behind a proxy that sets them. */
  TRUST_PROXY: variable(z.stringbool().default(false), "true or false"),
  /** Who may sign up: anyone, invited people only, or the first person and then invited people. */
  SIGN_UP: variable(z.enum(["open", "invite", "first"]).default("first"), "open, invite or first"),
  /** The mail server. Unset: mails go to an outbox on this machine, and addresses need no verification. */
  SMTP_URL: secret(z.url({ protocol: /^smtps?$/ }).optional(), "like smtps://user:password@mail.example.com"),
  /** The sender of mails. */
  MAIL_FROM: variable(Sender, "an address, or a name and one: Callwright <callwright@example.com>"),
  /** How long a browser stays signed in after its last visit. */
  SESSION_DAYS: variable(z.coerce.number().min(1).max(SESSION_DAYS_MAX).default(7), `a number from 1 to ${SESSION_DAYS_MAX}`),
  /** Using a session does not make it fresh: only signing in and changing the password do. */
  STRICT_FRESH_SESSIONS: variable(z.stringbool().default(false), "true or false"),
  /** Sign-in with Google: its OAuth client. */
  GOOGLE_CLIENT_ID: variable(Text, "an OAuth client's id"),
  GOOGLE_CLIENT_SECRET: secret(Text, "an OAuth client's secret"),
  /** Sign-in with GitHub. */
  GITHUB_CLIENT_ID: variable(Text, "an OAuth app's client id"),
  GITHUB_CLIENT_SECRET: secret(Text, "an OAuth app's client secret"),
  /** Sign-in with Microsoft. */
  MICROSOFT_CLIENT_ID: variable(Text, "an app registration's client id"),
  MICROSOFT_CLIENT_SECRET: secret(Text, "an app registration's secret"),
  /** The permitted Microsoft accounts: a tenant's id, or a group of tenants. */
  MICROSOFT_TENANT_ID: variable(z.string().default("common"), "a tenant's id, common, organizations or consumers"),
  /** Another Microsoft cloud than the public one. */
  MICROSOFT_AUTHORITY: variable(Origin, "an http or https address without a path, like https://login.microsoftonline.us"),
  /** Sign-in with any OpenID Connect issuer. */
  OIDC_ISSUER: variable(Issuer, "the http or https address of an issuer, like https://login.example.com/realms/main"),
  OIDC_CLIENT_ID: variable(Text, "a client's id"),
  /** Unset: a public client, which PKCE alone protects. */
  OIDC_CLIENT_SECRET: secret(Text, "a client's secret"),
  /** Label of its button. */
  OIDC_NAME: variable(z.string().max(40).default("Single sign-on"), "at most 40 characters"),
  OIDC_SCOPES: variable(z.string().default("openid profile email"), "scopes with spaces between them"),
  /** Google credentials by sign-in: the OAuth client. */
  GOOGLE_CONNECT_CLIENT_ID: variable(Text, "an OAuth client's id"),
  GOOGLE_CONNECT_CLIENT_SECRET: secret(Text, "an OAuth client's secret"),
  /** Credentials of Slack by sign-in. */
  SLACK_CLIENT_ID: variable(Text, "a Slack app's client id"),
  SLACK_CLIENT_SECRET: secret(Text, "a Slack app's client secret"),
  /** Credentials of GoHighLevel by sign-in. */
  GOHIGHLEVEL_CLIENT_ID: variable(Text, "a Marketplace app's client id"),
  GOHIGHLEVEL_CLIENT_SECRET: secret(Text, "a Marketplace app's client secret"),
  /** Addresses of the APIs of connected services, instead of their own origins. */
  SERVICE_ORIGINS: variable(ReplacedOrigins, "pairs like https://www.googleapis.com=https://proxy.example.com with commas"),
  LOG_LEVEL: variable(
    z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
    "fatal, error, warn, info, debug, trace or silent",
  ),
  /** At least 32 characters; the same on every node that shares a database. Unset: made once, kept in DATA_DIR. */
  SECRET: secret(z.string().min(32).optional(), "at least 32 characters long"),
  /** Verifies webhooks of the service that runs sign-ins at other services. Unset: its webhooks change nothing. */
  CREDENTIAL_WEBHOOK_SECRET: secret(z.string().min(16).optional(), "at least 16 characters long"),
  /** Enables `GET /metrics`. Unset: there are no metrics. */
  METRICS_TOKEN: secret(MetricsToken, "at least 16 characters without spaces"),
  /** An OpenTelemetry collector, which gets a trace of each call. Unset: none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    Web.transform((url) => url.replace(/\/+$/, "")).optional(),
    "the http or https address of a collector, like http://127.0.0.1:4318",
  ),
  /** The name of this server in traces. */
  OTEL_SERVICE_NAME: variable(z.string().max(200).default("callwright"), "at most 200 characters"),
  /** Calls one call host holds at a time. */
  CALL_HOST_MAX_CALLS: variable(z.coerce.number().int().min(1).max(100).default(10), "a whole number from 1 to 100"),
  /** Call hosts at a time. Unset: one per processor. */
  CALL_HOST_MAX: variable(
    z.coerce.number().int().min(1).max(256).default(availableParallelism()),
    "a whole number from 1 to 256",
  ),
  /** How long running calls may go on after SIGTERM. */
  DRAIN_SECONDS: variable(z.coerce.number().int().min(0).max(86_400).default(15), "a whole number from 0 to 86400"),
  /** Start a call host with the server, so that the first call does not wait for it. */
  CALL_HOST_WARM: variable(z.stringbool().default(true), "true or false"),
  /** Concurrent calls in one organization. */
  ORG_CONCURRENT_CALLS: variable(Amount.default(ORG_CONCURRENT_CALLS), AMOUNT),
  /** Concurrent calls with one public API token. Unset: four fifths of ORG_CONCURRENT_CALLS, so that visitors leave room for the organization. */
  PUBLIC_TOKEN_CONCURRENT_CALLS: variable(Amount.optional(), AMOUNT),
  /** Calls that may start with one public API token in a minute. */
  PUBLIC_TOKEN_CALLS_PER_MINUTE: variable(Amount.default(60), AMOUNT),
  /** Chat messages that may be sent with one public API token in a minute. */
  PUBLIC_TOKEN_MESSAGES_PER_MINUTE: variable(Amount.default(300), AMOUNT),
  /** Calls at a time from one address with a public API token. */
  VISITOR_CONCURRENT_CALLS: variable(Amount.default(4), AMOUNT),
  /** Calls that may start from one address with a public API token in a minute. */
  VISITOR_CALLS_PER_MINUTE: variable(Amount.default(20), AMOUNT),
  /** Chat messages that are sent from one address with a public API token, a minute. */
  VISITOR_MESSAGES_PER_MINUTE: variable(Amount.default(30), AMOUNT),
  /** Calls that one organization may start with numbers of carriers in a minute. */
  PHONE_CALLS_PER_MINUTE: variable(Amount.default(60), AMOUNT),
  /** Calls that may start with one phone number of a carrier in a minute. */
  PHONE_NUMBER_CALLS_PER_MINUTE: variable(Amount.default(20), AMOUNT),
  ...QUOTA_VARIABLES,
  /** Gigabytes of video recordings that one organization keeps. */
  ORG_VIDEO_MAX_GB: variable(z.coerce.number().min(0).max(1_000_000).default(20), "a number of gigabytes from 0 to 1000000"),
  /** The model that compares what passages mean. Unset: passages are found by their words. */
  EMBEDDINGS_MODEL: variable(z.string().max(200).optional(), "a model's name, like text-embedding-3-small"),
  /** The OpenAI-compatible API of that model. */
  EMBEDDINGS_BASE_URL: variable(
    Web.default("https://api.openai.com/v1"),
    "an http or https address, such as http://127.0.0.1:11434/v1",
  ),
  /** Its key. Unset: none is sent. */
  EMBEDDINGS_API_KEY: secret(Text, "a key"),
  /** The model that summarizes and judges calls after their end. Unset: the model of the assistant. */
  JUDGE_MODEL: variable(z.string().max(200).optional(), "a model's name, like gpt-4.1-mini"),
  /** The OpenAI-compatible API of that model. */
  JUDGE_BASE_URL: variable(
    Web.default("https://api.openai.com/v1"),
    "an http or https address, such as http://127.0.0.1:11434/v1",
  ),
  /** Its key. Unset: none is sent. */
  JUDGE_API_KEY: secret(Text, "a key"),
  /** Address of Telnyx' API. */
  TELNYX_BASE_URL: variable(Origin.default("https://api.telnyx.com"), "an http or https address without a path"),
  /** Address of Twilio's API, for another region. */
  TWILIO_BASE_URL: variable(Origin.default("https://api.twilio.com"), "an http or https address without a path"),
  /** Address of Vonage's API, for another region. */
  VONAGE_BASE_URL: variable(Origin.default("https://api.nexmo.com"), "an http or https address without a path"),
  /** What Janus, Kamailio and this server know, for numbers of SIP trunks. Unset: there are no SIP calls. */
  SIP_SECRET: secret(SipSecret, "at least 16 letters and digits"),
  /** The websocket of Janus. */
  JANUS_URL: variable(z.url({ protocol: /^wss?$/ }).default("ws://127.0.0.1:8188"), "like ws://127.0.0.1:8188"),
  /** Kamailio's address for requests of Janus. */
  SIP_PROXY: variable(
    z
      .string()
      .regex(/^sip:[\w.-]+:\d{1,5}$/)
      .default("sip:127.0.0.1:5062"),
    "like sip:127.0.0.1:5062",
  ),
  /** Where rtpengine takes requests (protocol `ng`, UDP): it relays the sound between the trunks and Janus. Undefined: Janus exchanges it itself. */
  SIP_RTPENGINE: variable(
    z
      .string()
      .regex(/^(?:none|[\w.-]+:\d{1,5})$/)
      .default("127.0.0.1:2223")
      .transform((text) => (text === "none" ? undefined : text)),
    "like 127.0.0.1:2223, or none",
  ),
  /** The organization of each gateway whose calls are taken. Unset: every gateway's calls are taken, for the organization with the oldest trunk. */
  SIP_GATEWAYS: variable(
    z
      .string()
      .regex(/^[\w.-]+=(?:\*|[\da-f-]{36})(?:,[\w.-]+=(?:\*|[\da-f-]{36}))*$/i)
      .transform((text) => new Map(text.split(",").map((each) => each.toLowerCase().split("=") as [string, string])))
      .optional(),
    "gateways with an organization's id or *, like 198.51.100.7=0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33,sip.example.com=*",
  ),
  /** UDP ports for media, inclusive. Unset: any. */
  MEDIA_PORTS: variable(PortRange.optional(), "two ports from 1024 to 65535, like 40000-40199"),
  /** The address that media candidates have in place of the machine's own. Needed behind NAT and in a container. */
  PUBLIC_IP: variable(z.union([z.ipv4(), z.ipv6()]).optional(), "an IP address"),
  /** STUN and TURN servers. */
  ICE_SERVERS: variable(
    IceServers.default([]),
    'a JSON list like [{"urls":"turn:turn.example.com:3478","username":"…","credential":"…"}]',
  ),
  /** TURN servers that know TURN_SECRET: callers get a name and password for each call, which expire. */
  TURN_URL: variable(TurnUrls.optional(), "like turn:turn.example.com:3478, or several with commas"),
  /** What those TURN servers and this server know (`static-auth-secret` of coturn). */
  TURN_SECRET: secret(z.string().min(16).optional(), "at least 16 characters long"),
  /** OpenAI-compatible model servers of this machine or its network that every assistant may use. */
  LOCAL_MODEL_URLS: variable(
    z
      .string()
      .transform((text) => text.split(",").map((url) => url.trim().replace(/\/+$/, "")))
      .pipe(z.array(Web).max(20))
      .default([]),
    "base URLs separated by commas, such as http://127.0.0.1:11434/v1",
  ),
  /** Client ids that may ask for a device code (RFC 8628), besides that of the command line. */
  DEVICE_CLIENTS: variable(
    z
      .string()
      .transform((text) => text.split(",").map((id) => id.trim()))
      .pipe(z.array(z.string().min(1).max(200)).max(20))
      .default([]),
    "client ids separated by commas",
  ),
  /** Permits requests to addresses that people enter on this machine and its network. */
  ALLOW_PRIVATE_ADDRESSES: variable(z.stringbool().default(false), "true or false"),
  /** Retry server messages (webhooks) whose server has no `backoffPlan`. A server's own plan applies in any case. */
  WEBHOOK_RETRIES: variable(z.stringbool().default(true), "true or false"),
  /** Newer names, days and prices of providers' models, over the built-in ones (docs/models.md). */
  CATALOG_FILE: variable(Text, "the path of a JSON file"),
  /** A catalog of natural voices and recognizers, in place of the built-in one. */
  VOICE_CATALOG: variable(Text, "the path of a JSON file"),
  /** Files of natural voices and recognizers that need no download, for a server without internet. */
  VOICES_DIR: variable(Text, "a directory"),
  /** Who may install and remove natural voices and recognizers: admins of an organization, or nobody. Unset: admins, unless sign-up is open. */
  VOICE_INSTALL: variable(z.enum(["admins", "off"]).optional(), "admins or off"),
  /** Allow the fake model, voice and transcriber of tests and benches. */
  FAKE_PROVIDERS: variable(z.stringbool().default(false), "true or false"),
} satisfies Record<string, Variable>;

/** Key and base URL of each provider that takes a key. */
export const PROVIDER_VARIABLES: Record<string, Variable<z.ZodType<string | undefined>>> = Object.fromEntries(
  KEY_PROVIDERS.flatMap((provider) => [
    [providerVariable(provider, "API_KEY"), secret(Text, "a key")],
    [
      providerVariable(provider, "BASE_URL"),
      variable(Web.optional(), "an http or https address, such as http://127.0.0.1:11434/v1"),
    ],
  ]),
);

type Values = { [Name in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[Name]["schema"]> };

function readValues(env: NodeJS.ProcessEnv): Values {
  const problems: string[] = [];
  const values = Object.entries<Variable>({ ...VARIABLES, ...PROVIDER_VARIABLES }).map(([name, { schema, expected, secret }]) => {
    const text = env[name] || undefined;
    const parsed = schema.safeParse(text);
    if (!parsed.success) problems.push(`${name} must be ${expected}${secret ? "" : `; it is "${text}"`}.`);
    return [name, parsed.data];
  });
  if (problems.length > 0) throw new StartError(problems.join(" "));
  return Object.fromEntries(values) as Values;
}

/** By provider id. */
function readProviders(env: NodeJS.ProcessEnv, suffix: "API_KEY" | "BASE_URL"): Record<string, string> {
  return Object.fromEntries(
    KEY_PROVIDERS.flatMap((provider) => {
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
  // If links of mails used the request's own host, a stranger could set it.
  if (from === undefined || PUBLIC_URL === undefined)
    throw new StartError("SMTP_URL needs MAIL_FROM, the sender of mails, and PUBLIC_URL, the address their links lead to.");
  return { url, from };
}

/** Undefined where no model is set. */
function readModel(values: Values, prefix: "EMBEDDINGS" | "JUDGE") {
  const [model, apiKey] = [values[`${prefix}_MODEL`], values[`${prefix}_API_KEY`]];
  if (model !== undefined) return { model, baseUrl: values[`${prefix}_BASE_URL`], apiKey };
  if (apiKey !== undefined) throw new StartError(`${prefix}_API_KEY needs ${prefix}_MODEL, the model it is for.`);
  return undefined;
}

function readTurn({ TURN_URL: urls, TURN_SECRET: secret }: Values) {
  if (urls !== undefined && secret !== undefined) return { urls, secret };
  if (urls !== undefined)
    throw new StartError("TURN_URL needs TURN_SECRET, which the TURN server knows, too (static-auth-secret of coturn).");
  if (secret !== undefined) throw new StartError("TURN_SECRET needs TURN_URL, the address of the TURN server.");
  return undefined;
}

function readSip(values: Values) {
  const { SIP_SECRET: secret, JANUS_URL: janusUrl, SIP_PROXY: proxy, SIP_RTPENGINE: rtpengine, SIP_GATEWAYS: gateways } = values;
  return secret === undefined ? undefined : { secret, janusUrl, proxy, rtpengine, gateways };
}

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Name>;
type Named = { [Name in keyof Values as CamelCase<Name>]: Values[Name] };

const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());

/** Read the server's environment, once. Throws a `StartError` that names every bad variable and what it should be. */
export function parseConfig(env: NodeJS.ProcessEnv) {
  const values = readValues(env);
  return {
    /** Each variable by its name, as `port` for PORT. */
    ...(Object.fromEntries(Object.entries(values).map(([name, value]) => [camelCase(name), value])) as Named),
    /** Absolute. */
    dataDir: resolve(values.DATA_DIR),
    /** Undefined: blobs are stored under `dataDir`. */
    blobStore: readBlobStore(values),
    nodeUrl: values.NODE_URL ?? values.PUBLIC_URL,
    /** Undefined: mails stay in the outbox. */
    smtp: readSmtp(values),
    sessionSeconds: Math.round(values.SESSION_DAYS * DAY_SECONDS),
    /** Undefined where a service is not configured. */
    socialSignIn: readSocialSignIn(values),
    /** OAuth clients of the services that credentials are connected with. Undefined where one is not configured. */
    connectClients: readConnectClients(values),
    serviceOrigins: values.SERVICE_ORIGINS ?? new Map<string, string>(),
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    otlpServiceName: values.OTEL_SERVICE_NAME,
    publicTokenConcurrentCalls:
      values.PUBLIC_TOKEN_CONCURRENT_CALLS ?? Math.max(1, Math.floor(values.ORG_CONCURRENT_CALLS * 0.8)),
    orgQuotas: quotasOf(values),
    orgVideoMaxBytes: values.ORG_VIDEO_MAX_GB * 1e9,
    /** Undefined: passages are found by their words. */
    embeddings: readModel(values, "EMBEDDINGS"),
    /** Undefined: the models of assistants judge their calls. */
    judge: readModel(values, "JUDGE"),
    mediaPortRange: values.MEDIA_PORTS,
    /** Undefined: callers get the servers of `iceServers` alone. */
    turn: readTurn(values),
    /** Undefined: there are no SIP calls. */
    sip: readSip(values),
    /** By provider id. */
    providerKeys: readProviders(env, "API_KEY"),
    providerUrls: readProviders(env, "BASE_URL"),
    catalogFile: values.CATALOG_FILE && resolve(values.CATALOG_FILE),
    voiceCatalog: values.VOICE_CATALOG && resolve(values.VOICE_CATALOG),
    voiceFilesDir: values.VOICES_DIR && resolve(values.VOICES_DIR),
    voiceInstall: values.VOICE_INSTALL ?? (values.SIGN_UP === "open" ? "off" : "admins"),
  };
}
export type Config = ReturnType<typeof parseConfig>;
