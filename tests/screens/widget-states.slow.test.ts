import { describe, expect, test } from "vitest";
import { violations } from "../harness/accessible.ts";
import { launchChromium } from "../harness/chromium.ts";
import { listCalls } from "../harness/platform.ts";
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

/** The widget's states when something is missing, refused or interrupted. */

const site = widgetSite();

describe("what is missing or wrong", () => {
  test("is said on the screen, by the attribute's name, and nothing is made up", async () => {
    const { page } = await site().visit(shopPage(site().widget("", 'assistant="{"')));
    const alert = page.getByRole("alert");
    await alert.getByText("“public-key” is missing").waitFor();
    await alert.getByText("“assistant” is not a JSON object").waitFor();
    expect(await page.getByRole("button").count()).toBe(0);
    expect(await told(page, "error")).toHaveLength(2);
    await page.evaluate((attributes) => {
      const element = document.querySelector("callwright-widget");
      element?.removeAttribute("assistant");
      for (const [, name = "", value = ""] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) element?.setAttribute(name, value);
    }, site().identity);
    await launcher(page).waitFor();
    await page.context().close();
  });

  test("a token that may not be used here is told in the conversation, and the message can be sent again", async () => {
    const { page } = await site().visit(
      shopPage(site().widget("", site().identity.replace(/public-key="[^"]*"/, 'public-key="wrong"'))),
    );
    await launcher(page).click();
    await write(page, "Do you deliver?");
    await conversation(page).getByRole("alert").getByText("The assistant is not available right now").waitFor();
    expect((await told(page, "error"))[0]?.[1]).toMatchObject({
      source: "chat",
      code: "unauthorized",
      message: expect.stringContaining("bearer token"),
    });
    const [, key = ""] = /public-key="([^"]*)"/.exec(site().identity) ?? [];
    await page.evaluate((value) => document.querySelector("callwright-widget")?.setAttribute("public-key", value), key);
    await page.getByRole("button", { name: "Try again" }).click();
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    expect(await conversation(page).getByRole("alert").count()).toBe(0);
    await page.context().close();
  });

  test("offline, it says so; online again, it works", async () => {
    const { page } = await site().visit(shopPage(site().widget()));
    await launcher(page).click();
    await page.context().setOffline(true);
    await panel(page).getByText("You are offline.").waitFor();
    await write(page, "Do you deliver?");
    await conversation(page).getByText("cannot be reached").waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => panel(page).getByText("You are offline.").count()).toBe(0);
    await page.getByRole("button", { name: "Try again" }).click();
    await conversation(page).getByText("We deliver within 5 miles").waitFor();
    await page.context().close();
  });
});

describe("without a microphone", () => {
  test.each([
    ["refused", "Your microphone is blocked."],
    ["none", "No microphone found."],
  ])("(%s) it says why, and typing works in a call", async (microphone, advice) => {
    const deaf = await launchChromium({ microphone });
    const { page } = await site().visit(shopPage(site().widget('mode="voice"')), { browser: deaf });
    await launcher(page).click();
    await startButton(page).click();
    await panel(page).getByText(advice).waitFor();
    await write(page, "Where can I park?");
    await conversation(page).getByText("behind the library").waitFor();
    await deaf.close();
  });
});

describe("consent", () => {
  test("is asked for before anything is sent, remembered, and refused by closing", async () => {
    const { page } = await site().visit(
      shopPage(
        site().widget(
          'consent-required consent-title="Before we talk" consent-content="See [terms](https://example.com/terms), <b>please</b> [bad](javascript:alert(1))."',
        ),
      ),
    );
    await launcher(page).click();
    await page.getByText("Before we talk").waitFor();
    const link = page.getByRole("link", { name: "terms" });
    expect(await link.getAttribute("rel")).toContain("noopener");
    await page.getByText("<b>please</b>").waitFor();
    expect(await panel(page).getByRole("link").count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await launcher(page).click();
    await page.getByRole("button", { name: "Agree" }).click();
    await field(page).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("callwright_widget_consent"))).toBe("true");
    await page.reload();
    await field(page).waitFor();
    await page.context().close();
  });
});

describe("a call that survives a reload", () => {
  test.each(["session", "cookies"])("(%s) goes on in the next page", async (storage) => {
    const html = shopPage(site().widget(`mode="hybrid" voice-auto-reconnect voice-reconnect-storage="${storage}"`));
    const { page } = await site().visit(html);
    await launcher(page).click();
    await startButton(page).click();
    await conversation(page).getByText("this is Riley").waitFor();
    const [before] = await told(page, "call-start");
    const remembered = () => page.evaluate(() => sessionStorage.getItem("callwright_widget_call") ?? document.cookie);
    await expect.poll(remembered).not.toBe("");
    const kept = await remembered();
    await page.reload();
    await expect.poll(() => told(page, "call-start")).toHaveLength(1);
    expect((await told(page, "call-start"))[0]?.[1]).toEqual(before?.[1]);
    await write(page, "Where can I park?");
    await conversation(page).getByText("behind the library").waitFor();
    await endButton(page).click();
    await conversation(page).getByText("Call ended").waitFor();
    await page.reload();
    await field(page).waitFor();
    expect(await remembered()).toBe("");
    // A call that has ended in the meantime is not mentioned.
    await page.evaluate(
      ([where, value = ""]) => {
        if (where === "session") sessionStorage.setItem("callwright_widget_call", value);
        // biome-ignore lint/suspicious/noDocumentCookie: as the widget writes it.
        else document.cookie = `${value}; Path=/`;
      },
      [storage, kept],
    );
    expect(await remembered()).toBe(kept);
    await page.reload();
    await expect.poll(remembered).toBe("");
    await conversation(page).getByText("Type a message or start talking.").waitFor();
    expect(await told(page, "error")).toEqual([]);
    await page.context().close();
  });
});

describe("at a server with one place", () => {
  const small = widgetSite({ PUBLIC_TOKEN_CONCURRENT_CALLS: "1" });

  test("when it is taken, the widget says so, and starts a call once it is free", async () => {
    const html = shopPage(small().widget('mode="voice"'));
    const { page: first } = await small().visit(html);
    await launcher(first).click();
    await startButton(first).click();
    await expect.poll(() => told(first, "call-start")).toHaveLength(1);
    const { page: second } = await small().visit(html);
    await launcher(second).click();
    await startButton(second).click();
    const busy = panel(second).getByText("All lines are busy. Try again in a few minutes, or write.");
    await busy.waitFor();
    expect((await told(second, "error"))[0]?.[1]).toMatchObject({ source: "call", code: "at-capacity" });
    await endButton(first).click();
    await expect.poll(async () => (await listCalls(small().user)).filter(({ status }) => status !== "ended")).toEqual([]);
    await startButton(second).click();
    await expect.poll(() => told(second, "call-start")).toHaveLength(1);
    expect(await busy.count()).toBe(0);
  });
});
