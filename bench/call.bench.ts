/**
 * `npm run bench -- call`: what a call costs and how long it makes people wait.
 *
 * All parts run in one run on one machine, because absolute times of a shared machine say little:
 * - in the dashboard, in Chromium, with a microphone that plays speech: set-up, the wait after the caller's words cut into
 *   its segments, and how soon an interruption silences the assistant;
 * - in a page with the call SDK alone: where the time of a start goes, stage by stage, and what of it is our own work;
 * - turn by turn, with callers that are WebRTC peers of this process: synthetic and human questions, and interruptions, on our
 *   server, on a bare loop (AgentSession and WebRTC, nothing of ours) and, with `--peer pipecat`, on Pipecat. All have the same recognizer,
 *   a voice and a model that take no time, and calls that alternate;
 * - under load, with the same callers: 1, 5 and 10 calls on our server and on the bare loop, and with recognition.
 *
 * `npm run bench -- call spoken interruption` runs these parts alone: `spoken`, `stages`, `interruption`, `turns`, `load`.
 * `npm run bench -- call turns interruption --peer pipecat` has Pipecat, too: Python 3.11 with venv and pip, and internet for the first run,
 * which installs the pinned version into the user's cache folder. `--rounds 4` asks more often; default 2.
 *
 * Needs what the browser tests need: chromium, flite, sox and recordings of people (Debian: pocketsphinx-testdata).
 */
import { parseArgs } from "node:util";
import type { CreateAssistant } from "@callwright/contract";
import { speechSample } from "@callwright/engine/testing";
import { eventually } from "../tests/harness/eventually.ts";
import { type PlatformUser, signUp } from "../tests/harness/platform.ts";
import { startServerProcess } from "../tests/harness/server-process.ts";
import { speechFile } from "../tests/harness/speech.ts";
import { type LoadResult, type LoadTarget, runLoad, serverTarget, startBareLoop } from "./call/load.ts";
import { readClock } from "./call/page-clock.ts";
import { loadQuestions, stopWords } from "./call/questions.ts";
import { BENCH_ASSISTANT, BENCH_INLINE_ASSISTANT } from "./call/scenario.ts";
import { measureSetUp } from "./call/set-up-stages.ts";
import { openSides, type Sides } from "./call/sides.ts";
import { bargeInsMs, makeSpokenCall, openBenchAssistant, openDashboard, segmentsOf } from "./call/spoken.ts";
import { busyness, describeMs, print, printTable } from "./call/statistics.ts";
import { measureBargeIns, measureTurns } from "./call/turns.ts";

const ACCOUNT = { name: "Bench", email: "bench@example.com", password: "a long enough password" };
const QUESTION = "What are your opening hours on Saturday?";
const SETUP_CALLS = 10;
const SPOKEN_CALLS = 3;
const ANSWERS_PER_CALL = 4;
const BARGE_INS_PER_CALL = 4;
const LOADS = [1, 5, 10];

function shopAssistant(transcriber: CreateAssistant["transcriber"]): CreateAssistant {
  return {
    name: "Bench",
    transcriber,
    voice: { provider: "callwright", voiceId: "slt" },
    firstMessage: "Hello.",
    model: {
      provider: "callwright",
      model: "builtin",
      messages: [{ role: "system", content: `You answer for a small shop.\n${BENCH_ASSISTANT.answer}` }],
    },
  };
}

async function benchSpoken(url: string, user: PlatformUser): Promise<void> {
  const microphone = await speechFile({ text: QUESTION, voice: "slt", leadSeconds: 3, tailSeconds: 7 });
  const { page, close } = await openDashboard(url, microphone, ACCOUNT);
  const setUp: { listening: number[]; audio: number[] } = { listening: [], audio: [] };

  for (const [name, transcriber] of [
    ["offline providers (Moonshine)", { provider: "callwright", model: "moonshine" }],
    ["an instant transcript", BENCH_ASSISTANT.transcriber],
  ] as const) {
    await openBenchAssistant(page, user, shopAssistant(transcriber));
    const calls = [];
    for (let i = 0; i < SPOKEN_CALLS; i++) calls.push(await makeSpokenCall(page, user, ANSWERS_PER_CALL));
    setUp.listening.push(...calls.map((call) => call.clickToListeningMs));
    setUp.audio.push(...calls.map((call) => call.clickToFirstAudioMs));
    print(`\nAfter the caller's words, in the dashboard, with ${name}`);
    const segments = segmentsOf(calls.flatMap((call) => call.turns)).map(([segment, samples]) => [segment, describeMs(samples)]);
    printTable(
      ["segment", "p50 / p95"],
      [...segments, ["heard, by the page's own clock", describeMs(calls.flatMap((call) => call.heardMs))]],
    );
  }

  while (setUp.listening.length < SETUP_CALLS) {
    const call = await makeSpokenCall(page, user, 0);
    setUp.listening.push(call.clickToListeningMs);
    setUp.audio.push(call.clickToFirstAudioMs);
  }
  print("\nSet-up, in the dashboard");
  printTable(
    ["from the click on Talk", "p50 / p95"],
    [
      ["to listening", describeMs(setUp.listening)],
      ["to the first sound", describeMs(setUp.audio)],
    ],
  );
  await close();
}

async function bargeInsInDashboard(url: string, user: PlatformUser): Promise<number[]> {
  // The caller speaks again every four seconds, during an answer that would last minutes.
  const microphone = await speechFile({ text: "Please stop, I have another question.", voice: "slt", leadSeconds: 4 });
  const { page, close } = await openDashboard(url, microphone, ACCOUNT);
  await openBenchAssistant(page, user, {
    ...shopAssistant({ provider: "callwright", model: "moonshine" }),
    // A voice without pauses, which would look like the end of its speech.
    voice: { provider: "callwright", voiceId: "fake-tone" },
    model: { provider: "callwright", model: "fake-long" },
  });
  const stops: number[] = [];
  for (let i = 0; i < SPOKEN_CALLS; i++) {
    await page.reload();
    await page.getByRole("button", { name: "Talk", exact: true }).click();
    await page.getByRole("button", { name: "Hang up" }).waitFor();
    const ofCall = await eventually("the interruptions", async () => {
      const found = bargeInsMs(await readClock(page));
      // The last interruption may not have ended.
      return found.length > BARGE_INS_PER_CALL ? found.slice(0, BARGE_INS_PER_CALL) : undefined;
    });
    stops.push(...ofCall);
    await page.getByRole("button", { name: "Hang up" }).click();
    await page.getByRole("button", { name: "Hang up" }).waitFor({ state: "detached" });
  }
  await close();
  return stops;
}

async function benchStages(url: string, user: PlatformUser): Promise<void> {
  const { body: assistant } = await user.send<{ id: string }>("POST", "/assistant", shopAssistant(BENCH_ASSISTANT.transcriber));
  const { stages, oursMs, totalMs } = await measureSetUp(url, user, assistant.id, SETUP_CALLS);
  print("\nA start of the call SDK, by stage");
  printTable(
    ["stage", "p50 / p95"],
    [
      ...[...stages].map(([stage, samples]) => [stage, describeMs(samples)]),
      ["from start to call-start-success", describeMs(totalMs)],
      ["ours: neither network, microphone nor connection", describeMs(oursMs)],
    ],
  );
}

async function benchLoad(targets: readonly LoadTarget[]): Promise<void> {
  const question = await speechSample(QUESTION);
  const rows: string[][] = [];
  for (const calls of LOADS)
    for (const target of targets) rows.push(describeLoad(target.name, await runLoad(target, calls, question)));
  print("\nLoad, voice kal16, instant transcript where no recognizer is named; callers and hosts share this machine");
  printTable(["calls", "", "heard p50 / p95", "cores", "RSS", "concealed", "unanswered"], rows);
}

function describeLoad(name: string, result: LoadResult): string[] {
  return [
    String(result.calls),
    name,
    describeMs(result.heardMs),
    result.cores.toFixed(2),
    `${Math.round(result.rssBytes / 1e6)} MB`,
    `${(result.concealedShare * 100).toFixed(2)} %`,
    String(result.unanswered),
  ];
}

async function benchTurns(sides: Sides): Promise<void> {
  const questions = await loadQuestions();
  const report = await sides.with("short", (targets) => measureTurns(targets, questions, ROUNDS));
  print(`\nFrom the caller's last sound to the answer's first, with recognition, other parts at once (${busyness()})`);
  print(report);
}

async function benchBargeIns(sides: Sides, url: string, user: PlatformUser): Promise<void> {
  const { synthetic } = await loadQuestions();
  const [question = new Int16Array(0)] = synthetic;
  const scenario = { question, stop: await stopWords(), times: BARGE_INS_PER_CALL, rounds: ROUNDS };
  const rows = await sides.with("long", (targets) => measureBargeIns(targets, scenario));
  const dashboard = await bargeInsInDashboard(url, user);
  print(`\nInterruption: from the caller's first sound to the assistant's last (${busyness()})`);
  printTable(["", "p50 / p95"], [...rows, ["Callwright, in the dashboard", describeMs(dashboard)]]);
}

const PARTS = ["spoken", "stages", "interruption", "turns", "load"] as const;
const { values: options, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { peer: { type: "string" }, rounds: { type: "string", default: "2" } },
});
const unknown = chosen.filter((name) => !PARTS.some((part) => part === name));
if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(", ")}. Choose from ${PARTS.join(", ")}.`);
if (options.peer !== undefined && options.peer !== "pipecat") throw new Error("--peer: choose pipecat.");
const ROUNDS = Number(options.rounds);
if (!Number.isInteger(ROUNDS) || ROUNDS < 1) throw new Error("--rounds: give a whole number from 1.");

const server = await startServerProcess({
  env: { FAKE_PROVIDERS: "true", SIGN_UP: "open", LOG_LEVEL: "warn", ALLOW_PRIVATE_ADDRESSES: "true" },
});
let sides: Sides | undefined;
const compared = async (user: PlatformUser) => {
  sides ??= await openSides({
    ours: (assistant) => serverTarget(user, server, assistant),
    wantsPipecat: options.peer === "pipecat",
    say: print,
  });
  return sides;
};
const parts: Record<(typeof PARTS)[number], (user: PlatformUser) => Promise<void>> = {
  spoken: (user) => benchSpoken(server.url, user),
  stages: (user) => benchStages(server.url, user),
  interruption: async (user) => benchBargeIns(await compared(user), server.url, user),
  turns: async (user) => benchTurns(await compared(user)),
  async load(user) {
    const bare = await startBareLoop();
    const recognizing = { ...BENCH_INLINE_ASSISTANT, transcriber: { provider: "callwright", model: "moonshine" } } as const;
    await benchLoad([
      bare,
      serverTarget(user, server),
      { ...serverTarget(user, server, recognizing), name: "Callwright, Moonshine" },
    ]);
    await bare.stop();
  },
};
try {
  const user = await signUp(server.url, ACCOUNT);
  for (const name of PARTS) if (chosen.length === 0 || chosen.includes(name)) await parts[name](user);
  if (sides) print(`\n${sides.about}`);
} finally {
  await sides?.close();
  await server.stop();
}
// The WebRTC library keeps a process alive after its peers are closed.
process.exit();
