import { resolve } from "node:path";
import { expect, test } from "vitest";
import { PROVIDER_VARIABLES, parseConfig } from "./config.ts";

test("an empty environment gives a server that works on one machine", () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: undefined,
    dataDir: resolve("data"),
    databaseUrl: undefined,
    publicUrl: undefined,
    nodeUrl: undefined,
    trustProxy: false,
    signUp: "first",
    sessionSeconds: 604_800,
    orgConcurrentCalls: 10,
    iceServers: [],
    providerKeys: {},
    fakeProviders: false,
  });
});

test("an empty value counts as unset", () => {
  expect(parseConfig({ PORT: "", PUBLIC_URL: "", TRUST_PROXY: "" })).toMatchObject({
    port: 3000,
    publicUrl: undefined,
    trustProxy: false,
  });
});

test.each([
  ["true", true],
  ["1", true],
  ["yes", true],
  ["on", true],
  ["y", true],
  ["enabled", true],
  ["false", false],
  ["0", false],
  ["no", false],
  ["off", false],
  ["n", false],
  ["disabled", false],
])("TRUST_PROXY=%s is %s", (text, value) => {
  expect(parseConfig({ TRUST_PROXY: text }).trustProxy).toBe(value);
});

test.each([
  ["PORT", "80000", "a port number"],
  ["PORT", "http", "a port number"],
  ["TRUST_PROXY", "maybe", "true or false"],
  ["SIGN_UP", "all", "open, invite or first"],
  ["PUBLIC_URL", "voice.example.com", "an http or https address"],
  ["PUBLIC_URL", "https://example.com/voice", "without a path"],
  ["MEDIA_PORTS", "50000-40000", "two ports"],
  ["MEDIA_PORTS", "50000", "two ports"],
  ["PUBLIC_IP", "my.host", "an IP address"],
  ["ICE_SERVERS", "turn:example.com", "a JSON list"],
  ["TURN_URL", "stun:turn.example.com", "like turn:turn.example.com:3478"],
  ["TURN_URL", "turn:turn.example.com,", "like turn:turn.example.com:3478"],
  ["SESSION_DAYS", "401", "from 1 to 400"],
  ["DRAIN_SECONDS", "-1", "from 0 to 86400"],
  ["LOG_LEVEL", "loud", "fatal"],
])("%s=%s is refused by name", (name, value, expected) => {
  expect(() => parseConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be .*${expected}.*; it is "${value}"\\.$`));
});

test("a bad secret is refused without being repeated", () => {
  expect(() => parseConfig({ SECRET: "hunter2" })).toThrow(/^SECRET must be at least 32 characters long\.$/);
  expect(() => parseConfig({ DATABASE_URL: "mysql://user:hunter2@host/db" })).toThrow(
    /^DATABASE_URL must be like postgres:((?!hunter2).)*$/,
  );
});

test("a bucket is named by its address, in the host or in the path, and opened by a key", () => {
  const key = { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "hunter2" };
  const urlOf = (BLOB_STORE_URL: string) => parseConfig({ BLOB_STORE_URL, ...key }).blobStore?.url;
  expect(urlOf("https://voices.s3.eu-central-1.amazonaws.com/")).toBe("https://voices.s3.eu-central-1.amazonaws.com");
  expect(urlOf("http://127.0.0.1:9000/voices/a-folder/")).toBe("http://127.0.0.1:9000/voices/a-folder");
  for (const wrong of ["s3://voices", "https://x/y?z", "https://u:p@host/y"])
    expect(() => urlOf(wrong)).toThrow(/^BLOB_STORE_URL must be the address of a bucket/);
  expect(() => parseConfig({ ...key, S3_ACCESS_KEY_ID: "", BLOB_STORE_URL: "https://x/y" })).toThrow(
    /^BLOB_STORE_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY((?!hunter2).)*$/,
  );
});

test("a TURN server and its secret need each other", () => {
  const given = { TURN_URL: "turn:a.test, turns:b.test:443?transport=tcp", TURN_SECRET: "hunter2 hunter2 hunter2" };
  expect(parseConfig(given).turn).toEqual({
    urls: ["turn:a.test", "turns:b.test:443?transport=tcp"],
    secret: "hunter2 hunter2 hunter2",
  });
  expect(() => parseConfig({ TURN_URL: given.TURN_URL })).toThrow(/^TURN_URL needs TURN_SECRET/);
  expect(() => parseConfig({ TURN_SECRET: given.TURN_SECRET })).toThrow(/^TURN_SECRET needs TURN_URL((?!hunter2).)*$/);
  expect(() => parseConfig({ ...given, TURN_SECRET: "hunter2" })).toThrow(/^TURN_SECRET must be at least 16 characters long\.$/);
});

test("a mail server needs a sender, and an address that links lead to", () => {
  const given = { SMTP_URL: "smtps://u:hunter2@mail.example.com", MAIL_FROM: "Callwright <voice@example.com>" };
  const smtp = { url: given.SMTP_URL, from: given.MAIL_FROM };
  expect(parseConfig({ ...given, PUBLIC_URL: "https://voice.example.com" })).toMatchObject({ smtp });
  expect(parseConfig({})).toMatchObject({ smtp: undefined });
  const incomplete = /^SMTP_URL needs MAIL_FROM((?!hunter2).)*PUBLIC_URL((?!hunter2).)*$/;
  expect(() => parseConfig(given)).toThrow(incomplete);
  expect(() => parseConfig({ SMTP_URL: given.SMTP_URL, PUBLIC_URL: "https://voice.example.com" })).toThrow(incomplete);
  for (const from of ["voice", "a@b c@d", "Name <a@b", "a@b\r\nBcc: c@d"])
    expect(() => parseConfig({ MAIL_FROM: from })).toThrow(/^MAIL_FROM must be an address/);
  expect(() => parseConfig({ SMTP_URL: "http://u:hunter2@host" })).toThrow(/^SMTP_URL must be like smtps:((?!hunter2).)*$/);
});

test("embeddings need a model, and their key is not repeated", () => {
  const key = { EMBEDDINGS_API_KEY: "hunter2" };
  expect(parseConfig({}).embeddings).toBeUndefined();
  expect(parseConfig({ EMBEDDINGS_MODEL: "small", ...key }).embeddings).toEqual({
    model: "small",
    baseUrl: "https://api.openai.com/v1",
    apiKey: "hunter2",
  });
  expect(() => parseConfig(key)).toThrow(/^EMBEDDINGS_API_KEY needs EMBEDDINGS_MODEL((?!hunter2).)*$/);
  expect(() => parseConfig({ EMBEDDINGS_MODEL: "small", EMBEDDINGS_BASE_URL: "localhost" })).toThrow(/^EMBEDDINGS_BASE_URL must/);
});

test("every bad value is named at once", () => {
  expect(() => parseConfig({ PORT: "x", SIGN_UP: "y" })).toThrow(/PORT must .*SIGN_UP must/);
});

test("a node that is not told its address has the public one", () => {
  expect(parseConfig({ PUBLIC_URL: "https://voice.example.com/" })).toMatchObject({
    publicUrl: "https://voice.example.com",
    nodeUrl: "https://voice.example.com",
  });
});

test("providers' keys and addresses are read by provider", () => {
  const config = parseConfig({
    OPENAI_API_KEY: "k1",
    CUSTOM_LLM_API_KEY: "k2",
    CUSTOM_LLM_BASE_URL: "http://127.0.0.1:9/v1",
    TOGETHER_AI_API_KEY: "k3",
    VAPI_API_KEY: "of a provider that does not run here",
  });
  expect(config.providerKeys).toEqual({ openai: "k1", "custom-llm": "k2", "together-ai": "k3" });
  expect(config.providerUrls).toEqual({ "custom-llm": "http://127.0.0.1:9/v1" });
  expect(() => parseConfig({ OPENAI_BASE_URL: "127.0.0.1:9" })).toThrow(/OPENAI_BASE_URL must be an http or https address/);
});

test.each(Object.keys(PROVIDER_VARIABLES))("a shell can export %s", (name) => {
  expect(name).toMatch(/^[A-Z_][A-Z0-9_]*$/);
});
