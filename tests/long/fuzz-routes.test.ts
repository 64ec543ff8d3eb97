import { randomUUID } from "node:crypto";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type PlatformRouteName, platformRoutes, type Route } from "@callwright/contract";
import * as samples from "@callwright/contract/testing";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../apps/server/src/modules/call/runtime/testing/call-server.ts";
import { type Organization, openOrganization, withIds } from "../api/organization.ts";

/** 5,000 requests over all routes, with queries and bodies that are nearly right or not at all: none fails as a 5xx, leaks a row or leaves anything behind. */

const REQUESTS = 5000;
/** Documented statuses above 499: a missing feature (501), and an unreachable provider (502). */
const isDocumented = (status: number, text: string) =>
  status === 501 || (status === 502 && text.includes('"code":"provider-failed"'));
/** Room for caches; a leak of a kilobyte a request would be five times as much. */
const HEAP_GROWTH_MAX_BYTES = 60 * 1024 * 1024;

let setup: CallServer;
let owner: Organization;
let stranger: Organization;
beforeAll(async () => {
  setup = await startCallServer({ orgConcurrentCalls: 100_000 });
  owner = await openOrganization(setup.server);
  stranger = await openOrganization(setup.server);
});
afterAll(() => setup.server.close());

/** Routes that would end the fuzzing itself. */
const ENDING: PlatformRouteName[] = ["deleteOrg", "leaveOrg", "removeOrgMember", "updateUserRole"] as PlatformRouteName[];
const routes = (Object.entries(platformRoutes) as [PlatformRouteName, Route][]).filter(([name]) => !ENDING.includes(name));

const SEEDS = (Object.values(samples) as unknown[]).flatMap((sample) => (typeof sample === "function" ? [] : sample));

const nasty = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom<unknown>("", "\u0000", "\ud800", "x".repeat(20_000), -1, 0, 1e308, Number.MAX_SAFE_INTEGER, [], {}, null, true),
  fc.constantFrom<unknown>({ constructor: { prototype: { polluted: true } } }, JSON.parse('{"__proto__":{"polluted":true}}')),
  fc.string({ unit: "binary", maxLength: 100 }),
);

/** By route, the samples that it accepts; all samples if it accepts none. */
const FITTING = new Map(
  routes.map(([name, { body }]) => {
    const fitting = SEEDS.filter((seed) => body?.safeParse(seed).success);
    return [name, fitting.length > 0 ? fitting : SEEDS];
  }),
);

/** A change of a sample: the value at one of its paths is replaced. Without steps it stays valid. */
const change = fc.record({ sample: fc.nat(), steps: fc.array(fc.nat(), { maxLength: 6 }), value: nasty });

function changed([name]: FuzzedRequest["route"], { sample, steps, value }: FuzzedRequest["change"]): unknown {
  const fitting = FITTING.get(name) ?? SEEDS;
  const seed = withIds(fitting[sample % fitting.length], owner.ids);
  return steps.length === 0 ? seed : replaceAt(seed, steps, value);
}

function replaceAt(value: unknown, [step, ...rest]: number[], replacement: unknown): unknown {
  if (step === undefined || typeof value !== "object" || value === null) return replacement;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(keys.length, 1)];
  if (key === undefined) return replacement;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[key] = replaceAt(copy[key], rest, replacement);
  return copy;
}

const QUERY_NAMES = [...new Set(routes.flatMap(([, { query }]) => Object.keys((query as { shape?: object })?.shape ?? {})))];
const queryText = fc.oneof(
  fc.constantFrom(
    "0",
    "1",
    "-1",
    "1e9",
    "2020-01-01T00:00:00.000Z",
    "DESC",
    "",
    "null",
    "{}",
    "[]",
    '{"a":1}',
    "\u0000",
    "a,b",
    "%",
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.uuid(),
);
const query = fc.array(fc.tuple(fc.constantFrom(...QUERY_NAMES, "__proto__", "nobodyKnows"), queryText), { maxLength: 4 });

const request = fc.record({
  route: fc.constantFrom(...routes),
  change,
  isRandom: fc.boolean(),
  query,
  id: fc.oneof(fc.constantFrom("own", "foreign", "none"), fc.string({ minLength: 1, maxLength: 20 })),
  provider: fc.constantFrom("callwright", "11labs", "make", "cartesia", "nobody"),
  asForm: fc.boolean(),
});
type FuzzedRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

function addressOf({ route: [, { path }], query, id, provider }: FuzzedRequest): string {
  const ids: Record<string, string> = { own: pick(owner, path), foreign: pick(stranger, path), none: randomUUID() };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === "provider" ? provider : (ids[id] ?? id)),
  );
  return `${setup.server.url}${filled}?${new URLSearchParams(query)}`;
}

/** The id of a resource below a path. */
function pick({ ids, person }: Organization, path: string): string {
  if (path.startsWith("/org")) return person.orgId;
  const field = `${path.split("/")[1]?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
  return ids[field] ?? ids.assistantId ?? "";
}

function bodyOf(fuzzed: FuzzedRequest): { body: string | FormData; headers: Record<string, string> } {
  const { route, change, isRandom, asForm } = fuzzed;
  const [, { bodyType }] = route;
  const body = isRandom ? change.value : changed(route, change);
  if (bodyType !== "form" || !asForm)
    return { body: JSON.stringify(body) ?? "", headers: { "content-type": "application/json" } };
  const form = new FormData();
  form.set("file", new File([JSON.stringify(body) ?? ""], "fuzz.json"));
  form.set("metadata", JSON.stringify(body) ?? "");
  return { body: form, headers: {} };
}

async function expectSane(fuzzed: FuzzedRequest): Promise<void> {
  const [name, route] = fuzzed.route;
  const { person } = owner;
  const sent = route.method === "GET" ? undefined : bodyOf(fuzzed);
  const response = await fetch(addressOf(fuzzed), {
    method: route.method,
    body: sent?.body ?? null,
    headers: { ...sent?.headers, authorization: `Bearer ${route.scope === "user" ? person.userToken : person.orgToken}` },
  });
  const text = await response.text();
  const { status } = response;
  expect(status < 500 || isDocumented(status, text), `${name}: ${status} ${text}`).toBe(true);
  expect(text, name).not.toContain(stranger.person.orgId);
}

/** After a garbage collection. */
function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed;
}

const fuzz = (numRuns: number) =>
  fc.assert(fc.asyncProperty(request, expectSane), {
    numRuns,
    interruptAfterTimeLimit: 30 * 60_000,
    markInterruptAsFailure: true,
  });

test("requests of any kind: no 5xx, no row of somebody else's, no prototype changed, no memory kept", async () => {
  // Warms up: memory that is allocated once does not count as a leak of requests.
  await fuzz(REQUESTS / 10);
  const before = heapBytes();
  await fuzz(REQUESTS);
  expect(heapBytes() - before).toBeLessThan(HEAP_GROWTH_MAX_BYTES);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.keys(Object.prototype)).toEqual([]);
  const foreign = await stranger.call<{ id: string }[]>("listAssistants");
  expect(foreign.body.map(({ id }) => id)).toEqual([stranger.ids.assistantId]);
});
