import type { Assistant, PhoneNumber } from "@callwright/contract";
import { expect, test } from "vitest";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { openDashboard } from "../harness/open-dashboard.ts";

/** The Handset beside an agent. `answer-the-handset` makes calls with it. */

test("a new number beside an assistant is answered by it, and a number of somebody else is with a click", async () => {
  const { page, user, errors } = await openDashboard();
  const [riley] = (await user.send<Assistant[]>("GET", "/assistant")).body;
  await page.goto(`/assistants/${riley?.id}`);
  const others = page.getByRole("button", { name: "Chat or phone" });
  await others.focus();
  await page.keyboard.press("Enter");
  await page.locator("[role=menuitem]:focus").waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Call me" });
  await panel.getByText("adds a simulated number").waitFor();
  await expectAccessibleInEveryLook(page);
  await panel.getByRole("button", { name: "Call me" }).click();
  await panel.getByRole("button", { name: "Decline" }).click();
  const call = panel.getByRole("button", { name: "Call", exact: true });
  await call.waitFor();
  expect(await call.isEnabled()).toBe(true);
  await expectAccessibleInEveryLook(page);

  const [number] = (await user.send<PhoneNumber[]>("GET", "/phone-number")).body;
  expect(number).toMatchObject({ provider: "simulated", assistantId: riley?.id });
  const { body: nora } = await user.send<Assistant>("POST", "/assistant", { name: "Nora" });
  await user.send("PATCH", `/phone-number/${number?.id}`, { assistantId: nora.id });
  await page.reload();
  await panel.getByText("Answered by: Nora").waitFor();
  expect(await call.isDisabled()).toBe(true);
  await panel.getByRole("button", { name: "Let Riley answer" }).focus();
  await page.keyboard.press("Enter");
  await panel.getByText("Answered by:").waitFor({ state: "detached" });
  expect(await call.isEnabled()).toBe(true);
  // The button is removed, and the telephone keeps its focus.
  await panel.locator("section:focus").waitFor();
  await panel.getByText("Phone 2", { exact: true }).click();
  await panel.getByText("This phone's number is +12025550107.").waitFor();
  await panel.getByRole("button", { name: "Close the Handset" }).click();
  await panel.waitFor({ state: "detached" });
  await page.goBack();
  await panel.waitFor();
  expect(errors).toEqual([]);
});

test("a squad and a workflow open it too, and are let answer a number", async () => {
  const { page, user, errors } = await openDashboard();
  const [riley] = (await user.send<Assistant[]>("GET", "/assistant")).body;
  const create = async (path: string, body: object) => (await user.send<{ id: string }>("POST", path, body)).body.id;
  await create("/phone-number", { provider: "simulated" });
  const node = { type: "conversation", name: "start", isStart: true, prompt: "Greet the caller." };
  for (const [kind, id] of [
    ["squads", await create("/squad", { name: "Desk", members: [{ assistantId: riley?.id }] })],
    ["workflows", await create("/workflow", { name: "Desk", nodes: [node], edges: [] })],
  ] as const) {
    await page.goto(`/${kind}/${id}`);
    await page.getByRole("button", { name: "Chat or phone" }).click();
    await page.getByRole("menuitem", { name: "Call by phone" }).click();
    const panel = page.getByRole("complementary", { name: "Call me" });
    await panel.getByRole("button", { name: "Let Desk answer" }).click();
    await panel.getByText("Answered by:").waitFor({ state: "detached" });
    const [number] = (await user.send<PhoneNumber[]>("GET", "/phone-number")).body;
    expect(number).toMatchObject({ [kind === "squads" ? "squadId" : "workflowId"]: id });
    expect(number?.assistantId).toBeUndefined();
    await expectAccessibleInEveryLook(page);
  }
  expect(errors).toEqual([]);
});
