import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type PlatformUser, signUp } from "../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** Whatever a body says, the answer is a success or a 400 that names the field; never a 500, and the server lives on. */

const RUNS = 1500;

let server: ServerProcess;
let user: PlatformUser;

beforeAll(async () => {
  server = await startServerProcess({ env: { LOG_LEVEL: "warn", CALL_HOST_WARM: "false", ORG_CONCURRENT_CALLS: "100000" } });
  user = await signUp(server.url, { name: "Fuzz", email: "fuzz@example.com", password: "a long enough password" });
});

afterAll(async () => {
  expect((await fetch(`${server.url}/health`)).status).toBe(200);
  await server?.stop();
});

/** One valid value for many fields, so that only one broken field remains. */
const GOOD: Record<string, unknown> = {
  name: "Fuzz",
  firstMessage: "Hello {{ name }}",
  firstMessageMode: "assistant-speaks-first",
  maxDurationSeconds: 600,
  silenceTimeoutSeconds: 30,
  endCallPhrases: ["goodbye"],
  model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "Be kind." }], temperature: 0.5 },
  voice: { provider: "callwright", voiceId: "slt" },
  transcriber: { provider: "callwright", model: "auto" },
  startSpeakingPlan: { waitSeconds: 0.4, transcriptionEndpointingPlan: { onPunctuationSeconds: 0.1 } },
  stopSpeakingPlan: { numWords: 0, voiceSeconds: 0.2, backoffSeconds: 1 },
  artifactPlan: { recordingEnabled: true },
  metadata: { a: 1 },
};

function pathsOf(value: unknown, prefix: string[] = []): string[][] {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [...(prefix.length > 0 ? [prefix] : []), ...entries.flatMap(([key, child]) => pathsOf(child, [...prefix, key]))];
}

function withValue(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...(value as Record<string, unknown>) };
  Object.assign(copy, { [key]: withValue((copy as Record<string, unknown>)[key], rest, replacement) });
  return copy;
}

/** What breaks parsers and databases: wrong types, limits, NUL, lone surrogates, prototypes, depth. */
const nasty = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>("", "\u0000", "\ud800", "x".repeat(20_000), -1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, null, true),
  fc.constantFrom<unknown>({ constructor: { prototype: {} } }, JSON.parse('{"__proto__": {"admin": true}}'), [[[[[[]]]]]]),
  fc.string({ unit: "binary", maxLength: 200 }),
);
const broken = fc
  .tuple(fc.constantFrom(...pathsOf(GOOD)), nasty)
  .map(([path, value]) => ({ path, body: withValue(GOOD, path, value) }));

function expectSaneAnswer({ status, body }: Answer): void {
  expect([200, 201, 400]).toContain(status);
  if (status !== 400) return;
  expect(typeof body.requestId).toBe("string");
  const messages = Array.isArray(body.message) ? body.message : [body.message];
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(typeof message).toBe("string");
}

/** A refusal names the broken field, or one that contains it. */
function expectFieldNamed({ status, body }: Answer, path: string[]): void {
  if (status !== 400 || !Array.isArray(body.message)) return;
  const top = path[0] ?? "";
  expect((body.message as string[]).some((message) => message.includes(top))).toBe(true);
}

test("assistants with one broken field", async () => {
  await fc.assert(
    fc.asyncProperty(broken, async ({ path, body }) => {
      const answer = await user.send("POST", "/assistant", body);
      expectSaneAnswer(answer);
      expectFieldNamed(answer, path);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 300_000 },
  );
});

test("assistants of random JSON", async () => {
  await fc.assert(
    fc.asyncProperty(nasty, async (body) => expectSaneAnswer(await user.send("POST", "/assistant", body ?? null))),
    { numRuns: RUNS / 3, interruptAfterTimeLimit: 120_000 },
  );
});

test("changes of an assistant, and what they leave can be read again", async () => {
  const { body: made } = await user.send("POST", "/assistant", GOOD);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pathsOf(GOOD)), nasty, fc.constantFrom("PATCH", "PUT"), async (path, value, method) => {
      const top = path[0] ?? "name";
      const body =
        method === "PUT"
          ? withValue(GOOD, path, value)
          : { [top]: (withValue(GOOD, path, value) as Record<string, unknown>)[top] };
      expectSaneAnswer(await user.send(method, `/assistant/${made.id}`, body));
      expect((await user.send("GET", `/assistant/${made.id}`)).status).toBe(200);
    }),
    { numRuns: RUNS / 3, interruptAfterTimeLimit: 120_000 },
  );
});

test("calls with a broken target or broken overrides", async () => {
  await fc.assert(
    fc.asyncProperty(
      broken,
      fc.constantFrom("assistant", "assistantOverrides", "squad", "workflowId"),
      async ({ body }, field) => {
        const target = field === "assistantOverrides" ? { assistant: GOOD, assistantOverrides: body } : { [field]: body };
        const answer = await user.send("POST", "/call/web", target);
        expectSaneAnswer(answer);
        if (answer.status === 201) await user.send("POST", `/call/${answer.body.id}/end`);
      },
    ),
    { numRuns: RUNS / 3, interruptAfterTimeLimit: 180_000 },
  );
});

test("bodies that are no JSON", async () => {
  const { status } = await user.send("POST", "/assistant", undefined, { "content-type": "application/json" });
  expect(status).toBe(400);
});

/** Clients resolve the other two before they send them. */
const isPathPart = (text: string) => text !== "." && text !== "..";

test("paths with random ids", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uuid(), fc.string({ minLength: 1, maxLength: 40 }).filter(isPathPart)), async (id) => {
      const { status } = await user.send("GET", `/assistant/${encodeURIComponent(id)}`);
      expect(status).toBe(404);
    }),
    { numRuns: RUNS / 5, interruptAfterTimeLimit: 60_000 },
  );
});
