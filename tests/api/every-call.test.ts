import { randomUUID } from "node:crypto";
import { ErrorBody, PLATFORM_ERRORS, type PlatformRouteName, platformRoutes, type Route } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../apps/server/src/calls/testing/call-server.ts";
import { type Answer, apiCaller, type CallOptions, type Organization, openOrganization } from "./organization.ts";
import { THE_CALLS } from "./the-calls.ts";
import { validRequest } from "./valid-requests.ts";

/** Each of the 139 calls through `@callwright/client`: done when it is right, refused in the documented way when it is not, and never a 500. */

const routes = Object.entries(platformRoutes) as [PlatformRouteName, Route][];
const shapeOf = (line: string) => line.replace(/\{\w+\}/g, "{}");
const byShape = new Map(routes.map(([name, { method, path }]) => [shapeOf(`${method} ${path}`), name]));

test("all 139 calls are in the contract", () => {
  expect(new Set(THE_CALLS).size).toBe(139);
  expect(THE_CALLS.filter((line) => !byShape.has(shapeOf(line)))).toEqual([]);
});

let setup: CallServer;
let organization: Organization;
let stranger: Organization;
beforeAll(async () => {
  setup = await startCallServer();
  organization = await openOrganization(setup.server);
  stranger = await openOrganization(setup.server);
});

/** The rest of the refusals say what is wrong with a request, not what this server lacks. */
const NO_SUCH_PART = new Set<string>(["not-available", "telephony-not-available", "not-found"]);

/** By line: what the call does on this server. `stored`: it works, and nothing acts on what it stores. */
const results = new Map<string, "works" | "stored" | "refused because this server has no such part" | "fails">();
afterAll(async () => {
  const count = (wanted: string) => [...results.values()].filter((result) => result === wanted).length;
  const rest = [...results].filter(([, result]) => result !== "works").map(([line, result]) => `  ${line}: ${result}`);
  const works = `works ${count("works") + count("stored")} (${count("stored")} of them only store)`;
  const refused = `refused because this server has no such part ${count("refused because this server has no such part")}`;
  process.stdout.write([`${works}, ${refused}, fails ${count("fails")}`, ...rest, ""].join("\n"));
  await setup.server.close();
});

const calls = THE_CALLS.flatMap((line) => {
  const name = byShape.get(shapeOf(line));
  return name ? [{ line, name, route: platformRoutes[name] as Route }] : [];
});

/** Ids of entities; other parameters are of a list, like the names of providers. */
const idsIn = ({ path, params = {} }: Route) =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => (name in params ? [] : [name]));

/** What no schema of this route takes, or undefined where it takes anything. */
function invalidOptions({ body, bodyType, query, path }: Route): CallOptions | undefined {
  if (body && bodyType !== "form") return { body: { nobodyKnowsThis: 1 } };
  if (body) return { body: { nobodyKnowsThis: "1" } };
  for (const wrong of [{ limit: -1 }, {}, { locationId: "x".repeat(2000) }])
    if (query && !query.safeParse(wrong).success) return { query: wrong };
  return path.includes("{")
    ? Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, "no such"]))
    : undefined;
}

/** `row` says in a failed test which refusal it was. */
function expectRefused({ status, body }: Answer, expected: readonly number[], row: string): void {
  const about = `${row}: ${JSON.stringify(body)}`;
  expect.soft(expected, about).toContain(status);
  const { success, data: error } = ErrorBody.required().safeParse(body);
  expect.soft(success, about).toBe(true);
  expect.soft(error, about).toMatchObject({ statusCode: status });
  if (error) expect.soft(PLATFORM_ERRORS, about).toHaveProperty(error.code, expect.objectContaining({ status }));
}

/** Every row of a call is looked at, also after one that failed. */
test.each(calls)("$line", async ({ line, name, route }) => {
  results.set(line, "fails");
  const request = await validRequest(line, name, { server: setup.server, organization });
  const owner = request.organization ?? organization;

  const invalid = invalidOptions(route);
  if (invalid) expectRefused(await owner.call(name, { ...request.options, ...invalid }), [400, 404], "what is wrong");

  if (route.scope !== "none")
    expectRefused(await apiCaller(setup.server.url, () => "").call(name, request.options), [401], "without a token");

  // Nothing of this organization is seen or changed.
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
    results.set(line, NO_SUCH_PART.has(request.refusal) ? "refused because this server has no such part" : "works");
    return;
  }
  expect(answer.status, JSON.stringify(answer.body)).toBe(route.status);
  expect(route.response.safeParse(answer.body)).toMatchObject({ success: true });
  const { warnings = [] } = (answer.body ?? {}) as { warnings?: { field: string }[] };
  results.set(line, warnings.some(({ field }) => field === "*") ? "stored" : "works");
});
