import { initializeLogger, USERDATA_TIMED_TRANSCRIPT, voice } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { beforeAll, describe, expect, it } from "vitest";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../media/audio-format.ts";
import { CallAudioOutput, type Utterance } from "./audio-output.ts";
import { sectionEndFrame } from "./section-mark.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

function setUp() {
  const told: string[] = [];
  const frames: number[] = [];
  let last: Utterance | undefined;
  let callMs = 0;
  const output = new CallAudioOutput({
    onFrame: (pcm) => frames.push(pcm[0] ?? Number.NaN),
    onSectionStarted: () => told.push("started"),
    onSectionFinished: (utterance, index) => told.push(`section ${index} at ${utterance.playedMs}`),
    onPassage: (utterance) => told.push(`passage ${utterance.text.textBegunBy(utterance.playedMs)}`),
    onPaused: () => told.push("hushed"),
    onResumed: () => told.push("resumed"),
    onUtteranceFinished(utterance, interrupted) {
      last = utterance;
      told.push(interrupted ? "interrupted" : "finished");
    },
  });
  const play = (count: number) => {
    for (let frame = 0; frame < count; frame++) {
      output.tick(callMs);
      callMs += 10;
    }
  };
  const fill = (ms: number, value: number, text?: string) => {
    const samples = new Int16Array((ms * SAMPLE_RATE) / 1000).fill(value);
    const userdata = text ? { [USERDATA_TIMED_TRANSCRIPT]: [voice.createTimedString({ text })] } : {};
    return output.captureFrame(new AudioFrame(samples, SAMPLE_RATE, 1, samples.length, userdata));
  };
  const endSection = () => output.captureFrame(sectionEndFrame());
  return { output, told, frames, play, fill, endSection, last: () => last };
}

describe("CallAudioOutput", () => {
  it("plays what it was given, 10 ms at a time, with silence around it", async () => {
    const { output, told, frames, play, fill } = setUp();
    play(1);
    await fill(25, 5, "Hi.");
    output.flush();
    play(4);
    expect(frames).toEqual([0, 5, 5, 5, 0]);
    expect(told).toEqual(["started", "passage Hi.", "finished"]);
    expect(await output.waitForPlayout()).toMatchObject({
      interrupted: false,
      playbackPosition: 0.03,
      synchronizedTranscript: "Hi.",
    });
  });

  it("sends frames of 10 ms only", async () => {
    const lengths = new Set<number>();
    const output = new CallAudioOutput({
      onFrame: (pcm) => lengths.add(pcm.length),
      onSectionStarted: () => {},
      onSectionFinished: () => {},
      onPassage: () => {},
      onPaused: () => {},
      onResumed: () => {},
      onUtteranceFinished: () => {},
    });
    await output.captureFrame(new AudioFrame(new Int16Array(3 * FRAME_SAMPLES + 7), SAMPLE_RATE, 1, 3 * FRAME_SAMPLES + 7));
    output.flush();
    for (let frame = 0; frame < 6; frame++) output.tick(frame * 10);
    expect([...lengths]).toEqual([FRAME_SAMPLES]);
  });

  it("knows what was heard when it is cut off", async () => {
    const { output, told, play, fill, last } = setUp();
    await fill(1300, 5, "We are open. ");
    await fill(1200, 5, "Until four.");
    output.flush();
    play(60);
    output.clearBuffer();
    play(1);
    expect(told).toEqual(["started", "passage We are open.", "hushed", "interrupted"]);
    expect(await output.waitForPlayout()).toMatchObject({ interrupted: true, synchronizedTranscript: "We are" });
    expect(last()?.playedMs).toBe(600);
  });

  it("knows when words were heard, with pauses and repetitions after them", async () => {
    const { output, told, play, fill, last } = setUp();
    play(10);
    await fill(500, 5, "one two");
    output.flush();
    play(30);
    output.pause();
    output.pause();
    play(30);
    output.resume();
    play(40);
    expect([0, 50, 100, 200, 400].map((ms) => last()?.callMsAt(ms))).toEqual([100, 150, 700, 800, 1000]);
    expect(told).toEqual(["started", "passage one two", "hushed", "resumed", "finished"]);
  });

  it("repeats after a pause only the sound that was on its way", async () => {
    const { output, frames, play, fill } = setUp();
    for (let value = 1; value <= 30; value++) await fill(10, value);
    output.flush();
    play(25);
    output.pause();
    output.resume();
    play(25);
    const counted = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(frames).toEqual([...counted(1, 25), ...counted(6, 30)]);
  });

  it("is hushed once until something plays again", async () => {
    const { output, told, play, fill } = setUp();
    await fill(100, 5);
    play(5);
    output.pause();
    output.resume();
    output.clearBuffer();
    await fill(100, 5);
    play(5);
    expect(told).toEqual(["started", "hushed", "interrupted", "started"]);
  });

  it("waits for every hold before it starts, and for none after", async () => {
    const { output, frames, play, fill } = setUp();
    const letGo = [output.hold(), output.hold()];
    await fill(40, 5);
    output.flush();
    play(1);
    letGo[0]?.();
    play(1);
    letGo[1]?.();
    play(1);
    output.hold();
    play(1);
    expect(frames).toEqual([0, 0, 5, 5]);
  });

  it("is silent while muted, and goes on", async () => {
    const { output, told, frames, play, fill } = setUp();
    output.muted = true;
    await fill(20, 5);
    output.flush();
    play(2);
    expect(frames).toEqual([0, 0]);
    expect(told.at(-1)).toBe("finished");
  });

  it("finishes an utterance that was never heard", async () => {
    const { output, told, fill } = setUp();
    await fill(20, 5, "Hi.");
    output.clearBuffer();
    output.clearBuffer();
    expect(told).toEqual(["interrupted"]);
    expect(await output.waitForPlayout()).toMatchObject({ interrupted: true, playbackPosition: 0, synchronizedTranscript: "" });
  });

  it("waits in silence for the next section, and is one utterance", async () => {
    const { output, told, frames, play, fill, endSection, last } = setUp();
    await fill(25, 5, "One moment.");
    await endSection();
    play(5);
    await fill(20, 6, "Booked.");
    output.flush();
    play(2);
    expect(frames).toEqual([5, 5, 5, 0, 0, 6, 6]);
    expect(told).toEqual([
      ...["started", "passage One moment.", "section 0 at 30"],
      ...["started", "passage One moment. Booked.", "finished"],
    ]);
    expect([0, 30].map((ms) => last()?.callMsAt(ms))).toEqual([0, 50]);
  });

  it("finishes sections that play without a gap, each at its end", async () => {
    const { told, play, fill, endSection } = setUp();
    await fill(10, 5, "One.");
    await endSection();
    await fill(10, 5, "Two.");
    await endSection();
    play(3);
    expect(told).toEqual([
      ...["started", "passage One.", "section 0 at 10"],
      ...["started", "passage One. Two.", "section 1 at 20"],
    ]);
  });

  it("repeats nothing when it is paused between sections, and plays the next one once it is resumed", async () => {
    const { output, told, frames, play, fill, endSection } = setUp();
    await fill(30, 5, "One.");
    await endSection();
    play(3);
    output.pause();
    await fill(20, 6, "Two.");
    play(2);
    output.resume();
    play(2);
    expect(frames).toEqual([5, 5, 5, 0, 0, 6, 6]);
    expect(told).not.toContain("hushed");
  });

  it("repeats only the sound that was on its way when the voice is slower than real time", async () => {
    const { output, frames, play, fill } = setUp();
    await fill(20, 5);
    play(22);
    output.pause();
    output.resume();
    await fill(10, 6);
    play(1);
    expect(frames.slice(20)).toEqual([0, 0, 6]);
  });
});
