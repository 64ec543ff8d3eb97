import { describe, expect, it } from "vitest";
import { compatOf, EMPTY_TOKEN, formOf, originProblem, restrictionsOf } from "./token-form.ts";

describe("restrictionsOf", () => {
  it("leaves out what is not restricted", () => {
    expect(restrictionsOf({ ...EMPTY_TOKEN, tag: "public" })).toEqual({ allowTransientAssistant: false });
  });

  it("keeps origins and assistants of a public token", () => {
    const form = { ...EMPTY_TOKEN, tag: "public" as const, origins: ["https://shop.example"], assistantIds: ["a"] };
    expect(restrictionsOf(form)).toEqual({
      allowedOrigins: ["https://shop.example"],
      allowedAssistantIds: ["a"],
      allowTransientAssistant: false,
    });
  });

  it("restricts nothing of a private token", () => {
    expect(restrictionsOf({ ...EMPTY_TOKEN, tag: "private", origins: ["https://shop.example"] })).toEqual({});
  });

  it("keeps a disabled token disabled when something else of it changes", () => {
    const form = formOf({ tag: "private", restrictions: { enabled: false } });
    expect(restrictionsOf({ ...form, name: "Server" })).toEqual({ enabled: false });
  });
});

describe("compatOf", () => {
  it("is the setting of a private token for an SDK", () => {
    const form = formOf({ tag: "private", restrictions: {}, compat: "provider" });
    expect(compatOf(form)).toBe("provider");
    expect(compatOf({ ...form, isForSdk: false })).toBeUndefined();
    expect(compatOf({ ...form, tag: "public" })).toBeUndefined();
  });
});

describe("originProblem", () => {
  it.each(["https://shop.example", "http://localhost:5173"])("takes %s", (origin) => {
    expect(originProblem([origin])).toBeUndefined();
  });

  it.each(["shop.example", "https://shop.example/page", "https://*.shop.example", "ftp://shop.example"])(
    "refuses %s",
    (origin) => {
      expect(originProblem(["https://shop.example", origin])).toBe(origin);
    },
  );
});
