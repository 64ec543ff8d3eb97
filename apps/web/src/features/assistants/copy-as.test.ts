import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { copyAs } from "./copy-as.ts";

const request = {
  baseUrl: "http://localhost:3000",
  assistantId: "9c1f",
  config: { name: "Riley's $HOME `shop`", firstMessage: "Line one\nLine \"two\" \\ 'three'" },
};

test("a shell reads the cURL text as it was meant", () => {
  const script = copyAs("curl", request).replace(/^curl /, "printf '%s\\0' ");
  const words = execFileSync("sh", ["-c", script], { encoding: "utf8", env: { CALLWRIGHT_TOKEN: "secret" } }).split("\0");
  expect(words.slice(0, 3)).toEqual(["-X", "PUT", "http://localhost:3000/assistant/9c1f"]);
  expect(words).toContain("Authorization: Bearer secret");
  expect(JSON.parse(words[words.indexOf("--data-raw") + 1] ?? "")).toEqual(request.config);
});

test("the TypeScript text holds the same object", () => {
  const text = copyAs("typescript", request);
  const body = /body: (\{[\s\S]*\}),\n\}\);$/.exec(text)?.[1] ?? "";
  expect(JSON.parse(body)).toEqual(request.config);
});

test("no token is copied", () => {
  expect(copyAs("json", request)).toBe(JSON.stringify(request.config, null, 2));
  expect(copyAs("curl", request)).toContain("$CALLWRIGHT_TOKEN");
});
