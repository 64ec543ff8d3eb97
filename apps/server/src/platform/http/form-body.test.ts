import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { FILE_MAX_BYTES, PlatformError } from "@callwright/contract";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { newApp } from "./app.ts";
import { readFormBody } from "./form-body.ts";
import { formValue } from "./route-body.ts";
import { SpooledFile } from "./spooled-file.ts";
import { removeAbandonedUploads, uploadsFolder } from "./uploads-folder.ts";

let dataDir: string;
let folder: string;
let server: ServerType;
let url: string;

const schema = z.strictObject({
  file: z.file(),
  more: z.array(z.file()).optional(),
  purpose: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  count: z.number().optional(),
});

/** Returns what it read, and how many files were in the folder meanwhile. */
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "callwright-form-"));
  folder = uploadsFolder({ dataDir });
  const app = newApp();
  app.onError((error, c) => {
    const status = error instanceof PlatformError ? error.status : 500;
    return c.json({ message: error.message }, status as 400);
  });
  app.post("/", async (c) => {
    const form = await readFormBody(c, folder);
    const value = formValue(schema, form.parts);
    const files = form.parts.flatMap((part) => (part.value instanceof SpooledFile ? [part.value] : []));
    const contents = await Promise.all(files.map(({ path }) => readFile(path, "base64")));
    const spooled = (await readdir(folder)).length;
    const { mode } = files[0] ? await stat(files[0].path) : { mode: 0 };
    await form.discard();
    const names = files.map(({ name, type, size }) => ({ name, type, size }));
    const problems = schema.safeParse(value).error?.issues.length ?? 0;
    return c.json({ value, names, contents, spooled, mode: mode & 0o777, problems, fingerprint: form.fingerprint });
  });
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(dataDir, { recursive: true, force: true });
});

const left = () => readdir(folder).catch(() => []);

async function send(form: FormData): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(url, { method: "POST", body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function formOf(parts: Record<string, string | Blob | (string | Blob)[]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(parts)) {
    for (const value of [values].flat()) form.append(name, value);
  }
  return form;
}

/** Sends a body in the form of a client with its own boundary. */
async function sendRaw(text: string, boundary = "b"): Promise<{ status: number; message: string }> {
  const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const response = await fetch(url, { method: "POST", headers, body: text });
  return { status: response.status, ...((await response.json()) as { message: string }) };
}

test("texts, JSON, numbers and files are what they were, and the files are gone afterwards", async () => {
  const content = randomBytes(3_000_000);
  const { status, body } = await send(
    formOf({
      file: new File([content], "größe \u0007名.bin", { type: "application/x-thing" }),
      more: [new File(["one"], "1.txt"), new File([""], "empty.txt")],
      purpose: "42",
      metadata: '{"a":{"b":[1,2]}}',
      count: "7",
    }),
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    names: [
      { name: "größe 名.bin", type: "application/x-thing", size: content.length },
      { name: "1.txt", size: 3 },
      { name: "empty.txt", size: 0 },
    ],
    value: { purpose: "42", metadata: { a: { b: [1, 2] } }, count: 7 },
    problems: 0,
    spooled: 3,
    mode: 0o600,
  });
  expect((body.contents as string[])[0]).toBe(content.toString("base64"));
  expect(await left()).toEqual([]);
});

test("one file in a field of several is a list; a file nobody chose is none", async () => {
  const one = await send(formOf({ file: new File(["x"], "x.txt"), more: new File(["one"], "1.txt") }));
  expect(one.body).toMatchObject({ problems: 0, value: { more: [{}] } });
  const none = await send(formOf({ file: new File([], "") }));
  expect(none.body).toMatchObject({ names: [], value: {} });
});

test("the same parts have the same fingerprint, others another", async () => {
  const fingerprint = async (text: string, name = "a.txt") =>
    (await send(formOf({ file: new File([text], name), purpose: "p" }))).body.fingerprint;
  const first = await fingerprint("text");
  expect(await fingerprint("text")).toBe(first);
  expect(await fingerprint("Text")).not.toBe(first);
  expect(await fingerprint("text", "b.txt")).not.toBe(first);
});

test("files may have so many bytes together, and not one more", { tags: "long" }, async () => {
  const most = await send(formOf({ file: new File([Buffer.alloc(FILE_MAX_BYTES)], "a.txt") }));
  expect(most).toMatchObject({ status: 200, body: { names: [{ size: FILE_MAX_BYTES }] } });
  const tooMuch = await send(formOf({ file: [new Blob([Buffer.alloc(FILE_MAX_BYTES)]), new Blob(["x"])] }));
  expect(tooMuch).toMatchObject({ status: 413, body: { message: expect.stringContaining(`${FILE_MAX_BYTES}`) } });
  expect(await left()).toEqual([]);
});

test.each([
  ["ends in a field", '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhello', "it breaks off."],
  ["ends in a file", '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\nhello', "it breaks off."],
  ["ends in a header", '--b\r\nContent-Disposition: form-data; name="f"; filena', "it breaks off."],
  ["is no form", "hello", "it breaks off."],
  ["is empty", "", "it breaks off."],
  ["has a part without a name", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n", "a part has no name."],
])("a body that %s is refused", async (_what, text, detail) => {
  expect(await sendRaw(text)).toEqual({ status: 400, message: `The body is not a valid form: ${detail}` });
  expect(await left()).toEqual([]);
});

test("too many parts and too long fields are refused", async () => {
  expect(await send(formOf({ x: Array.from({ length: 51 }, () => "x") }))).toMatchObject({
    status: 400,
    body: { message: "The body is not a valid form: it has too many fields." },
  });
  expect(await send(formOf({ x: Array.from({ length: 11 }, () => new Blob(["x"])) }))).toMatchObject({
    status: 400,
    body: { message: "The body is not a valid form: it has too many files." },
  });
  expect((await send(formOf({ x: "y".repeat(65_537) }))).body.message).toContain("a field has more than 65536 bytes");
  expect(await left()).toEqual([]);
});

test("another kind of body is refused by what is expected", async () => {
  const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  expect(response.status).toBe(415);
  expect(await sendRaw("--b--", '""')).toMatchObject({ status: 415, message: expect.stringContaining("multipart/form-data") });
});

test("an upload that breaks off leaves nothing behind", async () => {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const sent = request(url, { method: "POST", headers });
  sent.on("error", () => {});
  sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="x.txt"\r\n\r\n');
  sent.write(Buffer.alloc(1_000_000, "x"));
  await expect.poll(left).toHaveLength(1);
  sent.destroy();
  await expect.poll(left).toEqual([]);
});

test("what a killed server left is removed after a day", async () => {
  const [old, young] = [path.join(folder, "old"), path.join(folder, "young")];
  await writeFile(old, "");
  await writeFile(young, "");
  const now = new Date();
  await utimes(old, now, new Date(now.getTime() - 86_400_001));
  await removeAbandonedUploads({ dataDir }, now);
  expect(await left()).toEqual(["young"]);
  await rm(young);
});

test("a boundary of 200 characters is taken, and a longer one is refused", async () => {
  const formOf = (boundary: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nx\r\n--${boundary}--\r\n`;
  const [longest, tooLong] = ["b".repeat(200), "b".repeat(300)];
  expect((await sendRaw(formOf(longest), longest)).status).toBe(200);
  const refused = { status: 415, message: "Send the body as multipart/form-data, with a boundary of at most 200 characters." };
  expect(await sendRaw(formOf(tooLong), tooLong)).toMatchObject(refused);
  expect(await sendRaw(formOf(tooLong), `"${tooLong}"`)).toMatchObject(refused);
});
