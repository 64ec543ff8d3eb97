import type { Browser, Page } from "playwright-core";
import { openPage } from "./chromium.ts";
import { followPath, signInInPage } from "./dashboard.ts";
import { joinByInvitation } from "./invited.ts";
import type { PlatformUser } from "./platform.ts";

/** Windows of several people in one organization. No window is ever reloaded. */

interface Colleague {
  name: string;
  email: string;
  password: string;
}

/** Makes a person a member of the user's organization: invited, with a separate account. */
export async function makeColleague(
  url: string,
  user: PlatformUser,
  person: Colleague,
  role: "editor" | "viewer",
): Promise<void> {
  const { status } = await user.send("POST", `/org/${user.orgId}/invite`, { emails: [person.email], role });
  if (status !== 201) throw new Error(`The invitation was refused with ${status}.`);
  await joinByInvitation(url, person);
}

/** A window of a colleague in the same organization. */
export async function openColleague(browser: Browser, url: string, user: PlatformUser, person: Colleague) {
  const opened = await openPage(browser, url, { viewport: { width: 1440, height: 900 } });
  // Everybody also has their own organization; this one is the last used.
  await opened.page.addInitScript(`localStorage.setItem("callwright-org", ${JSON.stringify(user.orgId)})`);
  await signInInPage(opened.page, person);
  await opened.page.waitForURL("**/overview");
  await followPath(opened.page, "/assistants");
  return opened;
}

/** Waits until the window is live. The word is also for screen readers, so it may be invisible. */
export function untilLive(page: Page): Promise<void> {
  return page.getByText("Live", { exact: true }).first().waitFor({ state: "attached" });
}

/** From here on, the window must not load a document: updates arrive over its connection. Returns whether that is true. */
export async function watchForReloads(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => {
    document.documentElement.dataset.sinceMark = "true";
  });
  return () => page.evaluate(() => document.documentElement.dataset.sinceMark === "true");
}
