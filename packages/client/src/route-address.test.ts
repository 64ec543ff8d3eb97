import { nounAddresses, platformRoutes, type Route } from "@callwright/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseAddress } from "./route-address.ts";

test("every route of the contract has its method, path and marks", () => {
  const ours = Object.fromEntries(Object.entries(nounAddresses).map(([name, address]) => [name, parseAddress(address)]));
  const contract = Object.fromEntries(
    Object.entries<Route>(platformRoutes).map(([name, route]) => [
      name,
      {
        method: route.method,
        path: route.path,
        needsToken: route.scope !== "none",
        hasEvents: route.events !== undefined,
        isForm: route.bodyType === "form",
        isVoid: route.response instanceof z.ZodVoid,
        mediaType: route.mediaType,
      },
    ]),
  );
  expect(ours).toEqual(contract);
});
