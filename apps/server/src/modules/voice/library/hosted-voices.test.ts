import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ErrorBody, type FoundVoice, LibraryVoice, type OfferedVoices } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

const KEY = "xi-right-0123456789";
const SARAH = "EXAVITQu4vr4xnSDxMaL";
const asked: { line: string; body: string }[] = [];
let spoken: Buffer = Buffer.from(new Int16Array([1, -1, 300, -300]).buffer);
const voices = [
  { voice_id: SARAH, name: "Sarah", category: "premade", labels: { gender: "female", accent: "american", language: "en" } },
];
/** ElevenLabs, as https://elevenlabs.io/docs/api-reference describes it (2026-11-24). */
const elevenLabs = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const url = new URL(request.url ?? "/", "http://fake");
  asked.push({ line: `${request.method} ${url.pathname}`, body: Buffer.concat(chunks).toString("latin1") });
  const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
  if (request.headers["xi-api-key"] !== KEY) return answer(401, { detail: { message: "Invalid API key" } });
  if (url.pathname === "/v2/voices") return answer(200, { voices, has_more: false });
  if (url.pathname === "/v1/shared-voices")
    return answer(200, {
      voices: [{ public_owner_id: "owner", voice_id: "ada", name: "Ada", gender: "female", language: "de" }],
    });
  if (url.pathname === "/v1/voices/add/owner/ada") {
    voices.push({
      voice_id: "added",
      name: "My Ada",
      category: "professional",
      labels: { gender: "female", accent: "german", language: "de" },
    });
    return answer(200, { voice_id: "added" });
  }
  if (url.pathname === "/v1/voices/add") return answer(200, { voice_id: "cloned", requires_verification: false });
  if (url.pathname === `/v1/text-to-speech/${SARAH}/stream`) return response.writeHead(200).end(spoken);
  return answer(404, { detail: { message: "voice_not_found" } });
});

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  await new Promise<void>((resolve) => elevenLabs.listen(0, "127.0.0.1", resolve));
  server = await startTestServer({
    config: { providerUrls: { "11labs": `http://127.0.0.1:${(elevenLabs.address() as AddressInfo).port}` } },
  });
  client = await server.signUp();
  await client.json("POST", "/credential", { provider: "11labs", apiKey: KEY });
});
afterAll(async () => {
  await server.close();
  elevenLabs.closeAllConnections();
  elevenLabs.close();
});

const LIST = "/voice-library/11labs";

test("voices of a provider are listed with the organization's key, kept, filtered, and fetched again by sync", async () => {
  const { status, body } = await client.json<LibraryVoice[]>("GET", LIST);
  expect(status).toBe(200);
  expect(body.map((voice) => LibraryVoice.parse(voice))).toMatchObject([
    { provider: "11labs", providerId: SARAH, name: "Sarah", gender: "female", language: "English", isPublic: true },
  ]);
  const before = asked.length;
  const again = await client.json<LibraryVoice[]>("GET", `${LIST}?gender=male`);
  expect([again.body, asked.length]).toEqual([[], before]);
  const synced = await client.json<LibraryVoice[]>("POST", "/voice-library/sync/11labs");
  expect(synced.body[0]?.id).toBe(body[0]?.id);
  expect(asked.length).toBe(before + 1);
  // By default, the library has every provider with a key, and the voices of this server.
  const all = await client.json<LibraryVoice[]>("POST", "/voice-library/sync", {});
  expect(new Set(all.body.map(({ provider }) => provider))).toEqual(new Set(["callwright", "11labs"]));
});

test("voices to choose from are those of the key, from the list that is kept", async () => {
  const offered = async (provider: string) =>
    (await client.json<OfferedVoices>("GET", `/voice-library/${provider}/offered`)).body;
  await client.json("GET", LIST);
  const before = asked.length;
  expect(await offered("11labs")).toEqual({ list: "read", voices: [{ voiceId: SARAH, name: "Sarah" }] });
  expect(asked).toHaveLength(before);
  expect(await offered("cartesia")).toMatchObject({ list: "needs-credential", voices: [] });
  expect(await offered("hume")).toEqual({ list: "unlisted", voices: [] });
  const stranger = await server.signUp();
  await stranger.json("POST", "/credential", { provider: "11labs", apiKey: "xi-wrong-0123456789" });
  const { status, body } = await stranger.json<OfferedVoices>("GET", `${LIST}/offered`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ list: "failed", message: expect.stringContaining("11labs refused the key") });
});

test("shared voices are searched and added; a voice is made from recordings", async () => {
  const found = await client.json<FoundVoice[]>("GET", "/11labs/voices/search?name=Ada");
  expect(found.body).toMatchObject([{ voiceId: "ada", publicOwnerId: "owner", name: "Ada", language: "German" }]);
  const added = await client.json<LibraryVoice>("POST", "/11labs/voice/add", {
    ownerId: "owner",
    voiceId: "ada",
    name: "My Ada",
  });
  expect(added).toMatchObject({ status: 201, body: { providerId: "added", name: "My Ada", accent: "german", isPublic: false } });
  expect(asked.find(({ line }) => line === "POST /v1/voices/add/owner/ada")?.body).toBe('{"new_name":"My Ada"}');

  const clone = (type: string, labels: string) => {
    const form = new FormData();
    form.set("name", "Grace");
    form.set("labels", labels);
    form.append("files", new Blob(["RIFF sound"], { type }), "grace.wav");
    return client.fetch("/11labs/voice/clone", { method: "POST", body: form });
  };
  expect((await clone("audio/wav", '{"accent":"british"}')).status).toBe(201);
  const sent = asked.at(-1);
  expect(sent?.line).toBe("POST /v1/voices/add");
  for (const part of ['name="name"', "Grace", '{"accent":"british"}', 'name="files"; filename="grace.wav"', "RIFF sound"])
    expect(sent?.body).toContain(part);
  const refused = await clone("text/plain", "[]");
  expect([refused.status, ((await refused.json()) as ErrorBody).message]).toMatchObject([
    400,
    [expect.stringContaining("files.0"), expect.stringContaining("labels")],
  ]);
});

test("a hosted voice is heard as a wave file, and its failure is a sentence", async () => {
  const preview = (path: string) => client.fetch(`${LIST}/${path}`);
  const heard = await preview(`${SARAH}/preview?text=Hi&model=eleven_v3`);
  expect([heard.status, heard.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  const wave = Buffer.from(await heard.arrayBuffer());
  expect([wave.toString("latin1", 0, 4), wave.readUInt32LE(24), wave.subarray(44)]).toEqual(["RIFF", 24_000, spoken]);
  expect(JSON.parse(asked.at(-1)?.body ?? "")).toMatchObject({ text: "Hi", model_id: "eleven_v3" });
  const missing = await preview("nobody/preview");
  expect([missing.status, await missing.json()]).toMatchObject([
    400,
    { code: "provider-refused", message: expect.stringContaining("11labs has no voice 'nobody'") },
  ]);
  spoken = Buffer.alloc(0);
  expect((await preview(`${SARAH}/preview?text=Silence`)).status).toBe(502);
});

test("without a key, or with a wrong one, it says so; who has no list is refused", async () => {
  const stranger = await server.signUp();
  const missing = await stranger.json<ErrorBody>("GET", LIST);
  expect(missing).toMatchObject({ status: 400, body: { code: "credential-missing" } });
  expect((await stranger.fetch(`${LIST}/${SARAH}/preview`)).status).toBe(400);
  await stranger.json("POST", "/credential", { provider: "11labs", apiKey: "xi-wrong-0123456789" });
  const wrong = await stranger.json<ErrorBody>("GET", LIST);
  expect(wrong).toMatchObject({ status: 400, body: { code: "provider-refused" } });
  expect(JSON.stringify(wrong.body)).not.toContain("xi-wrong");
  expect((await stranger.json<LibraryVoice[]>("GET", "/voice-library/openai")).body.length).toBeGreaterThan(10);
  for (const provider of ["hume", "vapi", "neuphonic"])
    expect(await client.json("GET", `/voice-library/${provider}`)).toMatchObject({
      status: 501,
      body: { code: "not-available" },
    });
});
