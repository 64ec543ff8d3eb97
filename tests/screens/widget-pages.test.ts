import { describe, expect, test } from "vitest";
import { getCall, listCalls } from "../harness/platform.ts";
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

/** The widget in a page: by attribute and by script, and in difficult pages. */

const site = widgetSite();

/** The policy that docs/widget.md recommends, and nothing else. */
const policy = () =>
  [
    "default-src 'none'",
    `script-src ${site().serverUrl} 'wasm-unsafe-eval'`,
    `connect-src ${site().serverUrl}`,
    "require-trusted-types-for 'script'",
    "trusted-types lit-html",
  ].join("; ");

describe("removed from the page during a call", () => {
  test("it leaves no track, no connection and no call", async () => {
    const { page, errors } = await site().visit(shopPage(site().widget('mode="voice"')));
    await launcher(page).click();
    await startButton(page).click();
    await endButton(page).waitFor();
    await expect.poll(() => told(page, "call-start")).toHaveLength(1);
    await page.evaluate(() => document.querySelector("callwright-widget")?.remove());
    await expect
      .poll(() =>
        page.evaluate(() => ({
          live: window.tracks.filter(({ readyState }) => readyState === "live").length,
          open: window.peers.filter(({ connectionState }) => connectionState !== "closed").length,
          media: document.querySelectorAll("audio, video").length,
        })),
      )
      .toEqual({ live: 0, open: 0, media: 0 });
    const id = (await listCalls(site().user))[0]?.id ?? "";
    await expect.poll(async () => (await getCall(site().user, id)).status).toBe("ended");
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe("in a page that does not want it to look as it does", () => {
  const HOSTILE = `<style>
    html { font-size: 31px !important; }
    * { all: unset !important; }
    div, section, button, footer, header, textarea { display: none !important; }
    callwright-widget { position: static !important; opacity: 0 !important; width: 0 !important; visibility: hidden !important; }
    button { background: red !important; font: 60px fantasy !important; }
  </style>`;

  test("it has the size and the place of its options, and can be used", async () => {
    const { page } = await site().visit(HOSTILE + shopPage(site().widget()), { viewport: { width: 1440, height: 900 } });
    await launcher(page).click();
    await field(page).waitFor();
    const box = await panel(page).boundingBox();
    expect(box).toEqual({ x: 1440 - 20 - 448, y: 900 - 20 - 640, width: 448, height: 640 });
    const look = await panel(page).evaluate((element) => {
      const { opacity, visibility, fontSize, color } = getComputedStyle(element);
      return { opacity, visibility, fontSize, color };
    });
    expect(look).toMatchObject({ opacity: "1", visibility: "visible", fontSize: "14px" });
    await write(page, "Do you deliver?");
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    await page.context().close();
  });
});

describe("in a page with a strict content security policy", () => {
  test("everything works, speech included, and nothing is refused", async () => {
    const { page, errors } = await site().visit(shopPage(site().widget('mode="hybrid" accent-color="rebeccapurple"')), {
      policy: policy(),
    });
    await launcher(page).click();
    await write(page, "Do you deliver?");
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    await startButton(page).click();
    await conversation(page).getByText("this is Riley").waitFor();
    expect(await panel(page).evaluate((element) => getComputedStyle(element).getPropertyValue("--accent"))).toBe("rebeccapurple");
    await endButton(page).click();
    await conversation(page).getByText("Call ended").waitFor();
    expect(await told(page, "error")).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe("put into the page by a script", () => {
  test("late, with properties set before it is defined, it is a widget as soon as it can be", async () => {
    const { page } = await site().visit(shopPage(""));
    await page.evaluate(
      ({ attributes, url }) => {
        const holder = document.createElement("div");
        holder.innerHTML = `<callwright-widget ${attributes}></callwright-widget>`;
        const element = holder.firstElementChild as HTMLElement & { ctaTitle: string; assistantOverrides: object };
        element.ctaTitle = "Ask us";
        element.assistantOverrides = { variableValues: { name: "Ada" } };
        document.body.append(holder);
        const module = document.createElement("script");
        Object.assign(module, { type: "module", src: `${url}/widget.js` });
        document.head.append(module);
      },
      { attributes: site().identity, url: site().serverUrl },
    );
    await page.getByRole("button", { name: "Ask us" }).click();
    const sent = page.waitForRequest("**/chat/web");
    await write(page, "Do you deliver?");
    expect((await sent).postDataJSON()).toMatchObject({ assistantOverrides: { variableValues: { name: "Ada" } }, stream: true });
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    await page.context().close();
  });

  test("headless, it shows nothing and does everything by methods and events", async () => {
    const { page } = await site().visit(shopPage(site().widget("headless")));
    await page.waitForFunction(() => customElements.get("callwright-widget") !== undefined);
    const answer = await page.evaluate(async () => {
      const element = document.querySelector("callwright-widget");
      if (!element) throw new Error("There is no widget.");
      const isSent = await element.sendMessage("Do you deliver?");
      return { isSent, texts: element.messages.map(({ text }) => text), shown: element.shadowRoot?.querySelector("*") !== null };
    });
    expect(answer.isSent).toBe(true);
    expect(answer.texts).toHaveLength(2);
    expect(answer.texts[1]).toMatch(/deliver/);
    expect(answer.shown).toBe(false);
    await page.context().close();
  });

  test("moved within the page, it keeps its conversation", async () => {
    const { page } = await site().visit(shopPage(`${site().widget()}<aside id="aside"></aside>`));
    await launcher(page).click();
    await write(page, "Do you deliver?");
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    await page.evaluate(() => document.querySelector("#aside")?.append(document.querySelector("callwright-widget") ?? ""));
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    await write(page, "Which cards do you take?");
    await conversation(page).getByText("all cards").waitFor();
    await page.context().close();
  });
});

test("two of them in one page are two conversations", async () => {
  const { page } = await site().visit(
    shopPage(site().widget('cta-title="Left one" position="bottom-left"') + site().widget('cta-title="Right one" title="Right"')),
    { viewport: { width: 1440, height: 900 } },
  );
  await page.getByRole("button", { name: "Left one" }).click();
  await page.getByRole("button", { name: "Right one" }).click();
  const right = page.getByRole("dialog", { name: "Right" });
  await right.getByRole("textbox").fill("Do you deliver?");
  await right.getByRole("textbox").press("Enter");
  await right.getByText("We deliver within 5 miles").waitFor();
  expect(await panel(page).getByRole("log").getByText("Do you deliver?").count()).toBe(0);
  expect(await page.evaluate(() => window.told.filter(([name]) => name === "chat-start").length)).toBe(1);
  await page.context().close();
});
