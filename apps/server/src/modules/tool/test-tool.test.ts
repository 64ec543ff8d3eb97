import { constants, createHmac, generateKeyPairSync, privateDecrypt, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CreateCredential, CreateTool, JsonSchema } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { createOutsideNetwork, type OutsideNetwork } from "../../platform/net/outside-network.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { credentials } from "../credential/service.ts";
import { tools } from "./service.ts";
import { testTool } from "./test-tool.ts";

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let server: TestServer;
let network: OutsideNetwork;
let target: Server;
let base: string;
let seen: Seen[];
let answer: (response: ServerResponse, request: Seen) => void;
const caller: OrgCaller = { kind: "org", orgId: randomUUID(), role: "editor", tag: "private", userId: null, apiToken: null };

beforeAll(async () => {
  server = await startTestServer();
  network = createOutsideNetwork(true);
});
afterAll(async () => {
  network.close();
  await server.close();
});
beforeEach(async () => {
  seen = [];
  answer = (response) => response.end('{"results":[]}');
  target = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(one);
    answer(response, one);
  });
  await new Promise<void>((listening) => target.listen(0, "127.0.0.1", listening));
  base = `http://127.0.0.1:${(target.address() as AddressInfo).port}`;
});
afterEach(() => {
  target.closeAllConnections();
  target.close();
});

/** Made by the service, because the API's schema would refuse plain http. */
const makeTool = async (tool: CreateTool) => (await tools.create(server.context, caller, tool)).id;
const makeCredential = async (config: object) =>
  (await credentials.create(server.context, caller, { allowedOrigins: [base], ...config } as CreateCredential)).id;
async function tryTool(tool: CreateTool, args: unknown = {}, through = network) {
  const argumentsJson = typeof args === "string" ? args : JSON.stringify(args);
  const context = { ...server.context, network: through };
  return testTool(context, caller, { id: await makeTool(tool), argumentsJson }, new AbortController().signal);
}
const functionTool = (fields: object = {}): CreateTool => ({
  type: "function",
  function: { name: "order" },
  server: { url: `${base}/hook`, headers: { "X-Shop": "7", Host: "elsewhere", "Content-Length": "1" }, ...fields },
});

test("a tool that is not stored is tested as it is written, and secrets that it leaves out are the stored ones", async () => {
  const edited = { type: "apiRequest", method: "GET", url: `${base}/edited` };
  const given = { toolJson: JSON.stringify(edited), argumentsJson: "{}" };
  const { signal } = new AbortController();
  expect((await testTool({ ...server.context, network }, caller, given, signal)).status).toBe(200);
  expect(seen.map(({ url }) => url)).toEqual(["/edited"]);
  const code = "return env.KEY + args.x;";
  const id = await makeTool({ type: "code", code: "return 1", environmentVariables: [{ name: "KEY", value: "k" }] });
  const draft = JSON.stringify({ type: "code", code, environmentVariables: [{ name: "KEY" }] });
  const run = { id, toolJson: draft, argumentsJson: '{"x":"y"}' };
  expect(await testTool({ ...server.context, network }, caller, run, signal)).toMatchObject({ failed: false, body: "ky" });
  const refused = { ...run, toolJson: '{"type":"code"}' };
  await expect(testTool({ ...server.context, network }, caller, refused, signal)).rejects.toMatchObject({
    code: "validation-failed",
  });
});

test("a function's server gets what a call would send it, and its answer is told with how long it took", async () => {
  const tool = { ...functionTool(), parameters: [{ key: "channel", value: "voice" }] } as CreateTool;
  const result = await tryTool(tool, { size: "large", channel: "mine" });
  const ms = expect.any(Number);
  const times = { connectMs: ms, serverMs: ms, readMs: ms };
  expect(result).toEqual({ status: 200, body: '{"results":[]}', callId: expect.any(String), durationMs: ms, times });
  const [{ method, url, headers, body } = {} as Seen] = seen;
  expect([method, url, headers["content-type"], headers["x-shop"]]).toEqual(["POST", "/hook", "application/json", "7"]);
  expect(headers.host).toBe(new URL(base).host);
  const toolCall = {
    id: result.callId,
    type: "function",
    function: { name: "order", arguments: { size: "large", channel: "voice" } },
  };
  expect(JSON.parse(body)).toMatchObject({
    message: {
      type: "tool-calls",
      timestamp: expect.any(Number),
      toolCallList: [toolCall],
      toolWithToolCallList: [{ type: "function", function: { name: "order" }, toolCall }],
    },
  });
});

test("a request to an API has the arguments in its address, its headers and its body", async () => {
  const tool: CreateTool = {
    type: "apiRequest",
    method: "PUT",
    url: `${base}/order/{{ id }}?on={{ "now" | date: "%Y" }}`,
    headers: { type: "object", properties: { "X-Order": { type: "string", value: "no. {{ id }}" } } },
    body: { type: "object", properties: { source: { type: "string", default: "call" }, size: { type: "string" } } },
  };
  answer = (response) => response.writeHead(404).end("no such order");
  expect(await tryTool(tool, { id: 12, size: "large" })).toMatchObject({ status: 404, body: "no such order" });
  expect(seen[0]).toMatchObject({
    method: "PUT",
    url: `/order/12?on=${new Date().getUTCFullYear()}`,
    headers: { "x-order": "no. 12" },
  });
  expect(JSON.parse(seen[0]?.body ?? "")).toEqual({ source: "call", size: "large" });
  await tryTool({ ...tool, method: "GET" }, { id: 13 });
  const year = new Date().getUTCFullYear();
  expect(seen[1]).toMatchObject({ method: "GET", url: `/order/13?on=${year}&source=call`, body: "" });
  expect(seen[1]?.headers).not.toHaveProperty("content-type");
});

test("requests are signed as the credential says", async () => {
  const bearer = await makeCredential({
    provider: "webhook",
    authenticationPlan: { type: "bearer", token: "t-1", headerName: "X-Key", bearerPrefixEnabled: false },
  });
  await tryTool(functionTool({ credentialId: bearer }));
  expect(seen[0]?.headers["x-key"]).toBe("t-1");

  const hmac = await makeCredential({
    provider: "custom-credential",
    authenticationPlan: { type: "hmac", secretKey: "s-1", algorithm: "sha256", signaturePrefix: "sha256=" },
  });
  await tryTool(functionTool({ credentialId: hmac }));
  const { headers, body } = seen[1] ?? ({} as Seen);
  const signed = createHmac("sha256", "s-1").update(`${headers["x-timestamp"]}.${body}`).digest("hex");
  expect(headers["x-signature"]).toBe(`sha256=${signed}`);

  const plan = { type: "oauth2", url: `${base}/token`, clientId: "c", clientSecret: "s&cret", scope: "orders" } as const;
  const oauth2 = await makeCredential({ provider: "webhook", authenticationPlan: plan });
  answer = (response, { url }) => response.end(url === "/token" ? '{"access_token":"fresh"}' : "done");
  expect(await tryTool(functionTool({ credentialId: oauth2 }))).toMatchObject({ status: 200, body: "done" });
  expect(seen.slice(2).map(({ url }) => url)).toEqual(["/token", "/hook"]);
  expect(Object.fromEntries(new URLSearchParams(seen[2]?.body))).toEqual({
    grant_type: "client_credentials",
    client_id: "c",
    client_secret: "s&cret",
    scope: "orders",
  });
  expect(seen[3]?.headers.authorization).toBe("Bearer fresh");

  answer = (response) => response.writeHead(401).end("{}");
  const refused = await tryTool(functionTool({ credentialId: oauth2 }));
  expect(refused).toMatchObject({ status: null, body: expect.stringContaining("the token URL answered with status 401") });
  // The cached token is refused, and no other is given.
  expect(seen.slice(4).map(({ url }) => url)).toEqual(["/hook", "/token"]);
});

test("a credential goes to the servers that an admin allowed, and to no other that an editor names", async () => {
  const secrets = ["bearer-secret", "hmac-secret", "client-secret"];
  const plans = [
    { type: "bearer", token: secrets[0] },
    { type: "hmac", secretKey: secrets[1], algorithm: "sha256" },
    { type: "oauth2", url: `${base}/token`, clientId: "c", clientSecret: secrets[2] },
  ];
  for (const authenticationPlan of plans)
    for (const allowedOrigins of [undefined, ["https://hooks.example"], [base.replace("127.0.0.1", "localhost")]]) {
      const credentialId = await makeCredential({ provider: "webhook", authenticationPlan, allowedOrigins });
      const asked = tryTool({ type: "apiRequest", method: "POST", url: `${base}/collect`, credentialId });
      await expect(asked).rejects.toMatchObject({
        code: "credential-origin-refused",
        message: `This credential may not be sent to ${base}. Ask an admin to add it to the credential's allowed servers.`,
      });
    }
  expect(seen).toEqual([]);
});

test("a credential goes over http only where private addresses are allowed", async () => {
  const guarded = createOutsideNetwork(false);
  const credentialId = await makeCredential({ provider: "webhook", authenticationPlan: { type: "bearer", token: "t-1" } });
  await expect(tryTool(functionTool({ credentialId }), {}, guarded)).rejects.toMatchObject({
    code: "credential-origin-insecure",
  });
  const plan = { type: "oauth2", url: `${base}/token`, clientId: "c", clientSecret: "s" };
  const allowedOrigins = ["https://hooks.example"];
  const oauth2 = await makeCredential({ provider: "webhook", authenticationPlan: plan, allowedOrigins });
  const tool = { type: "apiRequest", method: "GET", url: "https://hooks.example/", credentialId: oauth2 } as const;
  await expect(tryTool(tool, {}, guarded)).rejects.toMatchObject({ code: "credential-origin-insecure" });
  guarded.close();
});

test("a long answer is cut, between letters; a request with a body follows no redirect that drops it", async () => {
  answer = (response) => response.end(`x${"ü".repeat(64 * 1024)}`);
  const { body } = await tryTool(functionTool());
  expect(body).toBe(`x${"ü".repeat(32 * 1024 - 1)}`);
  answer = (response) => response.writeHead(302, { location: `${base}/elsewhere` }).end();
  expect(await tryTool(functionTool())).toMatchObject({ status: 302 });
  expect(seen).toHaveLength(2);
});

test("no answer is a result that tells why", async () => {
  const { port } = target.address() as AddressInfo;
  answer = () => {};
  const slow = await tryTool(functionTool({ timeoutSeconds: 1 }));
  expect(slow).toMatchObject({ status: null, body: expect.stringContaining("no answer within 1 s") });
  expect(slow.durationMs).toBeGreaterThanOrEqual(1000);
  target.closeAllConnections();
  await new Promise((closed) => target.close(closed));
  const gone = await tryTool({ type: "apiRequest", method: "GET", url: `http://127.0.0.1:${port}/` });
  expect(gone).toMatchObject({ status: null, body: expect.stringContaining("nothing listens there") });
});

test("arguments at encryptedPaths leave encrypted by the credential's public key, and none leaves in clear", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" });
  const make = (key: unknown) =>
    makeCredential({
      provider: "custom-credential",
      authenticationPlan: { type: "bearer", token: "t" },
      encryptionPlan: { type: "public-key", algorithm: "RSA-OAEP-256", publicKey: { format: "spki-pem", pem: key } },
    });
  const credentialId = await make(pem);
  const decrypted = (text: string) =>
    privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" },
      Buffer.from(text, "base64"),
    ).toString();
  const given = { name: "Ada", ssn: "078-05-1120", payment: { cardNumber: 4242424242424242, currency: "EUR" } };
  const encryption = { credentialId, encryptedPaths: ["ssn", "$.payment.cardNumber", "absent"] };
  const api: CreateTool = { type: "apiRequest", method: "POST", url: `${base}/{{ ssn }}`, ...encryption };

  await tryTool(functionTool(encryption), given);
  const body: JsonSchema = {
    type: "object",
    properties: {
      name: { type: "string" },
      ssn: { type: "string", value: given.ssn },
      payment: {
        type: "object",
        properties: { currency: { type: "string" }, cardNumber: { type: "number", default: given.payment.cardNumber } },
      },
    },
  };
  await tryTool({ ...api, url: `${base}/pay`, body }, { name: "Ada", payment: { currency: "EUR" } });
  await tryTool({ ...api, url: `${base}/pay` }, given);
  const [asked, ...sent] = seen.map(({ body }) => JSON.parse(body));
  const { toolCall } = asked.message.toolWithToolCallList[0];
  for (const args of [asked.message.toolCallList[0].function.arguments, toolCall.arguments, ...sent]) {
    expect(args).toMatchObject({ name: "Ada", payment: { currency: "EUR" } });
    expect([decrypted(args.ssn), decrypted(args.payment.cardNumber)]).toEqual(["078-05-1120", "4242424242424242"]);
  }
  await tryTool(api, given);
  for (const { url, body } of seen) expect(url + body).not.toMatch(/078-05-1120|4242424242424242/);

  const refused = async (tool: CreateTool, args: object, sentence: string) =>
    expect(tryTool(tool, args)).rejects.toMatchObject({ message: expect.stringContaining(sentence) });
  await refused(api, { ssn: "1".repeat(191) }, "'ssn' is too long to be encrypted: this key takes 190 bytes");
  await refused(api, { ssn: "1", payment: [4242] }, "'payment' is no object");
  await refused({ ...api, encryptedPaths: ["cards[*].number"] }, given, "its encryptedPaths have 'cards[*].number'");
  await refused({ ...api, credentialId: await make("no key") }, given, "no RSA key in PEM");
  expect(seen).toHaveLength(4);
});

test("the server's own network is out of reach", async () => {
  const guarded = createOutsideNetwork(false);
  await expect(tryTool(functionTool(), {}, guarded)).rejects.toMatchObject({ code: "host-address-private" });
  expect(seen).toEqual([]);
  guarded.close();
});

test.each<[string, CreateTool, unknown, string]>([
  [
    "another kind of tool",
    { type: "endCall" },
    {},
    "This tool cannot be tested: a tool of type 'endCall' sends no request of its own.",
  ],
  ["no server", { type: "function" }, {}, "it names no server"],
  [
    "no address",
    { type: "apiRequest", method: "GET", url: "ftp://{{ host }}/" },
    { host: "a.example" },
    "neither http nor https",
  ],
  ["encrypted fields", { type: "apiRequest", method: "GET", url: "https://a.example", encryptedPaths: ["$.a"] }, {}, "encrypted"],
])("%s is refused", async (_what, tool, args, sentence) => {
  await expect(tryTool(tool, args)).rejects.toMatchObject({
    code: "tool-not-testable",
    message: expect.stringContaining(sentence),
  });
});

test("a tool keeps the id of a credential that was deleted, and is refused then", async () => {
  const credentialId = await makeCredential({ provider: "webhook", authenticationPlan: { type: "bearer", token: "t" } });
  const id = await makeTool({ type: "apiRequest", method: "GET", url: "https://a.example", credentialId });
  await credentials.remove(server.context, caller, credentialId);
  const tried = testTool({ ...server.context, network }, caller, { id, argumentsJson: "{}" }, new AbortController().signal);
  await expect(tried).rejects.toMatchObject({ code: "credential-unusable" });
});

test("arguments must be an object, and the tool be of the organization", async () => {
  for (const args of ["", "[]", "null", "5", "{"])
    await expect(tryTool(functionTool(), args)).rejects.toMatchObject({ code: "validation-failed" });
  const id = await makeTool(functionTool());
  const stranger = { ...caller, orgId: randomUUID() };
  const context = { ...server.context, network };
  const asked = testTool(context, stranger, { id, argumentsJson: "{}" }, new AbortController().signal);
  await expect(asked).rejects.toMatchObject({ code: "not-found" });
  expect(seen).toEqual([]);
});
