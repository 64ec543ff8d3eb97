import { expect, test } from "vitest";
import { withoutTalk } from "./without-talk.ts";

test.each([
  ["http://localhost/assistants/1?talk=true", "http://localhost/assistants/1"],
  ["http://localhost/assistants/1?tab=json&talk=true#end", "http://localhost/assistants/1?tab=json#end"],
  ["http://localhost/assistants?q=%22talk%22", "http://localhost/assistants?q=%22talk%22"],
])("%s becomes %s", (href, expected) => {
  expect(withoutTalk(href)).toBe(expected);
});
