import { type ErrorBody, LibraryVoice, OFFLINE_VOICES } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

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

test("one of each accent; fetched again they are the same", async () => {
  expect(await ids("callwright/accents")).toEqual(["slt", "awb"]);
  const all = OFFLINE_VOICES.map(({ id }) => id);
  expect(await ids("sync/callwright", "POST")).toEqual(all);
  for (const body of [{}, { providers: "callwright" }, { providers: ["callwright"] }])
    expect(await ids("sync", "POST", body)).toEqual(all);
});

test("another provider's voices: no key is asked for that would not help", async () => {
  expect(await client.json<ErrorBody>("GET", "/voice-library/hume")).toMatchObject({
    status: 501,
    body: { code: "not-available" },
  });
  expect(await client.json<ErrorBody>("POST", "/voice-library/sync", { providers: ["callwright", "cartesia"] })).toMatchObject({
    status: 400,
    body: { code: "credential-missing" },
  });
  expect((await client.json("GET", "/voice-library/nobody")).status).toBe(404);
});

test("an offline voice is heard saying what it is asked to; others where they are", async () => {
  const preview = (path: string) => client.fetch(`/voice-library/${path}`);
  const short = await preview("callwright/slt/preview?text=Hi");
  expect([short.status, short.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  expect(short.headers.get("content-disposition")).toContain("slt.wav");
  const bytes = Buffer.from(await short.arrayBuffer());
  expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
  const long = Buffer.from(await (await preview("callwright/slt/preview")).arrayBuffer());
  expect(long.length).toBeGreaterThan(bytes.length);
  expect((await preview("callwright/nobody/preview")).status).toBe(404);
  expect((await preview("callwright/slt/preview?model=fast")).status).toBe(400);
  expect((await preview(`callwright/slt/preview?text=${"a".repeat(301)}`)).status).toBe(400);
  expect(await (await preview("hume/some/preview")).json()).toMatchObject({ code: "not-available" });
});
