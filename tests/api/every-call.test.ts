import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import {
  ErrorBody,
  fieldsOf,
  LENIENT,
  PLATFORM_ERRORS,
  type PlatformRouteName,
  platformRoutes,
  type Route,
} from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../apps/server/src/modules/call/runtime/testing/call-server.ts";
import {
  FAKE_API_KEY,
  FAKE_CLIENT,
  type FakeServices,
  startFakeServices,
} from "../../apps/server/src/modules/credential/outgoing/connected/testing/fake-services.ts";
import { type FakeElevenLabs, startFakeElevenLabs } from "../harness/fake-elevenlabs.ts";
import { type Answer, apiCaller, type CallOptions, createdId, type Organization, openOrganization } from "./organization.ts";
import { THE_CALLS } from "./the-calls.ts";
import { validRequest } from "./valid-requests.ts";

/**
 * Each of the 139 calls through `@callwright/client`: it works if the request is valid, is refused as documented if not, and is never a 500. The
 * table in docs/api.md has the results; `WRITE_DOCS=true` writes it.
 */

const HEADING = "## Every call";
const INTRODUCTION =
  "The 139 calls of the hosted platform as its web client of September 1, 2025 (2.3.10) lists them, and what each does on this server. The test of all calls writes this table. Calls of Callwright alone are in the reference.";
const COMMAND = "WRITE_DOCS=true npx vitest run --project unit tests/api/every-call.test.ts";
/** Calls are refused only if this server lacks their part. */
const REFUSED_MAX = 1;

const routes = Object.entries(platformRoutes) as [PlatformRouteName, Route][];
const shapeOf = (line: string) => line.replace(/\{\w+\}/g, "{}");
const byShape = new Map(routes.map(([name, { method, path }]) => [shapeOf(`${method} ${path}`), name]));

test("all 139 calls are in the contract", () => {
  expect(new Set(THE_CALLS).size).toBe(139);
  expect(THE_CALLS.filter((line) => !byShape.has(shapeOf(line)))).toEqual([]);
});

const KEY = "xi-0123456789abcdef";
let elevenLabs: FakeElevenLabs;
let services: FakeServices;
let setup: CallServer;
let organization: Organization;
let stranger: Organization;
beforeAll(async () => {
  elevenLabs = await startFakeElevenLabs(KEY);
  services = await startFakeServices();
  setup = await startCallServer({
    orgConcurrentCalls: 1000,
    providerUrls: { "11labs": elevenLabs.url },
    connectClients: { google: FAKE_CLIENT, slack: FAKE_CLIENT, gohighlevel: FAKE_CLIENT },
    serviceOrigins: services.serviceOrigins,
    allowPrivateAddresses: true,
  });
  organization = await openOrganization(setup.server);
  await createdId(organization, "createCredential", { body: { provider: "11labs", apiKey: KEY } });
  const key = { apiKey: FAKE_API_KEY };
  await createdId(organization, "createCredential", { body: { provider: "make", teamId: "1", region: "eu1", ...key } });
  await createdId(organization, "createCredential", { body: { provider: "gohighlevel", ...key } });
  stranger = await openOrganization(setup.server);
});

/** Other refusals name a mistake of the request, not something that this server lacks. */
const NO_SUCH_PART = new Set<string>(["not-available", "telephony-not-available", "not-found"]);

/** By line: the result of the call on this server. `stored`: it works, but its data has no effect. */
const results = new Map<string, "works" | "fails" | `stored: ${string}` | `refused because ${string}`>();
afterAll(async () => {
  await setup.server.close();
  await elevenLabs.close();
  await services.close();
});

const calls = THE_CALLS.flatMap((line) => {
  const name = byShape.get(shapeOf(line));
  return name ? [{ line, name, route: platformRoutes[name] as Route }] : [];
});

/** Ids of entities; other parameters are of a list, like the names of providers. */
const idsIn = ({ path, params = {} }: Route) =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => (name in params ? [] : [name]));

/** Options that the route's schemas refuse, or undefined if they accept anything. */
function invalidOptions({ body, bodyType, query, path }: Route): CallOptions | undefined {
  const unknown = { nobodyKnowsThis: bodyType === "form" ? "1" : 1 };
  // Bodies for providers are passed on as they are.
  if (body && LENIENT.has(body)) return { body: { [typoIn(fieldsOf(body))]: 1 } };
  if (body && !body.safeParse(unknown).success) return { body: unknown };
  for (const wrong of [{ limit: -1 }, {}, { locationId: "x".repeat(2000) }])
    if (query && !query.safeParse(wrong).success) return { query: wrong };
  return path.includes("{")
    ? Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "no such"]))
    : undefined;
}

/** The longest field name without its last letter, for bodies that keep unknown fields. */
const typoIn = (fields: ReadonlySet<string>) =>
  [...fields].reduce((longest, field) => (field.length > longest.length ? field : longest)).slice(0, -1);

/** `row` identifies the refusal in a failed test. */
function expectRefused({ status, body }: Answer, expected: readonly number[], row: string): void {
  const about = `${row}: ${JSON.stringify(body)}`;
  expect.soft(expected, about).toContain(status);
  const { success, data: error } = ErrorBody.omit({ clashes: true }).required().safeParse(body);
  expect.soft(success, about).toBe(true);
  expect.soft(error, about).toMatchObject({ statusCode: status });
  if (error) expect.soft(PLATFORM_ERRORS, about).toHaveProperty(error.code, expect.objectContaining({ status }));
}

/** All rows of a call are checked, also after one that failed. */
test.each(calls)("$line", async ({ line, name, route }) => {
  results.set(line, "fails");
  const request = await validRequest(line, name, { server: setup.server, organization });
  const owner = request.organization ?? organization;

  const invalid = invalidOptions(route);
  if (invalid) expectRefused(await owner.call(name, { ...request.options, ...invalid }), [400, 404], "what is wrong");

  if (route.scope !== "none")
    expectRefused(await apiCaller(setup.server.url, () => "").call(name, request.options), [401], "without a token");

  // Data of this organization can be neither read nor changed.
  const foreign = await stranger.call(name, request.options);
  if (idsIn(route).length > 0) expectRefused(foreign, [404], "by another organization");
  else if (foreign.status >= 400) expectRefused(foreign, [400, 404, 501], "by another organization");
  expect.soft(JSON.stringify(foreign.body) ?? "", "by another organization").not.toContain(owner.person.orgId);

  for (const param of idsIn(route))
    expectRefused(await owner.call(name, { ...request.options, [param]: randomUUID() }), [404], "with an id that nobody has");

  // Done, in the shape of the contract, or refused with the reason that is documented.
  const answer = await owner.call(name, request.options);
  if (request.refusal) {
    expectRefused(answer, [PLATFORM_ERRORS[request.refusal].status], "what is right");
    expect(answer.body).toMatchObject({ code: request.refusal });
    results.set(line, NO_SUCH_PART.has(request.refusal) ? `refused because ${reasonIn(answer.body)}` : "works");
    return;
  }
  expect(answer.status, JSON.stringify(answer.body)).toBe(route.status);
  expect(route.response.safeParse(answer.body)).toMatchObject({ success: true });
  const { warnings = [] } = (answer.body ?? {}) as { warnings?: { field: string; message: string }[] };
  const whole = warnings.find(({ field }) => field === "*");
  results.set(line, whole ? `stored: ${whole.message}` : "works");
});

/** The first sentence of a refusal, as the end of another; the rest is advice. */
function reasonIn(body: unknown): string {
  const { message } = ErrorBody.parse(body);
  return String(message)
    .replace(/\.( .*)?$/, "")
    .replace(/^./, (first) => first.toLowerCase());
}

test("docs/api.md has the table of all calls, at most 6 of them refused", () => {
  expect(results.size).toBe(calls.length);
  const counts = ["works", "stored", "refused", "fails"].map(
    (kind) => [kind, [...results.values()].filter((result) => result.startsWith(kind)).length] as const,
  );
  const total = counts.map(([kind, count]) => `${count} ${kind}`).join(", ");
  const rows = [...results].map(([line, result]) => `| \`${line}\` | ${result} |`);
  const section = [
    HEADING,
    "",
    INTRODUCTION,
    "",
    `${total.replace(", 0 fails", "")}.`,
    "",
    "| call | on this server |",
    "|---|---|",
    ...rows,
    "",
  ];
  const file = new URL("../../docs/api.md", import.meta.url);
  const document = readFileSync(file, "utf8");
  const [before = "", after = ""] = document.split(`${HEADING}\n`);
  const written = `${before.trimEnd()}\n\n${section.join("\n")}${/\n## [\s\S]*$/.exec(after)?.[0] ?? ""}`;
  if (process.env.WRITE_DOCS === "true") writeFileSync(file, written);
  else expect(document, `docs/api.md is out of date. Write it: ${COMMAND}`).toBe(written);
  expect(Object.fromEntries(counts).refused).toBeLessThanOrEqual(REFUSED_MAX);
});
