import { platformRoutes } from "@callwright/contract";
import { expect, test } from "vitest";
import { parseAddress, routeAddresses } from "./route-addresses.ts";

test("every route of the contract has its method, path and need of a token", () => {
  const ours = Object.fromEntries(Object.entries(routeAddresses).map(([name, address]) => [name, parseAddress(address)]));
  const contract = Object.fromEntries(
    Object.entries(platformRoutes).map(([name, route]) => [
      name,
      { method: route.method, path: route.path, needsToken: route.scope !== "none", hasEvents: "events" in route },
    ]),
  );
  expect(ours).toEqual(contract);
});
