import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type LocalServer, startLocalServer } from "../testing/local-server.ts";
import { wavOf } from "../testing/wav-of.ts";
import { backgroundLoader } from "./background-loader.ts";
import { loadSoundFile } from "./sound-file.ts";

let server: LocalServer | undefined;
afterEach(() => server?.close());

async function serve(answer: RequestListener): Promise<string> {
  server = await startLocalServer(answer);
  return `${server.url}/cafe.wav`;
}

const load = (url: string) => backgroundLoader(url, { allowPrivateAddresses: true })?.();

test("a WAV file is loaded", async () => {
  const file = wavOf(new Int16Array(2 * 48_000).fill(500), { sampleRate: 48_000 });
  expect((await load(await serve((_, response) => response.end(file))))?.length).toBeGreaterThan(16_000);
});

test("a file is loaded once for several calls, and again after a failure", async () => {
  let asked = 0;
  const tone = await readFile(new URL("../testing/tone.mp3", import.meta.url));
  const url = await serve((_, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 500 : 200).end(tone);
  });
  await expect(load(url)).rejects.toThrow("answered with status 500");
  const options = { allowPrivateAddresses: true };
  const [first, second] = await Promise.all([loadSoundFile(url, options, 0), loadSoundFile(url, options, 299_000)]);
  expect(second).toBe(first);
  expect(asked).toBe(2);
  await loadSoundFile(url, options, 301_000);
  expect(asked).toBe(3);
});

test.each<[string, RequestListener]>([
  ["answered with status 404", (_, response) => response.writeHead(404).end()],
  ["is neither an MP3 file nor a WAV file", (_, response) => response.end("<html>")],
  [
    "broke the connection off",
    (_, response) => response.writeHead(200, { "content-length": 100 }).write("x", () => response.destroy()),
  ],
  ["has more than 10 MB", (_, response) => response.end(Buffer.alloc(11 * 1024 * 1024))],
])("a file that cannot be used is told: its server or file %s", async (reason, answer) => {
  await expect(load(await serve(answer))).rejects.toThrow(reason);
});

test("only web addresses outside of this server's network are asked", async () => {
  let asked = 0;
  const url = await serve((_, response) => {
    asked += 1;
    response.end();
  });
  await expect(backgroundLoader(url, {})?.()).rejects.toThrow("leads to this server's own network");
  await expect(backgroundLoader("ftp://example.com/cafe.wav", {})?.()).rejects.toThrow("neither http nor https");
  expect(asked).toBe(0);
});

test("off asks for nothing", () => {
  expect(backgroundLoader("off", {})).toBeUndefined();
});
