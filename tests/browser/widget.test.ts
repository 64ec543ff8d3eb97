import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { speakInto, tapPage, waitForSilence, waitForSound } from "../harness/page-audio.ts";
import { getCall, listCalls, listEvents } from "../harness/platform.ts";
import { hoursOn } from "../harness/riley.ts";
import { speechFile } from "../harness/speech.ts";
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
import { hearingProblem } from "../harness/words.ts";

/** The widget in a page: typed and spoken in one history, by attribute and by script, in pages that make it hard. */

const site = widgetSite();

/** What docs/widget.md tells a page to allow, and nothing else. */
const policy = () =>
  [
    "default-src 'none'",
    `script-src ${site().serverUrl} 'wasm-unsafe-eval'`,
    `connect-src ${site().serverUrl}`,
    "require-trusted-types-for 'script'",
    "trusted-types lit-html",
  ].join("; ");

describe("a conversation in hybrid mode", () => {
  let page: Page;
  let errors: string[];

  beforeAll(async () => {
    ({ page, errors } = await site().visit(
      shopPage(site().widget('mode="hybrid" chat-first-message="Hello! **Ask** me about the bakery."')),
      { prepare: tapPage },
    ));
    await launcher(page).click();
  });
  afterAll(() => page?.context().close());

  test("is typed, spoken, typed into the call and typed again, in one history", async () => {
    await write(page, "Do you deliver?");
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    await startButton(page).click();
    await conversation(page).getByText("Call started").waitFor();
    await waitForSound(page, 0);
    await waitForSilence(page);
    await speakInto(page, await speechFile({ text: "what are your opening hours on saturday?", voice: "slt", tailSeconds: 1 }));
    await expect
      .poll(async () => hearingProblem(hoursOn("Saturday"), (await conversation(page).textContent()) ?? ""))
      .toBeUndefined();
    await write(page, "Where can I park?");
    await conversation(page).getByText("behind the library").waitFor();
    await endButton(page).click();
    await conversation(page).getByText("Call ended").waitFor();
    await write(page, "Which cards do you take?");
    await conversation(page).getByText("all cards").waitFor();

    const lines = (await conversation(page).textContent())?.replace(/\s+/g, " ") ?? "";
    const order = ["Hello! Ask me", "Do you deliver", "We deliver", "Call started", "this is Riley", "saturday", "On Saturday"];
    const places = [...order, "Where can I park", "behind the library", "Call ended", "Which cards", "all cards"].map((words) =>
      lines.indexOf(words),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(await conversation(page).getByText("Where can I park?").count()).toBe(1);
    expect(await conversation(page).locator("strong").textContent()).toBe("Ask");
  });

  test("is told to the page as it goes", async () => {
    expect(await told(page, "error")).toEqual([]);
    const names = (await page.evaluate(() => window.told)).map(([name]) => name).filter((name) => name !== "message");
    expect(names).toEqual(["chat-start", "call-start", "call-end"]);
    expect((await told(page, "call-end"))[0]?.[1]).toMatchObject({ endedReason: "customer-ended-call" });
    const messages = (await told(page, "message")).map(([, { role, via, isTyped, text }]) => ({ role, via, isTyped, text }));
    expect(messages).toContainEqual({ role: "user", via: "chat", isTyped: true, text: "Do you deliver?" });
    expect(messages).toContainEqual({ role: "user", via: "call", isTyped: true, text: "Where can I park?" });
    expect(messages.find(({ via, role, isTyped }) => via === "call" && role === "user" && !isTyped)?.text).toMatch(/saturday/i);
  });

  test("was known to the call: what was typed before it was told to it", async () => {
    const id = (await listCalls(site().user))[0]?.id ?? "";
    const added = (await listEvents(site().user, id)).filter(({ type }) => type === "message.added");
    expect(added.map(({ payload }) => payload)).toContainEqual({ role: "user", content: "Do you deliver?" });
  });

  test("ends where the person ends it, and can be started over", async () => {
    await page.getByRole("button", { name: "End chat" }).click();
    await conversation(page).getByText("This chat has ended. Thank you.").waitFor();
    expect(await told(page, "chat-end")).toHaveLength(1);
    await page.getByRole("button", { name: "Start over" }).click();
    await expect.poll(() => conversation(page).getByText("Do you deliver?").count()).toBe(0);
    await field(page).waitFor();
    expect(errors).toEqual([]);
  });
});

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
