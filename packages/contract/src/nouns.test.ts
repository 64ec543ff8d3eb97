import { expect, test } from "vitest";
import { NOUNS, nounAddresses } from "./nouns.ts";
import { platformRoutes } from "./platform-routes.ts";

test("every address has a route, and no route is of two nouns", () => {
  expect(Object.keys(nounAddresses).sort()).toEqual(Object.keys(platformRoutes).sort());
  expect(NOUNS.flatMap(({ addresses }) => Object.keys(addresses))).toHaveLength(Object.keys(platformRoutes).length);
});
