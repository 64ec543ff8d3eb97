import { type ErrorBody, LibraryVoice, OFFLINE_VOICES } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

const ids = async (path: string, method = "GET", body?: object) =>
  (await client.json<LibraryVoice[]>(method, `/voice-library/${path}`, body)).body.map(({ providerId }) => providerId);

test("the offline voices are listed as voices that an assistant takes", async () => {
  const { status, body } = await client.json<LibraryVoice[]>("GET", "/voice-library/callwright");
  expect(status).toBe(200);
  expect(body.map((voice) => LibraryVoice.parse(voice).providerId)).toEqual(OFFLINE_VOICES.map(({ id }) => id));
  const voice = { provider: "callwright", voiceId: body[0]?.providerId };
  expect((await client.json("POST", "/assistant", { voice })).status).toBe(201);
});

test.each([
  ["gender=female", ["slt"]],
  ["accent=scottish", ["awb"]],
  ["language=EN", ["slt", "rms", "awb", "kal16"]],
  ["language=french", []],
  ["keyword=KA", ["kal16"]],
  ["gender=male&page=2&limit=2", ["kal16"]],
])("?%s", async (query, expected) => {
  expect(await ids(`callwright?${query}`)).toEqual(expected);
});

test("one of each accent; fetched anew they are the same", async () => {
  expect(await ids("callwright/accents")).toEqual(["slt", "awb"]);
  const all = OFFLINE_VOICES.map(({ id }) => id);
  expect(await ids("sync/callwright", "POST")).toEqual(all);
  for (const body of [{}, { providers: "callwright" }, { providers: ["callwright"] }])
    expect(await ids("sync", "POST", body)).toEqual(all);
});

test("another provider's voices: which credential is missing; with it, what cannot be done yet", async () => {
  const owner = await server.signUp();
  const list = () => owner.json<ErrorBody>("GET", "/voice-library/11labs");
  expect(await list()).toMatchObject({
    status: 400,
    body: { code: "credential-missing", message: expect.stringContaining("a credential of provider '11labs'") },
  });
  await owner.json("POST", "/credential", { provider: "11labs", apiKey: "sk-1" });
  expect(await list()).toMatchObject({ status: 501, body: { code: "not-available" } });
  expect(await owner.json<ErrorBody>("POST", "/voice-library/sync", { providers: ["callwright", "cartesia"] })).toMatchObject({
    status: 400,
    body: { code: "credential-missing" },
  });
  expect((await client.json("GET", "/voice-library/nobody")).status).toBe(404);
});
