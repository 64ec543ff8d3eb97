import { describe, expect, it } from "vitest";
import { makeVisitorLink, readVisitorLink } from "./visitor-link.ts";

const ID = "7d0e3f0a-0000-4000-8000-000000000000";

describe("visitor link", () => {
  it.each([
    [{ assistantId: ID }, true],
    [{ assistantId: ID }, false],
    [{ squadId: ID }, false],
    [{ workflowId: ID }, true],
  ])("is read as it was made (%o, consent %s)", (target, isConsentRequired) => {
    const link = { target, publicKey: "cw_public_abc-_1", isConsentRequired };
    expect(readVisitorLink(new URL(makeVisitorLink("https://voice.example", link)))).toEqual(link);
  });

  it("keeps the token out of what a server is sent", () => {
    const link = makeVisitorLink("https://voice.example", {
      target: { assistantId: ID },
      publicKey: "key",
      isConsentRequired: false,
    });
    expect(link).toBe(`https://voice.example/talk/${ID}#key`);
  });

  it("has no token when it was cut off", () => {
    expect(readVisitorLink(new URL(`https://voice.example/talk/${ID}`)).publicKey).toBeUndefined();
  });
});
