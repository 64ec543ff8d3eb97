import { describe, expect, it } from "vitest";
import { platformRoutes } from "./platform-routes.ts";
import { roleAtLeast } from "./wire/route.ts";

describe("platformRoutes", () => {
  const routes = Object.entries(platformRoutes);

  it("has one route per method and path", () => {
    const addresses = routes.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(routes)("%s is a singular path with a body only where one is sent", (_name, route) => {
    expect(route.path).toMatch(/^(\/[a-z0-9{][A-Za-z0-9-]*\}?)+$/);
    if (route.method === "GET") expect(route).not.toHaveProperty("body");
    // A DELETE must not need a body, because some proxies drop it.
    if (route.method === "DELETE" && "body" in route) expect(route.body?.safeParse(undefined).success).toBe(true);
  });
});

describe("roleAtLeast", () => {
  it("orders viewer, editor, admin", () => {
    expect(roleAtLeast("admin", "viewer")).toBe(true);
    expect(roleAtLeast("editor", "editor")).toBe(true);
    expect(roleAtLeast("viewer", "editor")).toBe(false);
  });
});
