import { expect, test } from "vitest";
import { parseUrl } from "./parse-url.ts";

test("a host with a letter outside ASCII stays valid after many calls", () => {
  // `URL.canParse` is wrong on Node 20 and 22 once V8 has compiled its caller.
  for (let n = 0; n < 50_000; n++) parseUrl(`https://example.com/${n}`);
  expect(parseUrl("https://bücher.example")?.href).toBe("https://xn--bcher-kva.example/");
});

test("a text that is no URL, and a path with a base", () => {
  expect(parseUrl("shop.example")).toBeUndefined();
  expect(parseUrl("/x", "https://shop.example")?.href).toBe("https://shop.example/x");
});
