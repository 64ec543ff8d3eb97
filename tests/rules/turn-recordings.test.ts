import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { recordingsOf } from "../../bench/turns/recording.ts";
import { wavOf } from "../../packages/engine/src/testing/wav-of.ts";

const HEAD = "file,endSeconds,pauses,voice,language";

/** A folder with two seconds of sound in `a.wav`, and a table with these lines. */
async function folderOf(...lines: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "callwright-turns-"));
  await writeFile(path.join(folder, "a.wav"), wavOf(new Int16Array(32_000)));
  await writeFile(path.join(folder, "turns.csv"), lines.join("\r\n"));
  return folder;
}

it("the bench of turns reads a folder of recordings and its table", async () => {
  const folder = await folderOf(HEAD, "a.wav, 1.5, 0.2-0.6;0.9-1.1, human, de-AT", "", "a.wav,2,,synthetic,en");
  const [first, second, ...others] = await recordingsOf(folder);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ name: "a.wav", endSeconds: 1.5, voice: "human", language: "de-AT" });
  expect(first?.pauses).toEqual([
    { fromSeconds: 0.2, toSeconds: 0.6 },
    { fromSeconds: 0.9, toSeconds: 1.1 },
  ]);
  expect(first?.pcm).toHaveLength(32_000);
  expect(second).toMatchObject({ endSeconds: 2, pauses: [], voice: "synthetic" });
});

it("the bench of turns names each line of the table that is wrong, and what is wrong with it", async () => {
  const folder = await folderOf(
    HEAD,
    "a.wav,2.5,,human,en",
    "a.wav,1,0.8-0.4,human,en",
    "b.wav,1,,human,en",
    "a.wav,long,sometimes,dog,English",
    "a.wav,1",
  );
  const error = await recordingsOf(folder).catch((cause: Error) => cause.message);
  expect(String(error).replaceAll(path.join(folder, "turns.csv"), "T").split("\n")).toEqual([
    "T, line 2: endSeconds is 2.5, and the file has 2.00 s.",
    "T, line 3: pauses must be in order, each before its end, and all before endSeconds.",
    expect.stringMatching(/^T, line 4: b\.wav cannot be read: /),
    "T, line 5: endSeconds must be a number of seconds.",
    'T, line 5: pauses must be like "1.20-1.85;3.4-4", or empty.',
    "T, line 5: voice must be human or synthetic.",
    'T, line 5: language must be like "en" or "de-AT".',
    "T, line 6: it has 2 cells, not 5.",
  ]);
  await expect(recordingsOf(await folderOf("file;endSeconds"))).rejects.toThrow(`must be: ${HEAD}`);
  await expect(recordingsOf(await folderOf(HEAD))).rejects.toThrow("names no recording");
});
