import { type ErrorBody, SavedView } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpColleague } from "../../../testing/colleague.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

let server: TestServer;
let admin: TestClient;
let viewer: TestClient;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp();
  viewer = await signUpColleague(server, admin.orgId, "viewer", "Maria");
});
afterAll(() => server.close());

const save = (as: TestClient, view: object) =>
  as.json<SavedView & ErrorBody>("POST", "/saved-view", {
    screen: "calls",
    name: "Failed",
    state: { success: "false" },
    ...view,
  });
const namesOf = async (as: TestClient, query = "") =>
  (await as.json<SavedView[]>("GET", `/saved-view${query}`)).body.map(({ name }) => name);

test("a view is its author's until it is shared, and then everyone's in the organization", async () => {
  const { status, body: view } = await save(viewer, { name: "  Failed calls " });
  expect(status).toBe(201);
  expect(SavedView.parse(view)).toMatchObject({
    screen: "calls",
    name: "Failed calls",
    state: { success: "false" },
    isShared: false,
    userId: viewer.userId,
    authorName: "Maria",
  });
  expect(await namesOf(viewer)).toEqual(["Failed calls"]);
  expect(await namesOf(admin)).toEqual([]);
  expect((await admin.json("GET", `/saved-view/${view.id}`)).status).toBe(404);
  await viewer.json("PATCH", `/saved-view/${view.id}`, { isShared: true });
  expect(await namesOf(admin, "?screen=calls")).toEqual(["Failed calls"]);
  expect(await namesOf(admin, "?screen=dashboards")).toEqual([]);
  const stranger = await server.signUp();
  expect(await namesOf(stranger)).toEqual([]);
  for (const method of ["GET", "DELETE"]) expect((await stranger.json(method, `/saved-view/${view.id}`)).status).toBe(404);
  expect((await viewer.json<SavedView>("DELETE", `/saved-view/${view.id}`)).body.id).toBe(view.id);
  expect(await namesOf(viewer)).toEqual([]);
});

test("its author changes a shared view, and an admin; others do not", async () => {
  const { body: view } = await save(viewer, { isShared: true });
  const editor = await signUpColleague(server, admin.orgId, "editor");
  const change = (as: TestClient, body: object) => as.json<SavedView & ErrorBody>("PATCH", `/saved-view/${view.id}`, body);
  expect(await change(editor, { name: "Mine" })).toMatchObject({ status: 403, body: { code: "view-of-another" } });
  expect(await change(admin, { name: "Unsuccessful", state: {} })).toMatchObject({
    status: 200,
    body: { name: "Unsuccessful", state: {}, userId: viewer.userId },
  });
  // The admin could no longer see the view.
  expect(await change(admin, { isShared: false })).toMatchObject({ status: 403 });
  expect((await editor.json("DELETE", `/saved-view/${view.id}`)).status).toBe(403);
  expect((await admin.json("DELETE", `/saved-view/${view.id}`)).status).toBe(200);
});

test.each([
  [{ name: " " }, "name must have at least 1 character"],
  [{ state: { text: "x".repeat(20_001) } }, "state must have at most 20000 characters as JSON"],
])("%j is refused", async (view, problem) => {
  expect(await save(admin, view)).toMatchObject({ status: 400, body: { message: [problem] } });
});

test("a view of an API token must be shared, for nobody else could see it", async () => {
  const { value } = (await admin.json<{ value: string }>("POST", "/token", { tag: "private", name: "CRM" })).body;
  const headers = { authorization: `Bearer ${value}`, "content-type": "application/json" };
  const post = (isShared: boolean) =>
    admin.fetch("/saved-view", {
      method: "POST",
      headers,
      body: JSON.stringify({ screen: "calls", name: "CRM", state: {}, isShared }),
    });
  expect((await post(false)).status).toBe(400);
  expect(await (await post(true)).json()).toMatchObject({ userId: null, authorName: "CRM" });
});
