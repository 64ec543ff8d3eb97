import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APP_CHANNEL } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { SoundFileError } from "../media/sound-file-error.ts";
import { holdCall, partsOf, QUIET_ASSISTANT, talk } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";

let folder = "";
beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-background-"));
  stopTime();
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

it("an office is heard and recorded in silence, and is no speech", async () => {
  const recordingPath = join(folder, "call.wav");
  const assistant = { ...QUIET_ASSISTANT, backgroundSound: "office" as const, silenceTimeoutSeconds: 10 };
  const call = await holdCall(assistant, { recordingPath });
  expect(call.telemetry()[0]).toMatchObject({ type: "session", hasBackgroundSound: true });
  await passUntil(() => expect(call.transport.wasAudible).toBe(true));
  // Silence ends the call; there are no other events.
  expect(await call.ended()).toBe("silence-timed-out");
  const kinds = new Set(call.told.events.map(({ type }) => type));
  expect([...kinds].sort()).toEqual(["call.ended", "call.started", "prompt.rendered"]);
  const recording = await readFile(recordingPath);
  const loudest = (channel: number, fromMs: number, toMs: number) => {
    let most = 0;
    for (let sample = fromMs * 16; sample < toMs * 16; sample++)
      most = Math.max(most, Math.abs(recording.readInt16LE(44 + sample * 4 + channel * 2)));
    return most;
  };
  for (const fromMs of [2_000, 4_000, 6_000]) expect(loudest(1, fromMs, fromMs + 1_000)).toBeGreaterThan(300);
  expect(loudest(0, 2_000, 7_000)).toBe(0);
});

it("a sound that cannot be loaded is an event, and the call goes on without it", async () => {
  const loadBackgroundSound = async () => {
    throw new SoundFileError("its server answered with status 404");
  };
  const call = await talk(QUIET_ASSISTANT, { ...partsOf(QUIET_ASSISTANT), loadBackgroundSound });
  await passUntil(() =>
    expect(call.payloads("failure")).toEqual([
      {
        part: "background-sound",
        provider: "callwright",
        message: "The background sound is not played: its server answered with status 404.",
      },
    ]),
  );
  call.transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "add-message", message: { role: "user", content: "Hi" } }));
  await passUntil(() => expect(call.said()).toEqual(["Yes."]));
  call.call.end("worker-shutdown");
  await passUntil(() => expect(call.told.released).toBe(1));
});
