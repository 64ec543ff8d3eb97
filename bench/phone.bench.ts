/**
 * `npm run bench -- phone`: the difference between a telephone call and the same call in a page, in one run on one machine.
 *
 * - Changing the sample rate: the delay of the framework's resampler at its default quality, and that of our filter.
 * - Processor time of a carrier's call with and without the echo canceller, without model and voice.
 * - From the answer to the first word, the wait after the caller's words, and the processor time of ten calls. The telephone is the
 *   Handset's: 8 kHz µ-law in both directions, and a simulated number. Callers and hosts share the machine.
 *
 * Needs the tools of the browser tests: flite and sox.
 */
import type { CreateAssistant } from "@callwright/contract";
import { speechSample } from "@callwright/engine/testing";
import { signUp } from "../tests/harness/platform.ts";
import { startServerProcess } from "../tests/harness/server-process.ts";
import { handsetTarget, type LoadResult, runLoad, serverTarget } from "./call/load.ts";
import { BENCH_INLINE_ASSISTANT } from "./call/scenario.ts";
import { busyness, describeMs, print, printTable } from "./call/statistics.ts";
import { echoCost } from "./phone/echo-cost.ts";
import { type FilterDelay, frameworkDelay, ourDelay } from "./phone/filter-delay.ts";

const RATES = [
  [8_000, 16_000, "telephone to recognition"],
  [16_000, 8_000, "voice to telephone"],
  [48_000, 16_000, "web call to recognition"],
] as const;
const ROUNDS = 3;
const CALLS = 10;

function benchFilters(): void {
  const rows = RATES.flatMap(([from, to, where]) => {
    const described = (name: string, { meanMs, worstMs, frameUs }: FilterDelay) => [
      ...[`${from / 1_000} → ${to / 1_000} kHz, ${where}`, name],
      ...[`${meanMs.toFixed(1)} / ${worstMs.toFixed(1)} ms`, `${frameUs.toFixed(0)} µs`],
    ];
    return [described("framework's resampler", frameworkDelay(from, to)), described("our filter", ourDelay(from, to))];
  });
  print(`Delay of the sound by its filter (${busyness()})`);
  printTable(["", "", "mean / worst", "for 10 ms"], rows);
}

async function benchEcho(): Promise<void> {
  const { without, ...others } = await echoCost(
    await speechSample("We bake bread, rolls and cakes, every day from six in the morning."),
  );
  const rows = Object.entries(others).map(([name, ms]) => [name, `${ms.toFixed(1)} ms`, `${(ms / without).toFixed(1)} ×`]);
  print(`\nProcessor time of a second of a carrier's line (${busyness()})`);
  printTable(["echo canceller", "", "of without"], [["without", `${without.toFixed(1)} ms`, ""], ...rows]);
}

/** The office sound behind a telephone's assistant would hide its silence. */
const assistant: CreateAssistant = { ...BENCH_INLINE_ASSISTANT, backgroundSound: "off" };

benchFilters();
await benchEcho();
const server = await startServerProcess({ env: { FAKE_PROVIDERS: "true", SIGN_UP: "open", LOG_LEVEL: "warn" } });
try {
  const user = await signUp(server.url, { name: "Bench", email: "bench@example.com", password: "a long enough password" });
  const question = await speechSample("What are your opening hours on Saturday?");
  const targets = [{ ...serverTarget(user, server, assistant), name: "page" }, await handsetTarget(user, server, assistant)];
  for (const calls of [1, CALLS]) {
    const rows: string[][] = [];
    const results = targets.map((): LoadResult[] => []);
    // Alternating, so that a busy moment of the machine affects both.
    for (let round = 0; round < (calls === 1 ? ROUNDS : 1); round++)
      for (const [index, target] of targets.entries()) results[index]?.push(await runLoad(target, calls, question));
    for (const [index, { name }] of targets.entries()) {
      const all = results[index] ?? [];
      const cores = all.reduce((sum, each) => sum + each.cores, 0) / all.length;
      rows.push([
        ...[name, describeMs(all.flatMap(({ greetedMs }) => greetedMs)), describeMs(all.flatMap(({ heardMs }) => heardMs))],
        ...[`${((cores / calls) * 100).toFixed(1)} %`, String(all.reduce((sum, { unanswered }) => sum + unanswered, 0))],
      ]);
    }
    print(`\n${calls === 1 ? "One call" : `${calls} calls`} at a time, p50 / p95 (${busyness()})`);
    printTable(["", "answer to first word", "the caller's last word to the answer", "of a core, per call", "unanswered"], rows);
  }
} finally {
  await server.stop();
}
// The WebRTC library keeps a process alive after its peers are closed.
process.exit();
