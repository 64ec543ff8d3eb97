import type { Assistant, DeletedItem, Squad } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { tool as toolTable } from "../tool/tables.ts";

const DAY_MS = 86_400_000;
let server: TestServer;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs++) });
});
afterAll(() => server.close());

const listDeleted = async (client: TestClient) => (await client.json<DeletedItem[]>("GET", "/deleted-item")).body;
const namesOf = (items: readonly DeletedItem[]) => items.map(({ thing, name }) => `${thing} ${name}`);

test("what was deleted and not restored is listed, newest first, with who deleted it and until when it is kept", async () => {
  const ada = await server.signUp({ name: "Ada" });
  const { id: assistantId } = (await ada.json<Assistant>("POST", "/assistant", { name: "Riley" })).body;
  const { id: squadId } = (await ada.json<Squad>("POST", "/squad", { name: "Desk", members: [{ assistant: {} }] })).body;
  const { id: toolId } = (await ada.json<{ id: string }>("POST", "/tool", { type: "function", function: { name: "find" } })).body;
  expect(await listDeleted(ada)).toEqual([]);
  for (const path of [`/assistant/${assistantId}`, `/squad/${squadId}`, `/tool/${toolId}`]) await ada.json("DELETE", path);
  const [tool, , assistant] = await listDeleted(ada);
  expect(tool).toMatchObject({ thing: "Tool", id: toolId, name: "find", actor: "user", actorName: "Ada" });
  expect(Date.parse(tool?.goneAt ?? "") - Date.parse(tool?.deletedAt ?? "")).toBe(30 * DAY_MS);
  expect(assistant).toMatchObject({ thing: "Assistant", id: assistantId, name: "Riley" });
  await ada.json("POST", `/squad/${squadId}/restore`);
  expect(namesOf(await listDeleted(ada))).toEqual(["Tool find", "Assistant Riley"]);
  // Another organization's are not listed.
  expect(await listDeleted(await server.signUp())).toEqual([]);
  await server.context.db.update(toolTable).set({ deletedAt: new Date(nowMs - 30 * DAY_MS) });
  expect(namesOf(await listDeleted(ada))).toEqual(["Assistant Riley"]);
});
