import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "../harness/accessible.ts";
import { describeLooks } from "../harness/looks.ts";
import {
  conversation,
  endButton,
  field,
  launcher,
  panel,
  shopPage,
  startButton,
  told,
  widgetSite,
  write,
} from "../harness/widget.ts";

/** The widget can be read and used by everybody, in every size and theme, and its look follows its options. */

const site = widgetSite();

describe("by keyboard alone", () => {
  test("a person opens it, writes, reads and closes it, and is where they were", async () => {
    const { page } = await site().visit(shopPage(site().widget()));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await field(page).waitFor();
    await page.keyboard.type("Do you deliver?");
    await page.keyboard.press("Enter");
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    await page.keyboard.press("Escape");
    await launcher(page).waitFor();
    expect(await launcher(page).evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(
      true,
    );
    await page.context().close();
  });

  test("the focus stays in the panel when a button becomes another", async () => {
    const { page } = await site().visit(shopPage(site().widget('mode="voice"')));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await startButton(page).waitFor();
    await page.keyboard.press("Enter");
    await endButton(page).waitFor();
    await expect.poll(() => told(page, "call-start")).toHaveLength(1);
    await page.keyboard.press("Enter");
    await expect.poll(() => told(page, "call-end")).toHaveLength(1);
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("callwright-widget");
    await page.context().close();
  });
});

describeLooks(({ colorScheme: theme, width }) => {
  test.each(["chat", "voice", "hybrid"])("in %s mode axe finds nothing, closed, open and with a conversation", async (mode) => {
    const { page } = await site().visit(shopPage(site().widget(`mode="${mode}" theme="${theme}" voice-show-transcript`)), {
      viewport: { width, height: 844 },
    });
    await launcher(page).waitFor();
    expect(await violations(page)).toEqual([]);
    await launcher(page).click();
    await panel(page).waitFor();
    if (width === 390) expect(await panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await violations(page)).toEqual([]);
    if (mode === "voice") {
      await startButton(page).click();
      await conversation(page).getByText("this is Riley").waitFor();
    } else {
      await write(page, "Do you deliver?");
      await conversation(page).getByText("We deliver within 5 miles").waitFor();
    }
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
    await page.context().close();
  });
});

describe("the options of the look", () => {
  const VIEW = { width: 1440, height: 900 };

  /** Red, green, blue and alpha of the open panel's ground, 0 to 255 each, however the browser writes colors. */
  const backgroundOf = (page: Page) =>
    panel(page).evaluate((element) => {
      const canvas = new OffscreenCanvas(1, 1).getContext("2d");
      if (!canvas) throw new Error("There is no canvas.");
      canvas.fillStyle = getComputedStyle(element).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    });

  test.each([
    ["bottom-right", { right: 20, bottom: 20 }],
    ["bottom-left", { left: 20, bottom: 20 }],
    ["top-right", { right: 20, top: 20 }],
    ["top-left", { left: 20, top: 20 }],
    ["bottom-center", { middle: 720, bottom: 20 }],
  ])("position %s", async (position, expected) => {
    const { page } = await site().visit(shopPage(site().widget(`position="${position}" cta-title="Ask"`)), { viewport: VIEW });
    const box = await page.getByRole("button", { name: "Ask" }).boundingBox();
    if (!box) throw new Error("The button is not visible.");
    const sides = {
      left: box.x,
      right: VIEW.width - box.x - box.width,
      top: box.y,
      bottom: VIEW.height - box.y - box.height,
      middle: box.x + box.width / 2,
    };
    for (const [side, value] of Object.entries(expected)) expect(sides[side as keyof typeof sides]).toBeCloseTo(value, 0);
    await page.context().close();
  });

  test.each([
    ["voice", "tiny", 288, 320],
    ["chat", "tiny", 384, 512],
    ["chat", "compact", 384, 512],
    ["chat", "full", 448, 640],
  ])("in %s mode, size %s is %i by %i px", async (mode, size, width, height) => {
    const { page } = await site().visit(shopPage(site().widget(`mode="${mode}" size="${size}"`)), { viewport: VIEW });
    await launcher(page).click();
    expect(await panel(page).boundingBox()).toMatchObject({ width, height });
    await page.context().close();
  });

  test.each([
    ["light", "transparent", [255, 255, 255]],
    ["dark", "transparent", [19, 19, 19]],
    ["light", "rgb(0 0 0 / 80%)", [51, 51, 51]],
  ])("in the %s theme a background that lets the page through (%s) is laid on one that does not", async (theme, color, seen) => {
    const { page } = await site().visit(
      shopPage(`<style>body { background: repeating-linear-gradient(45deg, black 0 9px, white 9px 18px); }</style>
      ${site().widget(`theme="${theme}" base-bg-color="${color}"`)}`),
      { viewport: VIEW },
    );
    await launcher(page).click();
    await write(page, "Do you deliver?");
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await backgroundOf(page)).toEqual([...seen, 255]);
    await page.context().close();
  });

  test("a long title does not make the button wide: two lines of it are shown, and all of it is its name", async () => {
    const title = `${"Talk with our assistant about your order ".repeat(6)}now`;
    const { page } = await site().visit(shopPage(site().widget(`cta-title="${title}"`)), { viewport: VIEW });
    const box = await page.getByRole("button", { name: title }).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(320);
    expect(box?.height).toBeLessThanOrEqual(80);
    await page.context().close();
  });

  test("any background has text that can be read, and the page's own variables and parts win", async () => {
    const { page } = await site().visit(
      shopPage(`<style>
        #mine { --callwright-accent-color: rgb(200, 0, 0); --callwright-width: 333px; }
        #mine::part(title) { letter-spacing: 3px; }
      </style>${site().widget('id="mine" base-bg-color="#203a43" cta-button-color="#ffd166" cta-button-text-color="#000" border-radius="large"')}`),
      { viewport: VIEW },
    );
    await launcher(page).click();
    await write(page, "Do you deliver?");
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    expect(await violations(page)).toEqual([]);
    expect((await panel(page).boundingBox())?.width).toBe(333);
    const look = await panel(page).evaluate((element) => {
      const title = element.querySelector("h2");
      return {
        borderRadius: getComputedStyle(element).borderRadius,
        spacing: title ? getComputedStyle(title).letterSpacing : "",
      };
    });
    expect(look).toEqual({ borderRadius: "16px", spacing: "3px" });
    expect(await backgroundOf(page)).toEqual([32, 58, 67, 255]);
    await page.context().close();
  });
});
