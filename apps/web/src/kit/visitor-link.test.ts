import { describe, expect, it } from "vitest";
import { makeVisitorLink, readVisitorLink } from "./visitor-link.ts";

const ID = "7d0e3f0a-0000-4000-8000-000000000000";

describe("visitor link", () => {
  it.each([true, false])("is read as it was made (consent %s)", (isConsentRequired) => {
    const link = { assistantId: ID, publicKey: "cw_public_abc-_1", isConsentRequired };
    expect(readVisitorLink(new URL(makeVisitorLink("https://voice.example", link)))).toEqual(link);
  });

  it("keeps the token out of what a server is sent", () => {
    const link = makeVisitorLink("https://voice.example", { assistantId: ID, publicKey: "key", isConsentRequired: false });
    expect(link).toBe(`https://voice.example/talk/${ID}#key`);
  });

  it("has no token when it was cut off", () => {
    expect(readVisitorLink(new URL(`https://voice.example/talk/${ID}`)).publicKey).toBeUndefined();
  });
});
