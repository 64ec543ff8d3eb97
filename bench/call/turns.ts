import { setTimeout as sleep } from "node:timers/promises";
import { NodeCaller, SAMPLE_RATE } from "@callwright/engine/testing";
import type { LoadTarget } from "./load.ts";
import type { Questions } from "./questions.ts";
import { describeMs, median, percentile, table } from "./statistics.ts";

/** After this much silence, the assistant's speech has ended. */
const QUIET_MS = 700;
const WITHIN_MS = 12_000;
/** A turn that was heard within this was decided when the speech ended. A later one was held as unfinished. */
const AT_ONCE_MS = 800;
/** After this much silence, an interrupted assistant has stopped: its voice makes no pauses. */
const STOPPED_MS = 400;
/** How long the assistant speaks before it is interrupted. */
const SPEAKING_MS = 2000;
const AUDIBLE_LEVEL = 650;

/** One question to one side. */
interface AskedTurn {
  isHuman: boolean;
  /** From the last audible sample of the question to the first of the answer. Undefined: no answer came. */
  waitMs: number | undefined;
  /** The assistant spoke into the question; its wait does not count. */
  isEarly: boolean;
}

/** A call whose greeting has been heard. */
async function greeted(target: LoadTarget): Promise<NodeCaller> {
  const caller = new NodeCaller(target);
  await caller.join(await target.begin());
  await caller.until(() => caller.lastSound, "the greeting is heard");
  return caller;
}

async function ask(caller: NodeCaller, question: Int16Array): Promise<Omit<AskedTurn, "isHuman">> {
  await caller.until(() => caller.quietMs > QUIET_MS, "the assistant has finished");
  const fromMs = performance.now();
  await caller.speak(question);
  const { spokeUntilMs } = caller;
  const early = caller.firstSoundAfter(fromMs);
  const isEarly = early !== undefined && early.atMs <= spokeUntilMs;
  await caller.until(() => caller.firstSoundAfter(spokeUntilMs), "the answer is heard", WITHIN_MS).catch(() => undefined);
  const answer = caller.firstSoundAfter(spokeUntilMs);
  return { waitMs: answer && answer.atMs - spokeUntilMs, isEarly };
}

/** Asks every side the same questions, in calls that alternate between the sides. Answers the report. */
export async function measureTurns(
  targets: readonly LoadTarget[],
  { synthetic, human }: Questions,
  rounds: number,
): Promise<string> {
  const asked = new Map<string, AskedTurn[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const target of targets) {
      const caller = await greeted(target);
      // A warm-up that is not counted.
      if (synthetic[0]) await ask(caller, synthetic[0]);
      for (const [questions, isHuman] of [
        [synthetic, false],
        [human, true],
      ] as const)
        for (const question of questions) asked.get(target.name)?.push({ isHuman, ...(await ask(caller, question)) });
      caller.close();
      await target.settled?.();
    }
  const rows = [...asked].flatMap(([name, turns]) => [
    describeTurns(name, "all", turns),
    describeTurns(
      "",
      "synthetic",
      turns.filter(({ isHuman }) => !isHuman),
    ),
    describeTurns(
      "",
      "human",
      turns.filter(({ isHuman }) => isHuman),
    ),
  ]);
  return table(
    ["", "questions", "at once", "p50 / p90 of these", "held, median", "all p50 / p90", "spoke into it", "lost"],
    rows,
  );
}

function describeTurns(name: string, kind: string, turns: readonly AskedTurn[]): string[] {
  const waits = turns.flatMap(({ waitMs, isEarly }) => (waitMs === undefined || isEarly ? [] : [waitMs]));
  const atOnce = waits.filter((waitMs) => waitMs < AT_ONCE_MS);
  const held = waits.filter((waitMs) => waitMs >= AT_ONCE_MS);
  return [
    name,
    kind,
    `${atOnce.length} of ${waits.length}`,
    p50AndP90(atOnce),
    held.length === 0 ? "–" : `${Math.round(median(held))} ms`,
    p50AndP90(waits),
    String(turns.filter(({ isEarly }) => isEarly).length),
    String(turns.filter(({ waitMs }) => waitMs === undefined).length),
  ];
}

const p50AndP90 = (samples: readonly number[]) =>
  samples.length === 0 ? "–" : `${Math.round(median(samples))} / ${Math.round(percentile(samples, 0.9))} ms`;

/**
 * The time from the caller's first audible sample, while the assistant speaks, to the last sample of the assistant, as in the dashboard's part. The
 * assistant's answer lasts minutes, and its voice makes no pauses.
 */
export async function measureBargeIns(
  targets: readonly LoadTarget[],
  { question, stop, times, rounds }: { question: Int16Array; stop: Int16Array; times: number; rounds: number },
): Promise<[name: string, stops: string][]> {
  const stops = new Map<string, (number | undefined)[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const target of targets) {
      const caller = await greeted(target);
      await ask(caller, question);
      for (let time = 0; time < times; time++) {
        await caller.until(() => caller.quietMs < STOPPED_MS, "the assistant speaks", WITHIN_MS);
        await sleep(SPEAKING_MS);
        stops.get(target.name)?.push(await interrupt(caller, stop));
      }
      caller.close();
      await target.settled?.();
    }
  return [...stops].map(([name, all]) => {
    const stopped = all.filter((stop) => stop !== undefined);
    const missed = all.length - stopped.length;
    return [name, describeMs(stopped) + (missed > 0 ? `, ${missed} not stopped` : "")];
  });
}

/** Undefined: the assistant went on speaking. */
async function interrupt(caller: NodeCaller, words: Int16Array): Promise<number | undefined> {
  const firstMs = (words.findIndex((sample) => Math.abs(sample) > AUDIBLE_LEVEL) * 1000) / SAMPLE_RATE;
  const startMs = performance.now() + firstMs;
  await caller.speak(words);
  let lastMs = startMs;
  for (const { atMs, peak } of caller.heard) {
    if (atMs < startMs || peak <= AUDIBLE_LEVEL) continue;
    if (atMs - lastMs > STOPPED_MS) return lastMs - startMs;
    lastMs = atMs;
  }
  return performance.now() - lastMs > STOPPED_MS ? lastMs - startMs : undefined;
}
