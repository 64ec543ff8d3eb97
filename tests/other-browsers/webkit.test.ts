import { afterAll, expect, test } from "vitest";
import { newAccount, sharedServerUrl } from "../harness/open-dashboard.ts";
import { signUp } from "../harness/platform.ts";
import { launchWebKit, type WebKitWindow, webKitObstacle } from "../harness/webkit.ts";

/** The dashboard in WebKitGTK, which shares its engine with Safari. Debian builds it without WebRTC, so it cannot hold calls. */

let window: WebKitWindow | undefined;

afterAll(() => window?.close());

test("a person signs in, is live, and sees what changes elsewhere", async ({ skip }) => {
  skip(webKitObstacle !== undefined, webKitObstacle);
  const url = sharedServerUrl();
  const person = newAccount();
  const user = await signUp(url, person);
  const opened = await launchWebKit();
  window = opened;
  const text = () => opened.evaluate<string>("return document.body.textContent");
  await opened.open(`${url}/sign-in?returnTo=%2Fassistants`);
  await opened.type('input[type="email"]', person.email);
  await opened.type('input[type="password"]', person.password);
  await opened.click('button[type="submit"]');
  await expect.poll(text).toContain("Riley");
  await expect
    .poll(() => opened.evaluate("return [...document.querySelectorAll('*')].some((each) => each.textContent === 'Live')"))
    .toBe(true);
  await opened.evaluate("document.documentElement.dataset.sinceMark = 'true'");
  await user.send("POST", "/assistant", { name: "Night desk" });
  await expect.poll(text).toContain("Night desk");
  expect(await opened.evaluate("return document.documentElement.dataset.sinceMark")).toBe("true");
});
