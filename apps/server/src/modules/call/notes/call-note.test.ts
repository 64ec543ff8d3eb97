import { randomUUID } from "node:crypto";
import { type AuditEvent, type ErrorBody, NOTE_MAX_CHARACTERS, Note } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpColleague } from "../../../testing/colleague.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";

let setup: CallServer;
let admin: TestClient;
let editor: TestClient;
let viewer: TestClient;

beforeAll(async () => {
  setup = await startCallServer();
  admin = setup.client;
  editor = await signUpColleague(setup.server, admin.orgId, "editor", "Maria");
  viewer = await signUpColleague(setup.server, admin.orgId, "viewer");
});
afterAll(() => setup.server.close());

const write = (id: string, text: string, as = editor) => as.json<Note & ErrorBody>("POST", `/call/${id}/note`, { text });
const notesOf = async (id: string, as = viewer) => (await as.json<Note[]>("GET", `/call/${id}/note`)).body;
const remove = (id: string, noteId: string, as: TestClient) => as.json<ErrorBody>("DELETE", `/call/${id}/note/${noteId}`);

test("a call has notes, oldest first, with their authors", async () => {
  const { id } = await setup.createCall();
  const { status, body: first } = await write(id, "  The caller sounds unsure.\n");
  expect(status).toBe(201);
  expect(Note.parse(first)).toEqual({
    id: first.id,
    callId: id,
    userId: editor.userId,
    authorName: "Maria",
    text: "The caller sounds unsure.",
    createdAt: setup.now().toISOString(),
  });
  setup.advance(1000);
  setup.pool.hangUp(id);
  const { body: second } = await write(id, "Call back on Monday.", admin);
  expect(await notesOf(id)).toEqual([first, second]);
  const other = await setup.createCall();
  expect(await notesOf(other.id)).toEqual([]);
});

test("what a token writes has the token's name", async () => {
  const { value } = (await admin.json<{ value: string }>("POST", "/token", { tag: "private", name: "CRM" })).body;
  const { id } = await setup.createCall();
  const headers = { authorization: `Bearer ${value}`, "content-type": "application/json" };
  const created = await admin.fetch(`/call/${id}/note`, { method: "POST", headers, body: JSON.stringify({ text: "Synced." }) });
  expect(await created.json()).toMatchObject({ userId: null, authorName: "CRM" });
});

test("its author deletes a note, and an admin any", async () => {
  const { id } = await setup.createCall();
  const other = await signUpColleague(setup.server, admin.orgId, "editor");
  const [one, two] = [(await write(id, "One")).body, (await write(id, "Two")).body];
  expect(await remove(id, one.id, other)).toMatchObject({ status: 403, body: { code: "note-of-another" } });
  expect(await remove(id, one.id, viewer)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  const elsewhere = await setup.createCall();
  expect(await remove(elsewhere.id, one.id, editor)).toMatchObject({ status: 404, body: { message: "Note not found." } });
  expect(await remove(id, one.id, editor)).toEqual({ status: 200, body: one });
  expect(await remove(id, two.id, admin)).toEqual({ status: 200, body: two });
  expect(await remove(id, two.id, admin)).toMatchObject({ status: 404 });
  expect(await notesOf(id)).toEqual([]);
  const { body: log } = await admin.json<AuditEvent[]>("GET", `/org/${admin.orgId}/audit?limit=1000`);
  const actions = log.filter(({ targetId }) => targetId === id).map(({ action }) => action);
  expect(actions.sort()).toEqual(["createCallNote", "createCallNote", "deleteCallNote", "deleteCallNote"]);
});

test.each([
  ["empty", "", "text must have at least 1 character"],
  ["blank", " \n ", "text must have at least 1 character"],
  ["too long", "x".repeat(NOTE_MAX_CHARACTERS + 1), `text must have at most ${NOTE_MAX_CHARACTERS} characters`],
])("a note that is %s is refused", async (_what, text, problem) => {
  const { id } = await setup.createCall();
  expect(await write(id, text)).toMatchObject({ status: 400, body: { message: [problem] } });
});

test("notes of another organization's calls are as absent as the calls", async () => {
  const { id } = await setup.createCall();
  const { body: note } = await write(id, "Ours");
  const stranger = await setup.server.signUp();
  const answers = await Promise.all([
    stranger.json("GET", `/call/${id}/note`),
    write(id, "Mine", stranger),
    remove(id, note.id, stranger),
    editor.json("GET", `/call/${randomUUID()}/note`),
    write(randomUUID(), "Nowhere"),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await notesOf(id)).toHaveLength(1);
});
