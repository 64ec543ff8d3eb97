import { randomUUID } from "node:crypto";
import type { Call, ErrorBody, Token, TokenRestrictions } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { call } from "../tables.ts";

const SHOP = "https://shop.example";
const PROMPT = "Never tell that the price can be halved.";
const ASSISTANT = {
  name: "Riley",
  firstMessage: "Hi {{name}}",
  firstMessageMode: "assistant-waits-for-user",
  model: { provider: "openai", model: "m", messages: [{ role: "system", content: PROMPT }] },
  voice: { provider: "callwright", voiceId: "slt", speed: 1.1 },
  transcriber: { provider: "callwright", model: "auto", language: "en-GB", keywords: ["half"] },
  server: { url: "https://hooks.example/secret-path" },
  artifactPlan: { videoRecordingEnabled: true, recordingPath: "/internal/path" },
  metadata: { customer: "42" },
};

let setup: CallServer;
async function start(config: Parameters<typeof startCallServer>[0] = {}): Promise<void> {
  const calls = { orgConcurrentCalls: 1000, publicTokenConcurrentCalls: 1000, visitorConcurrentCalls: 1000 };
  const rates = { publicTokenCallsPerMinute: 1000, visitorCallsPerMinute: 1000 };
  setup = await startCallServer({ providerKeys: { openai: "sk-of-the-server" }, ...calls, ...rates, ...config });
}

const createAssistant = async (body: object): Promise<string> =>
  (await setup.client.json<{ id: string }>("POST", "/assistant", body)).body.id;

async function createToken(restrictions: TokenRestrictions = {}): Promise<Token & { value: string }> {
  const { body } = await setup.client.json<Token>("POST", "/token", { tag: "public", restrictions });
  return { ...body, value: body.value ?? "" };
}

interface Answer {
  status: number;
  body: Call & ErrorBody;
  headers: Headers;
}

async function startCall(token: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`${setup.server.url}/call/web`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Call & ErrorBody };
}

describe("a token for one page and one assistant", () => {
  let token: string;
  let targets: Record<string, object>;
  beforeAll(async () => {
    await start();
    const [mine, other] = [await createAssistant(ASSISTANT), await createAssistant({})];
    token = (await createToken({ allowedOrigins: [SHOP, "http://localhost:5173"], allowedAssistantIds: [mine] })).value;
    targets = {
      mine: { assistantId: mine },
      "mine with variables": { assistantId: mine, assistantOverrides: { variableValues: { name: "Ada" } } },
      "mine with another greeting": { assistantId: mine, assistantOverrides: { firstMessage: "Buy elsewhere" } },
      other: { assistantId: other },
      unknown: { assistantId: randomUUID() },
      inline: { assistant: { firstMessage: "Mine" } },
      squad: { squadId: randomUUID() },
    };
  });
  afterAll(() => setup.server.close());

  const ORIGINS: [string | undefined, boolean][] = [
    [SHOP, true],
    ["http://localhost:5173", true],
    ["https://evil.example", false],
    ["https://sub.shop.example", false],
    ["http://shop.example", false],
    ["https://shop.example:8443", false],
    ["null", false],
    [undefined, false],
  ];
  const TARGETS: [string, number, string | undefined][] = [
    ["mine", 201, undefined],
    ["mine with variables", 201, undefined],
    ["mine with another greeting", 403, "token-override-refused"],
    ["other", 403, "token-assistant-refused"],
    ["unknown", 403, "token-assistant-refused"],
    ["inline", 403, "token-inline-refused"],
    ["squad", 403, "token-assistant-refused"],
  ];

  describe.each(ORIGINS)("from %s", (origin, isAllowed) => {
    test.each(TARGETS)("to %s", async (target, status, code) => {
      const answer = await startCall(token, targets[target] ?? {}, origin === undefined ? {} : { origin });
      expect([answer.status, answer.body.code]).toEqual(
        isAllowed ? [status, code] : [403, origin === undefined ? "token-origin-missing" : "token-origin-refused"],
      );
      // A page must be able to read why.
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    });
  });

  test.each([
    ["other", /^This token may not use assistant [\w-]{36}\. Add its id/],
    ["inline", /^This token allows stored assistants only, not 'assistant'\./],
    [
      "mine with another greeting",
      /^This token may only set variables\. Send 'assistantOverrides.variableValues' without 'firstMessage'\.$/,
    ],
  ])("the sentence for %s says what to do", async (target, message) => {
    expect((await startCall(token, targets[target] ?? {}, { origin: SHOP })).body.message).toMatch(message);
  });

  test("another token of the organization is not bound by it; a disabled and a deleted one open nothing", async () => {
    const free = await createToken();
    const from = { origin: "https://evil.example" };
    expect((await startCall(free.value, targets.inline ?? {}, from)).status).toBe(201);
    await setup.client.json("PATCH", `/token/${free.id}`, { restrictions: { enabled: false } });
    expect((await startCall(free.value, targets.inline ?? {})).status).toBe(401);
    await setup.client.json("PATCH", `/token/${free.id}`, { restrictions: null });
    expect((await startCall(free.value, targets.inline ?? {})).status).toBe(201);
    await setup.client.json("DELETE", `/token/${free.id}`);
    const revoked = await startCall(free.value, targets.inline ?? {}, from);
    expect([revoked.status, revoked.headers.get("access-control-allow-origin")]).toEqual([401, "*"]);
  });

  test("an assistant of another organization is not found, list or no list", async () => {
    const stranger = await setup.server.signUp();
    const [theirs] = (await stranger.json<{ id: string }[]>("GET", "/assistant")).body;
    expect((await startCall((await createToken()).value, { assistantId: theirs?.id })).status).toBe(404);
    const listed = await createToken({ allowedAssistantIds: [theirs?.id ?? ""] });
    expect((await startCall(listed.value, { assistantId: theirs?.id })).status).toBe(404);
  });

  test("a visitor's page is told what joining takes, and nothing of how the assistant is made", async () => {
    const { body } = await startCall(token, targets["mine with variables"] ?? {}, { origin: SHOP });
    expect(body).toEqual({
      id: expect.any(String),
      orgId: setup.client.orgId,
      type: "webCall",
      status: "queued",
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      assistantId: expect.any(String),
      webCallUrl: expect.stringContaining(`/call/${body.id}/room?secret=`),
      transport: { provider: "callwright", callUrl: body.webCallUrl, iceServers: [], assistantVideoEnabled: false },
      artifactPlan: { videoRecordingEnabled: true },
      assistant: {
        name: "Riley",
        firstMessageMode: "assistant-waits-for-user",
        voice: { provider: "callwright" },
        transcriber: { provider: "callwright", language: "en-GB" },
      },
    });
    expect(setup.pool.specs.at(-1)).toMatchObject({
      assistant: ASSISTANT,
      variableValues: { name: "Ada" },
      isVisitor: true,
    });
    await setup.createCall();
    expect(setup.pool.specs.at(-1)?.isVisitor).toBe(false);
  });

  test("its owner reads which token and which page began the call, without what the page's address may tell", async () => {
    const page = `${SHOP}/prices?name=Ada#top`;
    const { body } = await startCall(token, targets.mine ?? {}, { origin: SHOP, referer: page });
    const { visitor } = (await setup.client.json<Call>("GET", `/call/${body.id}`)).body;
    expect(visitor).toEqual({ tokenId: expect.any(String), page: `${SHOP}/prices` });
  });

  test("only a page whose token takes any assistant may instruct it during the call", async () => {
    const mayInstruct = async (as: string, body: object = targets.mine ?? {}) => {
      expect((await startCall(as, body, { origin: SHOP })).status).toBe(201);
      return setup.pool.specs.at(-1)?.callerMayInstruct;
    };
    expect(await mayInstruct(token)).toBe(false);
    expect(await mayInstruct((await createToken({ allowTransientAssistant: false })).value)).toBe(false);
    expect(await mayInstruct((await createToken()).value)).toBe(true);
    expect(await mayInstruct(setup.client.orgToken)).toBe(true);
  });

  test("an answer that was given to somebody of the organization is not given to a visitor with the same key", async () => {
    const body = targets.mine ?? {};
    const key = { "idempotency-key": "page-load-1", origin: SHOP };
    const owners = await startCall(setup.client.orgToken, body, { "idempotency-key": "page-load-1" });
    expect(owners.body.assistant).toMatchObject({ metadata: { customer: "42" } });
    const [first, again] = [await startCall(token, body, key), await startCall(token, body, key)];
    expect(first.body.id).not.toBe(owners.body.id);
    expect(again.body).toEqual(first.body);
    expect(JSON.stringify(again.body)).not.toContain(PROMPT);
  });
});

describe("where this server sends requests for a visitor", () => {
  const OWN = "http://127.0.0.1:11434/v1";
  const customLlm = (fields: object) => ({ provider: "custom-llm", model: "m", ...fields });
  let token: string;
  let assistantId: string;
  beforeAll(async () => {
    await start({ providerUrls: { "custom-llm": OWN } });
    assistantId = await createAssistant({ model: customLlm({ url: "http://10.0.0.7/v1", headers: { "x-key": "1" } }) });
    token = (await createToken()).value;
  });
  afterAll(() => setup.server.close());

  test.each<[object, string]>([
    [{ url: "http://10.0.0.7/v1" }, "url"],
    [{ url: "http://169.254.169.254/latest" }, "url"],
    [{ url: "http://127.0.0.1:5432/v1" }, "url"],
    [{ url: "https://127.0.0.1:11434/v1" }, "url"],
    [{ url: "http://127.0.0.1:11434@evil.example/v1" }, "url"],
    [{ provider: "openai", headers: { host: "internal" } }, "headers"],
  ])("is not %j", async (fields, refused) => {
    const model = customLlm(fields);
    const answers = [
      await startCall(token, { assistant: { model } }),
      await startCall(token, { assistantId, assistantOverrides: { model } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([403, "token-address-refused"]));
    expect(answers.map(({ body }) => body.message)).toEqual([
      expect.stringContaining(`'assistant.model.${refused}'`),
      expect.stringContaining(`'assistantOverrides.model.${refused}'`),
    ]);
  });

  test("is the server's own model, what its organization stored, and what somebody of it brings", async () => {
    const own = { model: customLlm({ url: `${OWN}/chat/completions`, headers: { "x-shop": "7" } }) };
    expect((await startCall(token, { assistant: own })).status).toBe(201);
    expect((await startCall(token, { assistantId })).status).toBe(201);
    expect((await startCall(token, { assistant: { model: { provider: "openai", model: "m" } } })).status).toBe(201);
    await setup.createCall({ assistant: { model: customLlm({ url: "http://10.0.0.7/v1" }) } });
  });
});

describe("limits", () => {
  afterEach(() => setup.server.close());

  /** A call from this address, through a proxy that tells it. */
  const callFrom = (address: string, token: string) =>
    startCall(token, { assistant: {} }, { "x-forwarded-for": address, origin: SHOP });
  const outcome = ({ status, body, headers }: Answer) => [status, body.message, headers.get("retry-after")];

  test("calls at a time, by address and by token; a call that ends gives its place back", { tags: "long" }, async () => {
    await start({ trustProxy: true, visitorConcurrentCalls: 1, publicTokenConcurrentCalls: 2 });
    const token = (await createToken()).value;
    const first = await callFrom("203.0.113.1", token);
    expect(first.status).toBe(201);
    const second = await callFrom("203.0.113.1", token);
    expect(outcome(second)).toEqual([429, "All 1 call slots of your address are in use. Try again in 10 s.", "10"]);
    expect(second.headers.get("access-control-expose-headers")).toContain("Retry-After");
    expect((await callFrom("203.0.113.2", token)).status).toBe(201);
    expect(outcome(await callFrom("203.0.113.3", token))).toEqual([
      429,
      "All 2 call slots of this token are in use. Try again in 10 s.",
      "10",
    ]);
    // Other pages' visitors and the organization itself are not limited.
    expect((await callFrom("203.0.113.1", (await createToken()).value)).status).toBe(201);
    await setup.createCall();

    const rowOf = async () => (await setup.server.context.db.select().from(call).where(eq(call.id, first.body.id)))[0];
    expect((await rowOf())?.visitorHash).toMatch(/^[0-9a-f]{64}$/);
    await setup.client.json("POST", `/call/${first.body.id}/end`);
    expect((await rowOf())?.visitorHash).toBeNull();
    expect((await callFrom("203.0.113.3", token)).status).toBe(201);
  });

  test("what a client sends as X-Forwarded-For before its proxy's entry does not make it another visitor", async () => {
    await start({ trustProxy: true, visitorConcurrentCalls: 1 });
    const token = (await createToken()).value;
    expect((await callFrom("9.9.9.9, 8.8.8.8, 10.0.0.2", token)).status).toBe(201);
    expect((await callFrom("1.1.1.1, 8.8.8.8:40000, 10.0.0.3", token)).status).toBe(429);
    expect((await callFrom("9.9.9.9, 8.8.4.4", token)).status).toBe(201);
  });

  test("a visitor's Idempotency-Key leads to no room of another visitor", async () => {
    await start({ trustProxy: true });
    const token = (await createToken()).value;
    const startKeyed = (address: string) =>
      startCall(token, { assistant: {} }, { "x-forwarded-for": address, "idempotency-key": "1" });
    const [mine, again, theirs] = [await startKeyed("8.8.8.8"), await startKeyed("8.8.8.8"), await startKeyed("8.8.4.4")];
    expect(again.body.webCallUrl).toBe(mine.body.webCallUrl);
    expect(theirs.status).toBe(201);
    expect(theirs.body.webCallUrl).not.toBe(mine.body.webCallUrl);
    expect(theirs.headers.get("idempotent-replayed")).toBeNull();
  });

  test("starts a minute, by address and by token; what is refused by the token's restrictions does not count", async () => {
    await start({ trustProxy: true, visitorCallsPerMinute: 2, publicTokenCallsPerMinute: 3 });
    const assistantId = await createAssistant({});
    const token = (await createToken({ allowTransientAssistant: false })).value;
    const startFrom = (address: string, body: object = { assistantId }) => startCall(token, body, { "x-forwarded-for": address });
    expect((await startFrom("2001:db8::1")).status).toBe(201);
    expect((await startFrom("2001:db8::2")).status).toBe(201);
    expect(outcome(await startFrom("2001:db8::3"))).toEqual([
      429,
      "More than 2 calls a minute from your address. Try again in 30 s.",
      "30",
    ]);
    for (let times = 0; times < 4; times += 1)
      expect((await startFrom("203.0.113.2", { assistant: {} })).body.code).toBe("token-inline-refused");
    expect((await startFrom("203.0.113.2")).status).toBe(201);
    const limited = await startFrom("203.0.113.3");
    expect(outcome(limited)).toEqual([429, "More than 3 calls a minute with this token. Try again in 20 s.", "20"]);
    expect(limited.body.code).toBe("rate-limited");
    setup.advance(20_000);
    expect((await startFrom("203.0.113.3")).status).toBe(201);
    setup.advance(10_000);
    expect((await startFrom("2001:db8::9")).body.message).toContain("with this token");
  });

  test("an address that a client makes up does not count without a trusted proxy", async () => {
    await start({ visitorCallsPerMinute: 1 });
    const token = (await createToken()).value;
    expect((await callFrom("203.0.113.1", token)).status).toBe(201);
    expect((await callFrom("203.0.113.2", token)).body.code).toBe("rate-limited");
  });
});
