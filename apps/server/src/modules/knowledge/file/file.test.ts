import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { type ErrorBody, FILE_MAX_BYTES, type KnowledgeAnswer, ORG_DOCUMENTS_MAX_BYTES, StoredFile } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setQuotas } from "../../../operator/quota/set-quotas.ts";
import { uploadsFolder } from "../../../platform/http/uploads-folder.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { docxOf } from "./testing/docx.ts";
import { pdfOf } from "./testing/pdf.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

const left = () => readdir(uploadsFolder(server.context.config)).catch(() => []);

/** A paragraph of this style. */
const HEADING_OF_WORD = `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Returns &amp; refunds</w:t></w:r></w:p>`;

async function upload(content: string | Uint8Array, name: string, fields: Record<string, string> = {}, headers = {}) {
  const form = new FormData();
  form.set("file", new File([content], name));
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  const response = await client.fetch("/file", { method: "POST", body: form, headers });
  return { status: response.status, body: (await response.json()) as StoredFile & ErrorBody };
}

async function settled(id: string, as = client): Promise<StoredFile> {
  const read = async () => (await as.json<StoredFile>("GET", `/file/${id}`)).body;
  await expect.poll(async () => (await read()).status).not.toBe("processing");
  return StoredFile.parse(await read());
}

async function textOf(content: string | Uint8Array, name: string): Promise<string> {
  const { body } = await upload(content, name);
  const { parsedTextUrl, parsedTextBytes, failure } = await settled(body.id);
  if (parsedTextUrl === undefined) throw new Error(failure ?? "no text and no reason");
  const text = await (await fetch(parsedTextUrl)).text();
  expect(parsedTextBytes).toBe(Buffer.byteLength(text));
  return text;
}

test("an upload is read, renamed, listed by its purpose, deleted and restored", async () => {
  const { status, body } = await upload("Opening hours: nine to five.", "hours.txt", {
    purpose: "assistant",
    metadata: '{"team":{"name":"front desk"},"headers":{"from":"people"}}',
  });
  expect(status).toBe(201);
  const { id } = StoredFile.parse(body);
  expect(body).toMatchObject({
    object: "file",
    status: "processing",
    name: "hours.txt",
    originalName: "hours.txt",
    bytes: 28,
    mimetype: "text/plain",
    purpose: "assistant",
    metadata: { team: { name: "front desk" }, headers: { from: "people" } },
  });
  const done = await settled(id);
  expect(done).toMatchObject({ status: "done", parsedTextBytes: 28 });
  const original = await fetch(done.url ?? "");
  expect(await original.text()).toBe("Opening hours: nine to five.");
  expect(original.headers.get("content-type")).toBe("text/plain; charset=utf-8");

  expect((await client.json("PATCH", `/file/${id}`, { name: "Hours" })).body).toMatchObject({ name: "Hours", status: "done" });
  expect((await client.json("PATCH", `/file/${id}`, { purpose: "composer-attachment" })).body).toMatchObject({
    purpose: "assistant",
    warnings: [{ field: "purpose", message: "Written by the server, no effect." }],
  });
  const listed = async (query: string) => (await client.json<StoredFile[]>("GET", `/file${query}`)).body.map((each) => each.id);
  expect(await listed("?purpose=assistant")).toEqual([id]);
  expect(await listed("?purpose=composer-attachment")).toEqual([]);
  expect((await client.json("DELETE", `/file/${id}`)).body).toMatchObject({ id, name: "Hours" });
  expect(await listed("")).not.toContain(id);
  expect((await client.json("POST", `/file/${id}/restore`)).body).toMatchObject({ id, name: "Hours", status: "done" });
});

test("a file is asked as soon as it is read, with its pages and headings", async () => {
  const ask = async (id: string, question: string, as = client) =>
    as.json<KnowledgeAnswer & ErrorBody>("POST", `/file/${id}/search`, { question });
  const { body } = await upload(pdfOf("Wool is washed cold."), "care.pdf");
  expect(await settled(body.id)).toMatchObject({ passageCount: 1 });
  const found = { fileId: body.id, fileName: "care.pdf", url: null, page: 1, heading: "", text: "Wool is washed cold." };
  const passages = [{ ...found, score: expect.any(Number) }];
  expect((await ask(body.id, "How do I wash wool?")).body).toEqual({ passages, rankedBy: "words" });
  expect((await ask(body.id, "Who is the mayor?")).body).toEqual({ passages: [], rankedBy: "words" });
  expect(await ask(body.id, " ")).toMatchObject({ status: 400, body: { message: [expect.stringContaining("question")] } });
  expect(await ask(body.id, "wool", await server.signUp())).toMatchObject({ status: 404 });

  const letter = await upload(docxOf(`</w:t></w:r></w:p>${HEADING_OF_WORD}<w:p><w:r><w:t>By parcel &amp; free.`), "letter.docx");
  await settled(letter.body.id);
  expect((await ask(letter.body.id, "return")).body.passages).toMatchObject([
    { heading: "Returns & refunds", page: null, text: "By parcel & free." },
  ]);
});

test("the other address of an upload is the same", async () => {
  const form = new FormData();
  form.set("file", new File(["# Notes"], "notes.md"));
  const response = await client.fetch("/file/upload", { method: "POST", body: form });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ name: "notes.md", mimetype: "text/markdown" });
});

test("texts of every kind come out as UTF-8", async () => {
  expect(await textOf("a,b\n1,ü", "table.csv")).toBe("a,b\n1,ü");
  expect(await textOf(Buffer.from("caf\xe9 \x80", "latin1"), "old.txt")).toBe("café €");
  expect(await textOf(Buffer.from("\ufeffgrün", "utf16le"), "wide.log")).toBe("grün");
  expect(await textOf(docxOf("First paragraph.", "Second &amp; last."), "letter.docx")).toBe(
    "First paragraph.\n\nSecond & last.\n\n",
  );
  expect(await textOf(pdfOf("Hello from a page."), "page.PDF")).toContain("Hello from a page.");
});

test("what is not what its name says is refused, and nothing is kept", async () => {
  const executable = Buffer.from("4d5a90000300000004000000ffff0000", "hex");
  expect(await upload(executable, "setup.exe")).toMatchObject({ status: 415, body: { code: "file-type-not-supported" } });
  expect(await upload("old", "letter.doc")).toMatchObject({ status: 415 });
  const refusals = [
    [executable, "setup.txt", "file must be text, as its name says (.txt)"],
    [executable, "setup.pdf", "file must be a PDF, as its name says"],
    [pdfOf("x"), "page.docx", "file must be a Word document, as its name says"],
    [pdfOf("x"), "page.md", "file must be text, as its name says (.md)"],
    ["", "empty.txt", "file must not be empty"],
  ] as const;
  for (const [content, name, problem] of refusals)
    expect(await upload(content, name)).toMatchObject({ status: 400, body: { message: [problem] } });
  expect(await upload("x", "x.txt", { metadata: "[1" })).toMatchObject({
    status: 400,
    body: { message: ["metadata must be an object"] },
  });
  expect(await upload("x", "x.txt", { color: "red" })).toMatchObject({
    body: { message: ["property color should not exist"] },
  });
  await expect.poll(left).toEqual([]);
});

test("a file with nothing to read says why", async () => {
  const failures = [
    [pdfOf(""), "scan.pdf", "no text in it"],
    ["%PDF-1.7 and then nothing", "broken.pdf", "no PDF, or a damaged one"],
    ["PK\u0003\u0004 and then nothing", "broken.docx", "no Word document, or a damaged one"],
  ] as const;
  for (const [content, name, failure] of failures) {
    const { body } = await upload(content, name);
    const failed = await settled(body.id);
    expect(failed).toMatchObject({ status: "failed", failure: expect.stringContaining(failure) });
    expect(failed).not.toHaveProperty("parsedTextUrl");
  }
});

test("one byte too many is refused, and an upload that breaks off leaves nothing", async () => {
  expect(await upload(Buffer.alloc(FILE_MAX_BYTES + 1, "x"), "big.txt")).toMatchObject({
    status: 413,
    body: { code: "file-too-large" },
  });
  await expect.poll(left).toEqual([]);
  const headers = { "content-type": "multipart/form-data; boundary=b", authorization: `Bearer ${client.orgToken}` };
  const sent = request(`${server.url}/file`, { method: "POST", headers });
  sent.on("error", () => {});
  sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x.txt"\r\n\r\nbegun');
  await expect.poll(left).toHaveLength(1);
  sent.destroy();
  await expect.poll(left).toEqual([]);
});

test("the files of an organization are limited together, and deleting makes room", async () => {
  const person = await server.signUp();
  const send = async () => {
    const form = new FormData();
    form.set("file", new File(["We open at eight."], "hours.txt"));
    const response = await person.fetch("/file", { method: "POST", body: form });
    return { status: response.status, body: (await response.json()) as StoredFile & ErrorBody };
  };
  const first = await send();
  await settled(first.body.id, person);
  const size = (bytes: number) =>
    server.context.db.execute(`update file set state = state || '{"bytes": ${bytes}}' where id = '${first.body.id}'`);
  await size(ORG_DOCUMENTS_MAX_BYTES - 16);
  expect(await send()).toMatchObject({
    status: 400,
    body: { message: [expect.stringMatching(/^file exceeds the limit of 50.0 MB .* delete files/)] },
  });
  await size(ORG_DOCUMENTS_MAX_BYTES - 17);
  expect((await send()).status).toBe(201);
  expect((await send()).status).toBe(400);
  await person.json("DELETE", `/file/${first.body.id}`);
  expect((await send()).status).toBe(201);
  // The operator's own limits: two files are left.
  const set = (...quotas: string[]) => setQuotas(server.context, [person.orgId, ...quotas]);
  expect(await set("files=2")).toContain("files: 2 used, limit 2\n");
  expect(await send()).toMatchObject({
    status: 413,
    body: { code: "quota-full", message: expect.stringContaining("2 files (files)") },
  });
  await set("files=none", "storageGb=0");
  expect(await send()).toMatchObject({ status: 413, body: { message: expect.stringContaining("(storageGb)") } });
  await expect(set("files=many")).rejects.toThrow("files must be a whole number");
  await set("storageGb=default");
  expect((await send()).status).toBe(201);
});

test("a retry with its key is the same upload; another file with the key is refused", async () => {
  const key = { "idempotency-key": "upload-1" };
  const first = await upload("once", "once.txt", {}, key);
  const again = await upload("once", "once.txt", {}, key);
  expect(again.body.id).toBe(first.body.id);
  expect(await upload("twice", "once.txt", {}, key)).toMatchObject({ status: 409 });
  await expect.poll(left).toEqual([]);
});

test("a long name is cut, its ending kept", async () => {
  const { body } = await upload("x", `${"long ".repeat(20)}name.txt`);
  expect(body.originalName).toHaveLength(108);
  expect(body.name).toMatch(/^long .*….txt$/);
  expect(body.name.length).toBeLessThanOrEqual(40);
});

test("a file in use is not deleted, and the refusal names who uses it", async () => {
  const { id } = (await upload("x", "used.txt")).body;
  const users = [
    ["/knowledge-base", { provider: "trieve", name: "Prices", createPlan: { type: "create", chunkPlans: [{ fileIds: [id] }] } }],
    [
      "/tool",
      { type: "query", knowledgeBases: [{ name: "p", provider: "google", description: "d", fileIds: [id.toUpperCase()] }] },
    ],
  ] as const;
  for (const [path, body] of users) {
    const user = await client.json<{ id: string }>("POST", path, body);
    expect(user.status).toBe(201);
    const refused = await client.json<ErrorBody>("DELETE", `/file/${id}`);
    expect(refused).toMatchObject({ status: 409, body: { code: "file-in-use" } });
    expect(refused.body.message).toContain(user.body.id);
    await client.json("DELETE", `${path}/${user.body.id}`);
  }
  expect((await client.json("DELETE", `/file/${id}`)).status).toBe(200);
});

test("the links of a deleted file, and of a deleted organization's, open nothing until it is restored", async () => {
  const person = await server.signUp();
  const form = new FormData();
  form.set("file", new File(["Secret plan."], "plan.txt"));
  const { id, url = "" } = (await (await person.fetch("/file", { method: "POST", body: form })).json()) as StoredFile;
  const opened = async () => (await fetch(url)).status;
  expect(await opened()).toBe(200);
  await person.json("DELETE", `/file/${id}`);
  expect(await opened()).toBe(404);
  await person.json("POST", `/file/${id}/restore`);
  expect(await opened()).toBe(200);
  await person.fetch(`/org/${person.orgId}`, { method: "DELETE" });
  expect(await opened()).toBe(404);
});
