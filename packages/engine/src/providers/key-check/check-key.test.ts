import { CREDENTIAL_PROVIDERS } from "@callwright/contract";
import { afterAll, describe, expect, it } from "vitest";
import { startLocalServer } from "../../testing/local-server.ts";
import { checkKey } from "./check-key.ts";
import { KEY_CHECKS } from "./key-checks.ts";

const KEY = "sk-secret-0123456789";
const never = new AbortController().signal;
let status = 200;
let body = "{}";
const asked: { path: string | undefined; key: boolean }[] = [];
const server = await startLocalServer((request, response) => {
  const values = Object.values(request.headers).flat();
  asked.push({ path: request.url, key: values.some((value) => value?.includes(KEY)) });
  if (status === 302) response.setHeader("location", "/elsewhere");
  response.writeHead(status).end(body);
});
afterAll(server.close);

const { url } = server;
const check = (provider: string, urls: Record<string, string> = { [provider]: url }) => {
  const field = KEY_CHECKS[provider]?.keyField ?? "apiKey";
  return checkKey(provider, { keys: {}, urls, orgKeys: { [provider]: { [field]: KEY } } }, never);
};

describe("a key", () => {
  const redirectable = Object.keys(KEY_CHECKS).filter((provider) => !KEY_CHECKS[provider]?.isApart);
  it.each(redirectable)("of %s is sent with its request", async (provider) => {
    expect(CREDENTIAL_PROVIDERS).toContain(provider);
    [status, body] = [200, "{}"];
    expect(await check(provider)).toEqual({ state: "works", message: `${provider} accepts the key.` });
    expect(asked.at(-1)).toEqual({ path: KEY_CHECKS[provider]?.path, key: true });
  });

  it.each([
    [401, "no such key sk-secret-0123456789", "refused", "openai refuses the key. It said: no such key [key]"],
    [400, "API key not valid", "refused", "openai refuses the key. It said: API key not valid"],
    [403, "", "refused", "openai does not let this key do that."],
    [429, "slow down", "limited", "openai accepts the key, and its limit is reached. It said: slow down"],
    [500, "oops", "failed", "openai answered with status 500. It said: oops"],
  ])("that is answered with %i", async (code, text, state, message) => {
    [status, body] = [code, text];
    expect(await check("openai")).toEqual({ state, message });
  });

  it.each([
    ["11labs", 401, '{"detail":{"status":"missing_permissions","message":"The API key is missing the permission user_read"}}'],
    ["openai", 403, '{"error":{"message":"You have insufficient permissions. Missing scopes: api.model.read."}}'],
  ])("of %s that may do only something else is known", async (provider, code, text) => {
    [status, body] = [code, text];
    expect(await check(provider)).toEqual({
      state: "works",
      message: `${provider} knows the key. What it may do shows in a call. It said: ${text}`,
    });
  });

  it("of deepgram needs no right to manage the account", async () => {
    [status, body] = [200, "{}"];
    await check("deepgram");
    expect(asked.at(-1)?.path).toBe("/v1/auth/token");
  });

  it("does not follow a redirect", async () => {
    [status, body] = [302, ""];
    const before = asked.length;
    expect(await check("openai")).toMatchObject({ state: "failed" });
    expect(asked.length - before).toBe(1);
  });

  it("says when the server cannot be reached, and when there is no request to send", async () => {
    expect(await check("openai", { openai: "http://127.0.0.1:1" })).toMatchObject({
      state: "failed",
      message: "openai could not be reached at http://127.0.0.1:1. Check the address and the network.",
    });
    expect(await check("perplexity-ai")).toMatchObject({ state: "untested" });
    expect(await checkKey("custom-llm", { keys: {}, urls: {}, orgKeys: { "custom-llm": { apiKey: KEY } } }, never)).toMatchObject(
      {
        state: "untested",
      },
    );
  });

  it("of custom-llm goes to the server that its credential names, not to the operator's", async () => {
    [status, body] = [200, "{}"];
    const own = (apiUrl: string) => ({
      keys: {},
      orgKeys: { "custom-llm": { apiKey: KEY, apiUrl } },
      allowPrivateAddresses: true,
    });
    const before = asked.length;
    await checkKey("custom-llm", { ...own("http://127.0.0.1:1"), urls: { "custom-llm": url } }, never);
    expect(asked.length - before).toBe(0);
    expect(await checkKey("custom-llm", { ...own(url), urls: {} }, never)).toMatchObject({ state: "works" });
    expect(asked.at(-1)).toEqual({ path: "/models", key: true });
  });

  it("is not sent to an address for transcription alone", async () => {
    const before = asked.length;
    for (const provider of ["assembly-ai", "soniox", "speechmatics"])
      expect(await check(provider)).toMatchObject({ state: "untested", message: expect.stringContaining("transcription") });
    expect(asked.length - before).toBe(0);
  });

  it("does not go to an address of this network that a credential names", async () => {
    const context = { keys: {}, urls: {}, orgKeys: { deepgram: { apiKey: KEY, apiUrl: url } } };
    const before = asked.length;
    const { state, message } = await checkKey("deepgram", context, never);
    expect({ state, asked: asked.length - before }).toEqual({ state: "failed", asked: 0 });
    expect(message).toMatch(/own network.*ALLOW_PRIVATE_ADDRESSES/);
  });
});
