import { launchChromium, openPage } from "../../../harness/chromium.ts";
import { launchFirefox, openWindow } from "../../../harness/firefox.ts";

/** A person's visit to a page of `apps/pages`, in a real browser. */
export interface Visit {
  press(id: "talk" | "ask" | "stop"): Promise<void>;
  text(id: "phase" | "noise" | "problem" | "captions"): Promise<string>;
  /** Lines that the page wrote to the console as warnings. */
  warnings: string[];
  errors: string[];
  leave(): Promise<void>;
}

export interface Visitors {
  /** Does the microphone say the words of a question? Firefox' plays a tone. */
  speaks: boolean;
  visit(url: string): Promise<Visit>;
  close(): Promise<void>;
}

/** Visitors whose microphone plays a WAV file, over and over. */
export async function inChromium(microphone: string): Promise<Visitors> {
  const browser = await launchChromium({ microphone });
  return {
    speaks: true,
    close: () => browser.close(),
    async visit(url) {
      const { page, errors } = await openPage(browser, url);
      const warnings: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "warning") warnings.push(message.text());
      });
      await page.goto(url);
      return {
        press: (id) => page.locator(`#${id}`).click(),
        text: async (id) => (await page.locator(`#${id}`).textContent()) ?? "",
        warnings,
        errors,
        leave: () => page.context().close(),
      };
    },
  };
}

export async function inFirefox(): Promise<Visitors> {
  const browser = await launchFirefox();
  return {
    speaks: false,
    close: () => browser.close(),
    async visit(url) {
      const errors: string[] = [];
      const warnings: string[] = [];
      const page = await openWindow(browser, errors);
      page.on("console", (message) => {
        if (message.type() === "warn") warnings.push(message.text());
      });
      await page.goto(url);
      return {
        press: async (id) => {
          await page.waitForSelector(`#${id}`);
          await page.click(`#${id}`);
        },
        text: (id) => page.$eval(`#${id}`, (element) => element.textContent ?? ""),
        warnings,
        errors,
        leave: () => page.close(),
      };
    },
  };
}
