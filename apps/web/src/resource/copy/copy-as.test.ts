import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { copyAs } from "./copy-as.ts";

const request = {
  baseUrl: "http://localhost:3000",
  method: "PUT" as const,
  path: "/assistant/9c1f",
  call: "replaceAssistant",
  id: "9c1f",
  body: { name: "Riley's $HOME `shop`", firstMessage: "Line one\nLine \"two\" \\ 'three'" },
};

test("a shell reads the cURL text as it was meant", () => {
  const script = copyAs("curl", request).replace(/^curl /, "printf '%s\\0' ");
  const words = execFileSync("sh", ["-c", script], { encoding: "utf8", env: { CALLWRIGHT_TOKEN: "secret" } }).split("\0");
  expect(words.slice(0, 3)).toEqual(["-X", "PUT", "http://localhost:3000/assistant/9c1f"]);
  expect(words).toContain("Authorization: Bearer secret");
  expect(JSON.parse(words[words.indexOf("--data-raw") + 1] ?? "")).toEqual(request.body);
});

test("the TypeScript text holds the same object", () => {
  const text = copyAs("typescript", request);
  const body = /body: (\{[\s\S]*\}),\n\}\);$/.exec(text)?.[1] ?? "";
  expect(JSON.parse(body)).toEqual(request.body);
  expect(text).toContain(`await client.assistants.replace({\n  id: "9c1f",`);
  expect(copyAs("typescript", { ...request, id: undefined })).not.toContain("id:");
});

test("no token is copied", () => {
  expect(copyAs("json", request)).toBe(JSON.stringify(request.body, null, 2));
  expect(copyAs("curl", request)).toContain("$CALLWRIGHT_TOKEN");
});
