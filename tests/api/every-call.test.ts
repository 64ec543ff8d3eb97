import { randomUUID } from "node:crypto";
import { ErrorBody, PLATFORM_ERRORS, type PlatformRouteName, platformRoutes, type Route } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../apps/server/src/calls/testing/call-server.ts";
import { type Answer, apiCaller, type CallOptions, type Organisation, openOrganisation } from "./organisation.ts";
import { THE_CALLS } from "./the-calls.ts";
import { type ValidRequest, validRequest } from "./valid-requests.ts";

/** Each of the 139 calls through `@callwright/client`: done when it is right, refused in the documented way when it is not, and never a 500. */

const routes = Object.entries(platformRoutes) as [PlatformRouteName, Route][];
const shapeOf = (line: string) => line.replace(/\{\w+\}/g, "{}");
const byShape = new Map(routes.map(([name, { method, path }]) => [shapeOf(`${method} ${path}`), name]));

test("all 139 calls are in the contract", () => {
  expect(new Set(THE_CALLS).size).toBe(139);
  expect(THE_CALLS.filter((line) => !byShape.has(shapeOf(line)))).toEqual([]);
});

let setup: CallServer;
let organisation: Organisation;
let stranger: Organisation;
beforeAll(async () => {
  setup = await startCallServer();
  organisation = await openOrganisation(setup.server);
  stranger = await openOrganisation(setup.server);
});
afterAll(() => setup.server.close());

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

function expectRefused({ status, body }: Answer, expected: readonly number[]): void {
  expect(expected, JSON.stringify(body)).toContain(status);
  const error = ErrorBody.required().parse(body);
  expect(error).toMatchObject({ statusCode: status });
  expect(PLATFORM_ERRORS).toHaveProperty(error.code, expect.objectContaining({ status }));
}

describe.each(calls)("$line", ({ line, name, route }) => {
  let request: ValidRequest;
  let owner: Organisation;
  beforeAll(async () => {
    request = await validRequest(line, name, { server: setup.server, organisation });
    owner = request.organisation ?? organisation;
  });

  test.runIf(invalidOptions(route))("what is wrong: 400 or 404", async () => {
    expectRefused(await owner.call(name, { ...request.options, ...invalidOptions(route) }), [400, 404]);
  });

  test.runIf(route.scope !== "none")("without a token: 401", async () => {
    expectRefused(await apiCaller(setup.server.url, () => "").call(name, request.options), [401]);
  });

  test("by another organisation: nothing of this one is seen or changed", async () => {
    const answer = await stranger.call(name, request.options);
    if (idsIn(route).length > 0) expectRefused(answer, [404]);
    else if (answer.status >= 400) expectRefused(answer, [400, 404, 501]);
    expect(JSON.stringify(answer.body) ?? "").not.toContain(owner.person.orgId);
  });

  test.runIf(idsIn(route).length > 0)("with an id that nobody has: 404", async () => {
    for (const param of idsIn(route)) expectRefused(await owner.call(name, { ...request.options, [param]: randomUUID() }), [404]);
  });

  test("what is right: done, in the shape of the contract, or refused with the reason that is documented", async () => {
    const answer = await owner.call(name, request.options);
    if (request.refusal) {
      expectRefused(answer, [PLATFORM_ERRORS[request.refusal].status]);
      return expect(answer.body).toMatchObject({ code: request.refusal });
    }
    expect(answer.status, JSON.stringify(answer.body)).toBe(route.status);
    expect(route.response.safeParse(answer.body)).toMatchObject({ success: true });
  });
});
