import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";
import { openPage, sharedChromium } from "./chromium.ts";
import type { Account } from "./dashboard.ts";
import { accountHeaders, enterOrg, type PlatformUser } from "./platform.ts";

/** The shared server's dashboard, with a signed-in person who is alone in a new organization. */
export interface OpenDashboard {
  url: string;
  browser: Browser;
  page: Page;
  /** Unwanted output of the page. */
  errors: string[];
  person: Account;
  /** The same person's API. */
  user: PlatformUser;
}

/** The address of the server that the files of a run share; see `run-server.ts`. */
export const sharedServerUrl = (): string => inject("sharedServer");

/** A person with a unique address. */
export function newAccount(name = "Ada Newcomer"): Account {
  const [first = ""] = name.toLowerCase().split(" ");
  return { name, email: `${first}-${randomUUID()}@example.com`, password: "a long enough password" };
}

export async function openDashboard(options: BrowserContextOptions = {}): Promise<OpenDashboard> {
  const url = sharedServerUrl();
  const browser = await sharedChromium();
  const { page, errors } = await openPage(browser, url, options);
  const person = newAccount();
  const user = await signUpByRequest(page, url, person);
  await page.goto("/assistants");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  return { url, browser, page, errors, person, user };
}

/** Signs somebody up, and the page's browser in, without a screen. */
export async function signUpByRequest(page: Page, url: string, account: Account): Promise<PlatformUser> {
  const context = page.context();
  const answer = await context.request.post(`${url}/api/auth/sign-up/email`, { data: account, headers: accountHeaders(url) });
  if (!answer.ok()) throw new Error(`The sign-up was refused with ${answer.status()}: ${await answer.text()}`);
  const cookies = await context.cookies(url);
  return enterOrg(url, cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
}
