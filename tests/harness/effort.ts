import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/**
 * What a job costs a person: clicks, page loads and dead ends, step by step.
 * A click is a press of the mouse button, or a key that is no typing: Enter, Escape, arrows, Space outside of a field, keys with Ctrl. What no page
 * sees (the dialog of files, the list of a native select) is counted by hand.
 */
export interface Effort {
  /** Begins a step of the job. */
  begin(step: string): void;
  /** Types into a field, after the click that it takes to get there: none for one that has the focus already. */
  type(field: Locator, text: string): Promise<void>;
  /** Drops a file on a place of the page: one click. */
  drop(place: Locator, file: DroppedFile): Promise<void>;
  /** Opens a file by a button: its click, and one in the dialog of files. */
  choose(button: Locator, file: DroppedFile): Promise<void>;
  /** Fails if the job took more clicks so far, or a dead end. */
  expectAtMost(clicks: number): Promise<void>;
  /** Prints the table of steps. */
  print(): void;
}

export interface DroppedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

interface Step {
  name: string;
  clicks: number;
  /** Documents, and screens within one. */
  loads: number;
  deadEnds: string[];
  startedMs: number;
}

const COLUMNS = ["Clicks", "Page loads", "Dead ends", "Seconds"];
const SERVER_ERRORS = 500;
const REFUSALS = 400;

/** Counts from here on. To be called before the page is opened. `job`: the title of its table. */
export async function countEffort(page: Page, job: string): Promise<Effort> {
  const steps: Step[] = [];
  const now = () => {
    const step = steps.at(-1);
    if (!step) throw new Error("The job begins before its first step.");
    return step;
  };
  const open = (name: string) => steps.push({ name, clicks: 0, loads: 0, deadEnds: [], startedMs: performance.now() });
  await page.exposeFunction("effortClick", () => {
    now().clicks += 1;
  });
  await page.exposeFunction("effortDeadEnd", (words: string) => {
    now().deadEnds.push(words);
  });
  await page.addInitScript(watchPage);
  let path = "";
  page.on("framenavigated", (frame) => {
    if (frame !== page.mainFrame()) return;
    const { pathname } = new URL(page.url());
    if (pathname !== path && pathname !== "blank") now().loads += 1;
    path = pathname;
  });
  page.on("response", (response) => {
    if (response.status() < REFUSALS || !["fetch", "xhr", "document"].includes(response.request().resourceType())) return;
    const kind = response.status() < SERVER_ERRORS ? "refused" : "failed";
    now().deadEnds.push(`${kind}: ${response.request().method()} ${new URL(response.url()).pathname}`);
  });

  return {
    begin: open,
    type: async (field, text) => {
      if (!(await field.evaluate((element) => element === document.activeElement))) await field.click();
      await field.fill(text);
    },
    drop: async (place, { name, mimeType, buffer }) => {
      const files = await page.evaluateHandle(
        ([base64, fileName, type]) => {
          const transfer = new DataTransfer();
          const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
          transfer.items.add(new File([bytes], fileName, { type }));
          return transfer;
        },
        [buffer.toString("base64"), name, mimeType] as const,
      );
      now().clicks += 1;
      await place.dispatchEvent("drop", { dataTransfer: files });
    },
    choose: async (button, file) => {
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
      now().clicks += 1;
      await chooser.setFiles(file);
    },
    expectAtMost: async (clicks) => {
      // What the page has reported so far has arrived.
      await page.evaluate(() => undefined);
      expect(steps.flatMap(({ deadEnds }) => deadEnds)).toEqual([]);
      expect(steps.reduce((total, step) => total + step.clicks, 0)).toBeLessThanOrEqual(clicks);
    },
    print: () => {
      const endMs = performance.now();
      const rows = steps.map(({ name, clicks, loads, deadEnds, startedMs }, index) => ({
        name,
        figures: [clicks, loads, deadEnds.length, ((steps[index + 1]?.startedMs ?? endMs) - startedMs) / 1000],
      }));
      const sums = COLUMNS.map((_, column) => rows.reduce((total, { figures }) => total + (figures[column] ?? 0), 0));
      const line = (name: string, cells: readonly string[]) => `| ${[name, ...cells].join(" | ")} |\n`;
      const rowOf = (name: string, figures: readonly number[]) =>
        line(
          name,
          figures.map((figure) => String(Math.round(10 * figure) / 10)),
        );
      process.stdout.write(
        [
          `\n${line(job, COLUMNS)}`,
          line(
            "---",
            COLUMNS.map(() => "---:"),
          ),
          ...rows.map(({ name, figures }) => rowOf(name, figures)),
          rowOf("In all", sums),
        ].join(""),
      );
    },
  };
}

declare global {
  interface Window {
    effortClick(): void;
    effortDeadEnd(words: string): void;
  }
}

/** Runs in the page. */
function watchPage(): void {
  const isField = (target: EventTarget | null) =>
    (target instanceof HTMLInputElement && !["button", "checkbox", "radio", "submit"].includes(target.type)) ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable);
  const MODIFIERS = ["Shift", "Control", "Alt", "Meta"];
  const isTyping = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) =>
    !ctrlKey && !metaKey && isField(target) && (key.length === 1 || key === "Backspace" || key === "Delete");
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && window.effortClick(), true);
  addEventListener(
    "keydown",
    (event) => {
      if (event.isTrusted && !event.repeat && !MODIFIERS.includes(event.key) && !isTyping(event)) window.effortClick();
    },
    true,
  );
  // The way back.
  addEventListener("popstate", () => window.effortDeadEnd("Back"));
  const told = new Set<string>();
  const look = () => {
    // Notifications say what was done, too. What a server refused is counted as such.
    for (const alert of document.querySelectorAll<HTMLElement>('[role="alert"]:not(.mantine-Notification-root)')) {
      const words = (alert.textContent ?? "").trim();
      if (words !== "" && !told.has(words)) window.effortDeadEnd(words);
      told.add(words);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}
