import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LocalSpeechState } from "@callwright/contract";
import { toyRecognizerFiles, toyVoiceFiles } from "@callwright/engine/testing";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { BUILT_IN_CATALOG } from "./built-in-catalog.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import { type LocalSpeechOptions, SpeechInstaller } from "./local-speech.ts";
import { readCatalog } from "./read-catalog.ts";
import { LINKED_ARCHIVE, OUTSIDE_ARCHIVE, TOY_ARCHIVE } from "./testing/archives.ts";
import { type DownloadServer, startDownloadServer } from "./testing/download-server.ts";
import { sourceFile, toyDownloads, toyEntry, toyRecognizerEntry } from "./testing/toy-catalog.ts";

const log = pino({ level: "silent" });
const now = () => new Date("2026-11-24T12:00:00Z");
const BALLAST_BYTES = toyDownloads()["ballast.bin"]?.length ?? 0;

let server: DownloadServer;
let folder: string;
const opened: SpeechInstaller[] = [];

beforeEach(async () => {
  server = await startDownloadServer(toyDownloads());
  folder = await mkdtemp(join(tmpdir(), "voices-"));
});
afterEach(async () => {
  for (const voices of opened.splice(0)) await voices.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

interface Setting extends LocalSpeechOptions {
  entries?: z.input<typeof CatalogEntry>[];
  filesFolder?: string;
}

/** The voices of a machine, with a catalog file as an operator writes one. */
async function open({ entries = [toyEntry(server.url)], filesFolder, ...options }: Setting = {}): Promise<SpeechInstaller> {
  const voiceCatalog = join(folder, "catalog.json");
  await writeFile(voiceCatalog, JSON.stringify(entries));
  const voices = new SpeechInstaller(
    { dataDir: folder, voiceCatalog, voiceFilesDir: filesFolder },
    { log, now, retryMs: 0, ...options },
  );
  opened.push(voices);
  return voices;
}

const stateOf = async (voices: SpeechInstaller, id = "toy"): Promise<LocalSpeechState> => (await voices.get(id)).state;

/** The state in which an installation ends. */
async function outcome(voices: SpeechInstaller, id = "toy"): Promise<LocalSpeechState> {
  await expect.poll(async () => (await stateOf(voices, id)).status).not.toBe("installing");
  return stateOf(voices, id);
}

async function install(voices: SpeechInstaller, id = "toy"): Promise<LocalSpeechState> {
  await voices.install(id);
  return outcome(voices, id);
}

const INSTALLED = { status: "installed", realTimeFactor: expect.any(Number), diskBytes: expect.any(Number) };
const rangesOf = (name: string) => server.requests.filter((request) => request.name === name).map(({ range }) => range);

test("a voice is downloaded, tried and installed; a second start finds it, and it can be removed", async () => {
  const voices = await open();
  expect(await stateOf(voices)).toEqual({ status: "not-installed" });
  expect(await install(voices)).toMatchObject({ ...INSTALLED, installedAt: now().toISOString() });
  expect(await readdir(join(folder, "voices"))).toEqual(["toy"]);
  const again = await open();
  const asked = server.requests.length;
  expect((await again.install("toy")).state).toMatchObject(INSTALLED);
  expect(server.requests).toHaveLength(asked);
  expect((await again.installedVoices()).map(({ voice }) => [voice.id, voice.sampleRate, voice.speakers])).toEqual([
    ["toy", 24_000, 1],
  ]);
  expect((await again.remove("toy")).state).toEqual({ status: "not-installed" });
  expect(await readdir(join(folder, "voices"))).toEqual([]);
});

test("a recognizer is installed like a voice, and is none", async () => {
  const files = await toyRecognizerFiles();
  for (const [name, content] of Object.entries(files)) server.files.set(name, content);
  const speech = await open({ entries: [toyEntry(server.url), toyRecognizerEntry(server.url, files)] });
  const known = async () => (await speech.known()).recognizers.get("toy-ears");
  expect(await known()).toEqual({ languages: ["en", "de"], isInstalled: false });
  expect(await install(speech, "toy-ears")).toMatchObject(INSTALLED);
  expect(await known()).toEqual({ languages: ["en", "de"], isInstalled: true });
  expect(await speech.installedVoices()).toEqual([]);
  expect((await speech.list()).map(({ kind, id, state }) => [kind, id, state.status])).toEqual([
    ["voice", "toy", "not-installed"],
    ["recognizer", "toy-ears", "installed"],
  ]);
});

test("its progress is told in bytes", async () => {
  server.behavior.holdAfterBytes = 1_000_000;
  const voices = await open();
  await voices.install("toy");
  const total = BALLAST_BYTES + Object.values(toyVoiceFiles()).reduce((sum, { length }) => sum + length, 0);
  const progress = { status: "installing", step: "download", totalBytes: total };
  await expect.poll(() => stateOf(voices)).toEqual({ ...progress, doneBytes: total - BALLAST_BYTES + 1_000_000 });
  server.release();
  expect(await outcome(voices)).toMatchObject(INSTALLED);
});

describe("a download that is cut in the middle", () => {
  test("is continued where it ended", async () => {
    server.behavior.cutAfterBytes = 500_000;
    expect(await install(await open())).toMatchObject(INSTALLED);
    expect(rangesOf("ballast.bin")).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
  });

  test("is right from a server without ranges, too", async () => {
    Object.assign(server.behavior, { cutAfterBytes: 500_000, ranges: false });
    expect(await install(await open())).toMatchObject(INSTALLED);
  });
});

test("a canceled download is continued by the next one, also of another process", async () => {
  server.behavior.holdAfterBytes = 700_000;
  const voices = await open();
  await voices.install("toy");
  await expect.poll(async () => rangesOf("ballast.bin").length).toBe(1);
  await expect.poll(() => stateOf(voices)).toMatchObject({ doneBytes: expect.toSatisfy((bytes: number) => bytes > 700_000) });
  expect((await voices.cancel("toy")).state).toEqual({ status: "not-installed" });
  await expect(voices.cancel("toy")).rejects.toMatchObject({ code: "speech-not-installing" });
  server.release();
  expect(await install(await open())).toMatchObject(INSTALLED);
  expect(rangesOf("ballast.bin")[1]).toBe("bytes=700000-");
});

describe("is not installed, and says why,", () => {
  const failed = (reason: RegExp) => ({ status: "failed", reason: expect.stringMatching(reason) });

  test("a file with another digest, until it is right", async () => {
    server.files.set("tokens.txt", Buffer.alloc(toyVoiceFiles()["tokens.txt"].length, 1));
    const voices = await open();
    expect(await install(voices)).toEqual(failed(/tokens\.txt sends another file than the catalog describes/));
    expect(await voices.installedVoices()).toEqual([]);
    server.files.set("tokens.txt", toyVoiceFiles()["tokens.txt"]);
    expect(await install(voices)).toMatchObject(INSTALLED);
  });

  test("one that is longer or shorter than the catalog says", async () => {
    const voices = await open();
    server.files.set("tokens.txt", Buffer.alloc(100_000, 1));
    expect(await install(voices)).toEqual(failed(/sends another file/));
    server.files.set("tokens.txt", Buffer.alloc(10, 1));
    expect(await install(voices)).toEqual(failed(/ends after 10 of \d+ bytes|fewer bytes/));
  });

  test("one that is gone, without a second try", async () => {
    server.files.delete("model.onnx");
    expect(await install(await open())).toEqual(failed(/model\.onnx is no longer there/));
    expect(server.requests).toHaveLength(1);
  });

  test("one of a server that answers with errors, or not at all", async () => {
    server.behavior.status = 503;
    expect(await install(await open())).toEqual(failed(/answers with status 503/));
    expect(server.requests).toHaveLength(4);
    const gone = await startDownloadServer();
    await gone.close();
    const nobody = await open({ entries: [toyEntry(gone.url)] });
    expect(await install(nobody)).toEqual(failed(/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\).*HTTPS_PROXY/));
  });

  test("one for which the disk has no room", async () => {
    const voices = await open({ freeBytes: async () => 50_000_000 });
    expect(await install(voices)).toEqual(failed(/Toy needs 103 MB on the server's disk, and 50 MB are free/));
    expect(server.requests).toEqual([]);
  });

  test.runIf(existsSync("/dev/full"))("one during which the disk becomes full", async () => {
    await mkdir(join(folder, "voices", "toy.part", "files"), { recursive: true });
    // A write to it fails with ENOSPC.
    await symlink("/dev/full", join(folder, "voices", "toy.part", "files", "ballast.bin"));
    expect(await install(await open())).toEqual(failed(/^The server's disk is full\. Free some space/));
  });

  test("one that the library rejects: the server goes on", async () => {
    const wrong = Buffer.from("this is no model");
    server.files.set("model.onnx", wrong);
    const files = { ...toyVoiceFiles(), "model.onnx": wrong };
    const sources = [{ files: Object.entries(files).map(([name, content]) => sourceFile(server.url, name, content)) }];
    expect(await install(await open({ entries: [toyEntry(server.url, { sources })] }))).toEqual(
      failed(/Toy does not speak on this machine: .*library/),
    );
  });

  test("a recognizer whose files the library rejects, or that hears nothing", async () => {
    const files = await toyRecognizerFiles();
    const blank = files["vocabulary.txt"].toString().replace(/^\S+/gm, Buffer.from(" ").toString("base64"));
    for (const [tokens, reason] of [
      ["no tokens at all\n", /Toy ears does not recognize speech on this machine: The speech library/],
      [blank, /Toy ears does not recognize speech on this machine: it finds no words in a spoken sentence/],
    ] as const) {
      const wrong = { ...files, "vocabulary.txt": Buffer.from(tokens) };
      for (const [name, content] of Object.entries(wrong)) server.files.set(name, content);
      const speech = await open({ entries: [toyRecognizerEntry(server.url, wrong)] });
      expect(await install(speech, "toy-ears")).toEqual(failed(reason));
    }
  });

  test.each([
    ["a link", "linked.tar.bz2", LINKED_ARCHIVE, 10_000, /link or a device/],
    ["a file outside of its folder", "outside.tar.bz2", OUTSIDE_ARCHIVE, 10_000, /outside of its folder/],
    ["more than it may", "toy.tar.bz2", TOY_ARCHIVE, 1_000, /more than 1000 bytes/],
    ["no archive in it", "text.tar.bz2", Buffer.from("no archive"), 10_000, /could not be unpacked/],
  ])("an archive with %s", async (_, name, content, unpackedMaxBytes, reason) => {
    server.files.set(name, content);
    const sources = [{ files: [sourceFile(server.url, name, content)], unpackedMaxBytes }];
    const voices = await open({ entries: [toyEntry(server.url, { sources })] });
    expect(await install(voices)).toEqual(failed(reason));
    expect(await readdir(join(folder, "voices", "toy.part", "model")).catch(() => [])).not.toContain("evil.txt");
  });
});

test("an archive of GNU tar and bzip2 is unpacked, behind a redirect", async () => {
  server.files.set("toy.tar.bz2", TOY_ARCHIVE);
  const sources = [{ files: [sourceFile(`${server.url}moved/`, "toy.tar.bz2", TOY_ARCHIVE)], unpackedMaxBytes: 10_000 }];
  const voices = await open({ entries: [toyEntry(server.url, { sources })] });
  expect(await install(voices)).toMatchObject(INSTALLED);
  expect((await readdir(voices.folderOf("toy"))).sort()).toEqual(["installed.json", "model.onnx", "tokens.txt"]);
});

test("where one source lacks a file, the next one is asked", async () => {
  server.files.set("toy.tar.bz2", TOY_ARCHIVE);
  server.files.delete("model.onnx");
  const { sources } = toyEntry(server.url);
  const packed = { files: [sourceFile(server.url, "toy.tar.bz2", TOY_ARCHIVE)], unpackedMaxBytes: 10_000 };
  const voices = await open({ entries: [toyEntry(server.url, { sources: [...sources, packed] })] });
  expect(await install(voices)).toMatchObject(INSTALLED);
  expect(server.requests.map(({ name }) => name)).toEqual(["model.onnx", "toy.tar.bz2"]);
});

test("a server without internet takes the files from a folder, and checks them too", async () => {
  const filesFolder = join(folder, "files");
  await mkdir(join(filesFolder, "toy"), { recursive: true });
  const { "ballast.bin": ballast, "model.onnx": model, "tokens.txt": tokens } = toyDownloads();
  await writeFile(join(filesFolder, "ballast.bin"), ballast ?? "");
  await writeFile(join(filesFolder, "toy", "model.onnx"), model ?? "");
  await writeFile(join(filesFolder, "toy", "tokens.txt"), Buffer.alloc(tokens?.length ?? 0, 1));
  const voices = await open({ filesFolder });
  expect(await install(voices)).toMatchObject({ status: "failed", reason: expect.stringMatching(/tokens\.txt is not the file/) });
  await writeFile(join(filesFolder, "toy", "tokens.txt"), tokens ?? "");
  expect(await install(voices)).toMatchObject(INSTALLED);
  expect(server.requests).toEqual([]);
});

test("two processes do not install the same voice at once", async () => {
  server.behavior.holdAfterBytes = 400_000;
  const first = await open();
  const second = await open();
  await first.install("toy");
  await first.install("toy");
  await expect.poll(() => rangesOf("ballast.bin").length).toBe(1);
  expect(await second.install("toy")).toMatchObject({ state: { status: "installing", step: "download" } });
  await expect(second.remove("toy")).rejects.toMatchObject({ code: "speech-installing" });
  server.release();
  expect(await outcome(first)).toMatchObject(INSTALLED);
  expect(await stateOf(second)).toMatchObject(INSTALLED);
  expect(rangesOf("ballast.bin")).toHaveLength(1);
});

test("a lock of a process that is gone holds nobody up", async () => {
  await mkdir(join(folder, "voices"), { recursive: true });
  // No system has a process with this id.
  await writeFile(join(folder, "voices", "toy.lock"), "99999999");
  expect(await install(await open())).toMatchObject(INSTALLED);
});

test("a proxy of the environment is used", async () => {
  const tunnels: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    tunnels.push(request.url ?? "");
    const { port } = new URL(server.url);
    const upstream = connect(Number(port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  process.env.http_proxy = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  try {
    expect(await install(await open({ entries: [toyEntry("http://voices.example/")] }))).toMatchObject(INSTALLED);
    expect(new Set(tunnels)).toEqual(new Set(["voices.example:80"]));
  } finally {
    delete process.env.http_proxy;
    proxy.close();
  }
});

describe("the catalog", () => {
  test("built in is one: each file has a digest, and every archive a limit", () => {
    const entries = readCatalog(undefined);
    expect(entries.map(({ id }) => id)).toEqual(BUILT_IN_CATALOG.map(({ id }) => id));
    for (const { sources } of entries)
      for (const { files, unpackedMaxBytes } of sources)
        if (files.some(({ name }) => name.endsWith(".tar.bz2"))) expect(unpackedMaxBytes).toBeGreaterThan(0);
  });

  test("in a file is named with what is wrong in it", async () => {
    const file = join(folder, "broken.json");
    expect(() => readCatalog(file)).toThrow(/VOICE_CATALOG: .*broken\.json cannot be read/);
    await writeFile(file, "[{}]");
    expect(() => readCatalog(file)).toThrow(/is not a catalog of voices and recognizers/);
    await writeFile(file, JSON.stringify([toyEntry(server.url), toyEntry(server.url)]));
    expect(() => readCatalog(file)).toThrow(/two entries have the same id/);
    const outside = { kind: "vits", model: "../model.onnx", tokens: "tokens.txt" } as const;
    await writeFile(file, JSON.stringify([toyEntry(server.url, { model: outside })]));
    expect(() => readCatalog(file)).toThrow(/is not a catalog of voices and recognizers/);
  });
});
