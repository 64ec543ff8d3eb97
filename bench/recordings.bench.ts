/**
 * `npm run bench -- recordings`: how fast the files of a ten-minute recording are made in their process, beside a bare encoder in this process that
 * writes a single stereo MP3. The speech of the sample call is repeated.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { registerMp3Encoder } from "@mediabunny/mp3-encoder";
import { AudioSample, AudioSampleSource, BufferTarget, Mp3OutputFormat, Output } from "mediabunny";
import { type RecordingFormat, splitRecording } from "../apps/server/src/modules/call/runtime/split-recording.ts";
import { SAMPLE_RECORDING } from "../apps/server/src/modules/org/seed/sample-call.ts";
import { printTable } from "./call/statistics.ts";

const SECONDS = 600;
const RATE = 16_000;
const HEADER_BYTES = 44;
const SECOND_BYTES = RATE * 4;

const folder = await mkdtemp(path.join(tmpdir(), "callwright-recordings-"));
const source = path.join(folder, "source.wav");
const sample = await readFile(SAMPLE_RECORDING);
const speech = sample.subarray(HEADER_BYTES);
const sound = Buffer.alloc(SECONDS * SECOND_BYTES, speech);
const header = Buffer.from(sample.subarray(0, HEADER_BYTES));
header.writeUInt32LE(sound.length + HEADER_BYTES - 8, 4);
header.writeUInt32LE(sound.length, 40);
await writeFile(source, Buffer.concat([header, sound]));

async function split(format: RecordingFormat): Promise<number> {
  const names = format === "mp3" ? ["stereo", "mono", "customer", "assistant"] : ["mono", "customer", "assistant"];
  const files = Object.fromEntries(names.map((name) => [name, path.join(folder, `${name}.${format}`)]));
  const startedAt = performance.now();
  await splitRecording(source, { orgId: "org", format, files, signal: new AbortController().signal });
  return performance.now() - startedAt;
}

async function encodeBare(): Promise<number> {
  registerMp3Encoder();
  const startedAt = performance.now();
  const output = new Output({ format: new Mp3OutputFormat(), target: new BufferTarget() });
  const track = new AudioSampleSource({ codec: "mp3", bitrate: 64_000 });
  output.addAudioTrack(track);
  await output.start();
  for (let second = 0; second < SECONDS; second++) {
    const data = sound.subarray(second * SECOND_BYTES, (second + 1) * SECOND_BYTES);
    const part = new AudioSample({ data, format: "s16", numberOfChannels: 2, sampleRate: RATE, timestamp: second });
    await track.add(part);
    part.close();
  }
  await output.finalize();
  return performance.now() - startedAt;
}

const row = (name: string, ms: number) => [name, `${(ms / 1000).toFixed(1)} s`, `${Math.round((SECONDS * 1000) / ms)}×`];
const rows = [
  row("WAV: mono and both sides", await split("wav")),
  row("MP3: stereo, mono and both sides", await split("mp3")),
  row("bare encoder: stereo MP3", await encodeBare()),
];
printTable([`${SECONDS / 60} minutes of sound`, "time", "real time"], rows);
await rm(folder, { recursive: true });
process.exit(0);
