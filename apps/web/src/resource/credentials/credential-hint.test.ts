import { CREDENTIAL_PROVIDERS, PlatformError } from "@callwright/contract";
import { expect, test } from "vitest";
import { credentialNamedIn } from "./CredentialHint.tsx";

test.each(CREDENTIAL_PROVIDERS)("the platform's own message names %s", (provider) => {
  const { message } = new PlatformError("credential-missing", { what: "This assistant's model", provider });
  expect(credentialNamedIn(String(message))).toBe(provider);
});

test("so does what a model's failure advises; other failures name none", () => {
  expect(credentialNamedIn("The key was refused. Add a credential of openai with a valid key, or set OPENAI_API_KEY.")).toBe(
    "openai",
  );
  expect(credentialNamedIn("Credential of this name exists. Choose another.")).toBeUndefined();
  expect(credentialNamedIn("")).toBeUndefined();
});
