import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Assistant, AssistantDraft, CreateTool } from "@callwright/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tools } from "../../apps/server/src/modules/tool/service.ts";
import { signUpColleague } from "../../apps/server/src/testing/colleague.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { expectAccessibleInEveryLook } from "../harness/accessible.ts";
import { type AccountStage, openAccountStage, type Person } from "../harness/account-stage.ts";
import { untilLive, watchForReloads } from "../harness/two-windows.ts";

/** What an editor sees while they edit, without a reload: another person's version and draft. And a tool that is tried without a call. */

let stage: AccountStage;
let ada: Person;
let maria: TestClient;
let page: Page;

beforeAll(async () => {
  // The tool's server is on this machine.
  stage = await openAccountStage({ config: { allowPrivateAddresses: true } });
  ada = await stage.signUp("Ada");
  maria = await signUpColleague(stage.server, ada.orgId, "editor", "Maria Costa");
  page = await stage.open(ada);
});

afterAll(async () => {
  await page?.close();
  await stage?.stop();
  expect(stage?.errors).toEqual([]);
});

describe("an assistant that two people edit", () => {
  let assistant: Assistant;
  let isNeverReloaded: () => Promise<boolean>;
  const notices = () => page.getByRole("status");
  const firstMessage = () => page.getByLabel("First message");

  beforeAll(async () => {
    assistant = (await ada.json<Assistant>("POST", "/assistant", { name: "Night desk", firstMessage: "Good evening." })).body;
    await page.goto(`/assistants/${assistant.id}`);
    await untilLive(page);
    isNeverReloaded = await watchForReloads(page);
  });

  test("the other's draft is told, not what is in it", async () => {
    const body = { revision: 1, config: { name: "Night desk", firstMessage: "Maria's secret words." } };
    await maria.json("PUT", `/assistant/${assistant.id}/draft`, body);
    await notices().getByText("Maria Costa also has an unpublished draft, based on v1.").waitFor();
    expect(await page.getByText("Maria's secret words").count()).toBe(0);
    await expectAccessibleInEveryLook(page);
  });

  test("the other's version is told while one edits, and one's own words stay", async () => {
    await firstMessage().fill("My own words.");
    await page.getByText("Draft · saved").waitFor();
    await maria.json("POST", `/assistant/${assistant.id}/publish`, {});
    await notices().getByText("Maria Costa published v2 while you were editing v1.").waitFor();
    // The draft that was published is none any more.
    await expect.poll(() => page.getByText("also has an unpublished draft").count()).toBe(0);
    expect(await firstMessage().inputValue()).toBe("My own words.");
    await expectAccessibleInEveryLook(page);
  });

  test("“See changes” shows what the other changed", async () => {
    await page.getByRole("button", { name: "See changes" }).click();
    const differences = page.getByRole("region", { name: "From v1 to v2" });
    await differences.getByText("Maria's secret words.").waitFor();
    await differences.getByText("Good evening.").waitFor();
    await page.getByRole("tab", { name: "Assistant", exact: true }).click();
    expect(await firstMessage().inputValue()).toBe("My own words.");
  });

  test("“Keep mine” puts the notice away; what is typed goes on being saved, and publishing asks again", async () => {
    await page.getByRole("button", { name: "Keep my draft" }).click();
    await expect.poll(() => page.getByText("while you were editing").count()).toBe(0);
    await firstMessage().fill("My own words, and more.");
    const draft = () => ada.json<AssistantDraft>("GET", `/assistant/${assistant.id}/draft`);
    await expect
      .poll(async () => (await draft()).body)
      .toMatchObject({ baseVersion: "v1", config: { firstMessage: "My own words, and more." } });
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish Night desk" });
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await dialog.getByText("v2 was published after you started editing.").waitFor();
    await dialog.getByRole("button", { name: "Publish anyway" }).click();
    await page.getByText("v3 live").waitFor();
    expect(await isNeverReloaded()).toBe(true);
  });

  test("who has changed nothing sees the other's version at once", async () => {
    await maria.json("PATCH", `/assistant/${assistant.id}`, { firstMessage: "Good night." });
    await page.getByText("v4 live").waitFor();
    await expect.poll(() => firstMessage().inputValue()).toBe("Good night.");
    expect(await page.getByText("while you were editing").count()).toBe(0);
    expect(await isNeverReloaded()).toBe(true);
  });
});

describe("a tool is tried", { tags: "long" }, () => {
  let target: Server;
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  let status = 200;
  const result = () => page.getByRole("region", { name: "Answer" });

  beforeAll(async () => {
    target = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status, { "content-type": "application/json" }).end('{"order":1841}');
    });
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => target.close());

  /** Stored by the service directly, because the API would refuse plain http. */
  async function openTest(tool: CreateTool): Promise<void> {
    const caller = { kind: "org", orgId: ada.orgId, role: "editor", tag: "private", userId: ada.userId, apiToken: null } as const;
    const { id } = await tools.create(stage.server.context, caller, tool);
    await page.goto(`/tools/${id}`);
    await page.getByRole("region", { name: "Test", exact: true }).waitFor();
  }

  test("with arguments of its parameters, and the answer is shown", async () => {
    const properties = { product: { type: "string" as const }, quantity: { type: "integer" as const, default: 12 } };
    const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/order`;
    await openTest({
      type: "function",
      function: { name: "place_order", parameters: { type: "object" as const, properties } },
      server: { url },
    });
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    const editor = page.getByRole("textbox", { name: "Arguments as JSON" });
    await expect.poll(() => editor.textContent()).toMatch(/"product": "".*"quantity": 12/);
    const send = page.getByRole("button", { name: "Run", exact: true });
    await send.press("Enter");
    await result().getByText("200", { exact: true }).waitFor();
    expect(await send.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole("region", { name: "The assistant receives" }).getByRole("button", { name: "Whole answer" }).click();
    await page.getByRole("group", { name: "Whole answer" }).getByText('"order": 1841').waitFor();
    await result()
      .getByText(/^[\d,]+ ms$/)
      .waitFor();
    expect(received).toHaveLength(1);
    expect(received[0]?.body).toContain("place_order");
    expect(received[0]?.body).toContain('"quantity":12');
    await expectAccessibleInEveryLook(page);
  });

  test("a refusal is an answer, too", async () => {
    status = 422;
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await result().getByText("422", { exact: true }).waitFor();
  });

  test("arguments that are no JSON are not sent", async () => {
    await page.getByRole("textbox", { name: "Arguments as JSON" }).fill("{ product");
    await page.getByText(/^Not valid JSON yet/).waitFor();
    expect(await page.getByRole("button", { name: "Run", exact: true }).isDisabled()).toBe(true);
    await expectAccessibleInEveryLook(page);
  });

  test("what is sent nowhere says so", async () => {
    await openTest({ type: "endCall" });
    await page.getByText("A tool of this kind acts on the conversation.").waitFor();
  });
});
