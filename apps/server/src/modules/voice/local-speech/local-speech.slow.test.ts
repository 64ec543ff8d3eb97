import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Call,
  type CallEvent,
  type ErrorBody,
  type LibraryVoice,
  LocalSpeech,
  type LocalSpeechModel,
} from "@callwright/contract";
import { toyRecognizerFiles, toyToneLevel } from "@callwright/engine/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DownloadServer, startDownloadServer } from "../../../platform/local-speech/testing/download-server.ts";
import { toyDownloads, toyEntry, toyRecognizerEntry } from "../../../platform/local-speech/testing/toy-catalog.ts";
import { signUpColleague } from "../../../testing/colleague.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { joinAsSpokenCaller } from "../../call/runtime/testing/spoken-caller.ts";

/** Generous: call hosts share two cores with other tests. */
const PATIENCE = { timeout: 90_000, interval: 100 };
const CALL_RATE = 16_000;
const WAV_HEADER_BYTES = 44;
const LOUD = 1000;

let downloads: DownloadServer;
let folder: string;
let server: TestServer;
let admin: TestClient;

beforeAll(async () => {
  const ears = await toyRecognizerFiles();
  downloads = await startDownloadServer({ ...toyDownloads(), ...ears });
  folder = await mkdtemp(join(tmpdir(), "catalog-"));
  const voiceCatalog = join(folder, "catalog.json");
  await writeFile(voiceCatalog, JSON.stringify([toyEntry(downloads.url), toyRecognizerEntry(downloads.url, ears)]));
  server = await startTestServer({ config: { voiceCatalog, voiceInstall: "admins" } });
  admin = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await downloads.close();
  await rm(folder, { recursive: true, force: true });
});

async function list(client = admin): Promise<LocalSpeech> {
  const { status, body } = await client.json<LocalSpeech>("GET", "/local-speech");
  expect(status).toBe(200);
  return LocalSpeech.parse(body);
}

const sample = { provider: "callwright", voiceId: "toy" };

describe("who may install voices", () => {
  test("an editor sees them and may not; a voice that nobody knows is not found", async () => {
    const editor = await signUpColleague(server, admin.orgId, "editor");
    expect(await list(editor)).toMatchObject({
      refusal: expect.stringContaining("Only an admin"),
      models: [
        { id: "toy", kind: "voice" },
        { id: "toy-ears", kind: "recognizer" },
      ],
    });
    expect((await editor.json("POST", "/local-speech/toy/install")).status).toBe(403);
    expect((await list()).refusal).toBeUndefined();
    for (const path of ["/local-speech/nobody/install", "/local-speech/..%2Fx/install"])
      expect(await admin.json<ErrorBody>("POST", path)).toMatchObject({
        status: 404,
        body: { message: "Local speech not found." },
      });
  });

  test("nobody, where anyone may sign up and the operator has not said otherwise", async () => {
    const open = await startTestServer();
    try {
      const stranger = await open.signUp();
      expect((await list(stranger)).refusal).toContain("VOICE_INSTALL=admins");
      expect(await stranger.json<ErrorBody>("POST", "/local-speech/libritts-r/install")).toMatchObject({
        status: 403,
        body: { code: "speech-install-refused" },
      });
    } finally {
      await open.close();
    }
  });
});

describe("an installed voice", { timeout: 300_000 }, () => {
  test("is there when an admin has installed it", async () => {
    const { status, body } = await admin.json<LocalSpeechModel>("POST", "/local-speech/toy/install");
    expect([status, body.state.status]).toEqual([200, "installing"]);
    await expect.poll(async () => (await list()).models[0]?.state.status).toBe("installed");
  });

  test("is one of the library, for every organization, and can be heard", async () => {
    const other = await server.signUp();
    const { body } = await other.json<LibraryVoice[]>("GET", "/voice-library/callwright?keyword=toy");
    expect(body).toMatchObject([{ providerId: "toy", name: "Toy", languageCode: "en", provider: "callwright" }]);
    const preview = await other.fetch("/voice-library/callwright/toy/preview?text=hello");
    expect([preview.status, preview.headers.get("content-type")]).toEqual([200, "audio/wav"]);
    expect((await preview.arrayBuffer()).byteLength).toBeGreaterThan(WAV_HEADER_BYTES + 10_000);
    expect((await other.fetch("/voice-library/callwright/toy:1/preview")).status).toBe(404);
    expect((await other.fetch(`/voice-library/callwright/toy/preview?text=${encodeURIComponent("日本")}`)).status).toBe(400);
  });

  test.each([
    [{ ...sample, voiceId: "toy:4" }, "has no speaker 4"],
    [{ ...sample, language: "fr" }, "does not speak 'fr'. Set language to one of en"],
    [
      { ...sample, voiceId: "nobody" },
      "There is no offline voice 'nobody'. Choose one of slt, rms, awb, kal16, or a natural voice",
    ],
  ])("refuses a call with %j", async (voice, problem) => {
    const { status, body } = await admin.json<ErrorBody>("POST", "/call/web", { assistant: { voice } });
    expect([status, body.code]).toEqual([400, "part-not-runnable"]);
    expect(body.message).toContain(problem);
  });

  test("speaks in a call, and flite speaks in its place when it was removed, which the call tells", async () => {
    const spoken = await callWith({ voice: sample, firstMessage: "hhhhhhhhhhhhhhhhhhhh" });
    expect(failures(spoken.events)).toEqual([]);
    const loud = spoken.assistant.filter((value) => Math.abs(value) > LOUD);
    expect(loud.length).toBeGreaterThan(CALL_RATE / 2);
    expect(strongest(spoken.assistant, ["c", "h", "m"])).toBe("h");

    expect((await admin.json("DELETE", "/local-speech/toy")).status).toBe(200);
    const replaced = await callWith({ voice: sample, firstMessage: "Hello, this is Riley." });
    expect(failures(replaced.events)).toEqual([
      "The voice 'toy' is not installed on this server. Install it under Voices, Local.",
    ]);
    expect(replaced.assistant.filter((value) => Math.abs(value) > LOUD).length).toBeGreaterThan(CALL_RATE / 4);
  });
});

describe("an installed recognizer", { timeout: 300_000 }, () => {
  const transcriber = { provider: "callwright", model: "toy-ears" };

  test.each([
    [transcriber, "assistant.transcriber", "'toy-ears' is not installed on this server. Install it under Voices, Local."],
    [{ ...transcriber, model: "toy" }, "assistant.transcriber", "There is no offline transcriber 'toy'. Choose one of auto,"],
  ])("refuses a call with %j while it is not installed", async (chosen, field, problem) => {
    const { status, body } = await admin.json<ErrorBody>("POST", "/call/web", { assistant: { transcriber: chosen } });
    expect([status, body.code]).toEqual([400, "part-not-runnable"]);
    expect(body.message).toContain(field);
    expect(body.message).toContain(problem);
  });

  test("hears in a call when it is installed, and in its languages only", async () => {
    await admin.json("POST", "/local-speech/toy-ears/install");
    await expect.poll(async () => (await list()).models[1]?.state.status, PATIENCE).toBe("installed");
    const japanese = { transcriber: { ...transcriber, language: "ja" } };
    const { status, body } = await admin.json<ErrorBody>("POST", "/call/web", { assistant: japanese });
    expect([status, body.message]).toEqual([400, expect.stringContaining("does not know 'ja'. Set language to one of en, de")]);

    const { events } = await callWith({ transcriber, firstMessage: "Hello." }, "What are your opening hours on Saturday?");
    expect(failures(events)).toEqual([]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "call.started", payload: expect.objectContaining({ hearing: "local" }) }),
    );
  });
});

/**
 * A call with this assistant, until its first message was spoken, and until the caller's `words` were recognized: its events, and the sound of the
 * assistant's side.
 */
async function callWith(assistant: object, words?: string): Promise<{ events: CallEvent[]; assistant: Int16Array }> {
  const created = await admin.json<Call>("POST", "/call/web", { assistant });
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id, webCallUrl = "" } = created.body;
  const caller = await joinAsSpokenCaller(webCallUrl);
  const stopped = () =>
    caller.messages.some((message) => message.type === "speech-update" && "status" in message && message.status === "stopped");
  await expect.poll(stopped, PATIENCE).toBe(true);
  if (words !== undefined) {
    await caller.say(words);
    await expect
      .poll(() => caller.messages, PATIENCE)
      .toContainEqual(
        expect.objectContaining({
          type: "transcript",
          role: "user",
          transcriptType: "final",
          transcript: expect.stringMatching(/saturday/i),
        }),
      );
  }
  await fetch(caller.sessionUrl, { method: "DELETE" });
  caller.close();
  const { body: call } = await admin.json<Call>("GET", `/call/${id}`);
  const recording = await (await fetch(call.artifact?.recordingUrl ?? "")).arrayBuffer();
  const sides = new Int16Array(recording.slice(WAV_HEADER_BYTES));
  return {
    events: (await admin.json<CallEvent[]>("GET", `/call/${id}/event`)).body,
    assistant: sides.filter((_, index) => index % 2 === 1),
  };
}

function failures(events: CallEvent[]): string[] {
  return events.flatMap(({ type, payload }) => (type === "failure" ? [String((payload as { message?: unknown }).message)] : []));
}

/** The letter of the toy voice whose tone is loudest in the sound. */
function strongest(samples: Int16Array, letters: string[]): string | undefined {
  const levelOf = (letter: string) => toyToneLevel(letter, samples, CALL_RATE);
  return letters.toSorted((a, b) => levelOf(b) - levelOf(a))[0];
}
