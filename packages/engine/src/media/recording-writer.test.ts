import { fork } from "node:child_process";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SAMPLE_RATE } from "./audio-format.ts";
import { RecordingWriter } from "./recording-writer.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-recording-"));
});
afterEach(() => rm(folder, { recursive: true }));

const tone = (ms: number, value: number) => new Int16Array((ms * SAMPLE_RATE) / 1000).fill(value);
const refuse = (error: Error) => {
  throw error;
};

/** What a player sees, with the header checked against the file. */
async function readWav(path: string) {
  const bytes = await readFile(path);
  expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
  expect(bytes.readUInt16LE(22)).toBe(2);
  expect(bytes.readUInt32LE(24)).toBe(SAMPLE_RATE);
  const dataBytes = bytes.readUInt32LE(40);
  expect(bytes.readUInt32LE(4)).toBe(36 + dataBytes);
  expect(bytes.length).toBeGreaterThanOrEqual(44 + dataBytes);
  const at = (ms: number, channel: 0 | 1) => bytes.readInt16LE(44 + ((ms * SAMPLE_RATE) / 1000) * 4 + channel * 2);
  return { durationMs: (dataBytes / 4 / SAMPLE_RATE) * 1000, at };
}

describe("RecordingWriter", () => {
  it("puts the customer left and the assistant right, each where it happened", async () => {
    const path = join(folder, "call.wav");
    const writer = new RecordingWriter(path, refuse);
    for (let ms = 0; ms < 3000; ms += 10) {
      if (ms >= 1000 && ms < 2000) writer.write("assistant", (ms * SAMPLE_RATE) / 1000, tone(10, 700));
      if (ms >= 2000) writer.append("customer", tone(10, -500), ms + 10);
      writer.advance(ms + 10);
    }
    expect(await writer.close(3000)).toBe(true);
    const wav = await readWav(path);
    expect(wav.durationMs).toBe(3000);
    expect([wav.at(500, 0), wav.at(500, 1)]).toEqual([0, 0]);
    expect([wav.at(1500, 0), wav.at(1500, 1)]).toEqual([0, 700]);
    expect([wav.at(2500, 0), wav.at(2500, 1)]).toEqual([-500, 0]);
  });

  it("keeps a side that arrives in bursts in one piece, and one that runs ahead in step", async () => {
    const path = join(folder, "call.wav");
    const writer = new RecordingWriter(path, refuse);
    writer.append("customer", tone(10, 1), 10);
    for (let frame = 0; frame < 40; frame++) writer.append("customer", tone(10, 2), 410);
    for (let frame = 0; frame < 100; frame++) writer.append("customer", tone(10, 3), 420);
    await writer.close(2000);
    const wav = await readWav(path);
    expect([wav.at(0, 0), wav.at(10, 0), wav.at(400, 0)]).toEqual([1, 2, 2]);
    expect(wav.at(600, 0)).toBe(3);
    expect(wav.at(800, 0)).toBe(0);
  });

  it("is as long as the call, even when it did not hear of its end for long", async () => {
    const path = join(folder, "call.wav");
    const writer = new RecordingWriter(path, refuse);
    writer.write("assistant", 0, tone(10, 700));
    await writer.close(12_000);
    const wav = await readWav(path);
    expect([wav.durationMs, wav.at(0, 1)]).toEqual([12_000, 700]);
  });

  it("reports a file that cannot be written once, and makes no recording", async () => {
    const failures: string[] = [];
    const writer = new RecordingWriter(join(folder, "missing", "call.wav"), (error) => failures.push(error.message));
    writer.write("assistant", 0, tone(10, 1));
    writer.advance(2000);
    expect(await writer.close(3000)).toBe(false);
    expect(failures).toHaveLength(1);
  });

  it("keeps what it has when the disk becomes full", async () => {
    const path = join(folder, "full.wav");
    const failures: string[] = [];
    const writer = new RecordingWriter(path, (error) => failures.push(error.message));
    writer.write("assistant", 0, tone(1000, 700));
    writer.advance(2000);
    const probe = await open(join(folder, "probe"), "w");
    const full = vi.spyOn(Object.getPrototypeOf(probe), "write");
    await probe.close();
    await expect.poll(async () => (await readWav(path).catch(() => undefined))?.durationMs).toBe(1700);
    full.mockRejectedValue(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
    writer.advance(4000);
    expect(await writer.close(5000)).toBe(true);
    full.mockRestore();
    expect(failures).toEqual(["no space left on device"]);
    expect((await readWav(path)).durationMs).toBe(1700);
  });

  it("leaves a playable file up to the last second when the process is killed", { tags: "long" }, async () => {
    const path = join(folder, "call.wav");
    const child = fork(fileURLToPath(new URL("../testing/record-forever.ts", import.meta.url)), [path], {
      execArgv: ["--import", "tsx", "--conditions=callwright-source"],
      cwd: fileURLToPath(new URL(".", import.meta.url)),
    });
    const recordedMs = await new Promise<number>((resolve) => {
      child.on("message", (ms: number) => {
        if (ms >= 2500) resolve(ms);
      });
    });
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    const wav = await readWav(path);
    expect(wav.durationMs).toBeGreaterThan(recordedMs - 1000);
    expect(wav.at(1000, 1)).toBe(700);
  });
});
