import { CREDENTIAL_SECRETS, type Fields, PHONE_NUMBER_SECRETS } from "@callwright/contract";
import { saturatedCredentials, saturatedPhoneNumbers } from "@callwright/contract/testing";
import { expect, test } from "vitest";
import { toText } from "./config-text.ts";
import { markSecrets } from "./secrets.ts";
import { valueAt } from "./values.ts";

test("every secret of the contract becomes a variable, if a server returns it", () => {
  const samples = [
    ...saturatedCredentials.map((value) => ["credentials", value, CREDENTIAL_SECRETS.get(value.provider) ?? []] as const),
    ...saturatedPhoneNumbers.map((value) => ["phone-numbers", value, PHONE_NUMBER_SECRETS] as const),
  ];
  let count = 0;
  for (const [folder, sample, paths] of samples) {
    const text = toText(markSecrets(folder, "sample", sample as Fields, []));
    for (const path of paths.map((dotted) => dotted.split("."))) {
      if (valueAt(sample, path) === undefined) continue;
      expect({ path, text: valueAt(text, path) }).toEqual({ path, text: expect.stringMatching(/^\$\{env:[A-Z0-9_]+\}$/) });
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(40);
});

test("a field of people's own data holds a secret by its last word", () => {
  const metadata = Object.fromEntries(
    [
      "token",
      "bearerToken",
      "REFRESH_TOKEN",
      "x-api-key",
      "APIKey",
      "secret2",
      "secretary",
      "maxTokens",
      "tokenUri",
      "key",
      "monkey",
    ].map((name) => [name, "text"]),
  );
  const marked = markSecrets("assistants", "riley", { metadata }, []).metadata as Fields;
  expect(Object.keys(metadata).filter((name) => marked[name] === "text")).toEqual([
    ...["secretary", "maxTokens", "tokenUri", "key", "monkey"],
  ]);
});
