import { expect, test } from "vitest";
import { openScreen, searchPalette } from "../harness/dashboard.ts";
import { openDashboard } from "../harness/open-dashboard.ts";

test("a call starts when a person asks for it in this tab, never because an address is opened", async () => {
  const { page, user } = await openDashboard();
  const { body } = await user.send<{ id: string }>("POST", "/assistant", { name: "Callee" });
  const editor = `/assistants/${body.id}`;
  const url = new URL(page.url()).origin;
  let calls = 0;
  await page.route("**/call/web", async (route) => {
    calls += 1;
    await route.abort();
  });
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = (constraints) => {
      sessionStorage.setItem("microphones", `${sessionStorage.getItem("microphones") ?? ""}x`);
      return open(constraints);
    };
  });
  const microphones = () => page.evaluate(() => sessionStorage.getItem("microphones")?.length ?? 0);
  const panel = page.getByRole("region", { name: /^Call with/ });
  const untilOver = () => panel.getByRole("button", { name: "Talk again" }).waitFor();
  const expectEditorAlone = async () => {
    await page.waitForURL(`${url}${editor}`);
    await page.getByRole("button", { name: "Talk", exact: true, expanded: false }).waitFor();
    expect(await panel.count()).toBe(0);
  };
  await page.goto(editor);
  await page.getByRole("button", { name: "Talk", exact: true }).click();
  await untilOver();
  const asked = page.url();
  const opened = await microphones();
  expect(calls).toBe(1);
  await openScreen(page, "Calls");
  await page.waitForURL("**/calls");
  await page.goBack();
  await expectEditorAlone();
  await page.goForward();
  await page.waitForURL("**/calls");
  await page.goBack();
  await expectEditorAlone();
  for (const address of [asked, `${editor}?talk=true`]) {
    await page.goto(address);
    await expectEditorAlone();
    await page.reload();
    await expectEditorAlone();
  }
  expect([calls, await microphones()]).toEqual([1, opened]);
  await openScreen(page, "Calls");
  // Only the name is requested from the server, and its answer keeps the action.
  const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get("search") === "Callee");
  await searchPalette(page, "Talk to Callee");
  await answered;
  await page.getByRole("dialog").getByText("Talk to Callee").waitFor();
  await page.keyboard.press("Enter");
  await untilOver();
  expect(calls).toBe(2);
  await page.getByRole("button", { name: "Close the call panel" }).click();
  await page.goBack();
  await expectEditorAlone();
  expect(calls).toBe(2);
});
