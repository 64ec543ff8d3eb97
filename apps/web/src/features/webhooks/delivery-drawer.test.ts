import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlCommand } from "./DeliveryDrawer.tsx";

test("a shell reads the command as it is meant, quotes and all", () => {
  const body = { message: { transcript: 'It\'s "$HOME" & `more`\nthen' } };
  const command = curlCommand({
    url: "https://example.com/hook?a=1&b='x'",
    headers: { "content-type": "application/json", "x-vapi-secret": "•••" },
    body,
  });
  const said = execFileSync("sh", ["-c", command.replace(/^curl/, "printf '%s\\0'")], { encoding: "utf8" }).split("\0");
  expect(said).toEqual([
    ...["-X", "POST", "https://example.com/hook?a=1&b='x'"],
    ...["-H", "content-type: application/json", "-H", "x-vapi-secret: <x-vapi-secret>"],
    ...["-d", JSON.stringify(body), ""],
  ]);
});
