/**
 * `npm run bench -- fairness`: two organizations on one built server. One sends what once held the server for everybody
 * (`fairness/reproductions.ts`), the other a steady stream of small requests (`fairness/neighbor.ts`). Its waits beside each attack stand next to
 * its waits in a quiet run of the same length, just before: a shared machine is noisy. An attack may be refused.
 *
 * The aim: no request, no message and no sound of the other waits more than 250 ms longer than in the quiet run.
 * `npm run bench -- fairness templates` runs the attacks whose names have that word. Everything stays on 127.0.0.1.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import startCluster from "../apps/server/src/testing/postgres-cluster.ts";
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import { type ServerProcess, startServerProcess } from "../tests/harness/server-process.ts";
import { percentile, print, printTable } from "./call/statistics.ts";
import { Hostile } from "./fairness/hostile.ts";
import { Neighbor, STREAMS, type Stream } from "./fairness/neighbor.ts";
import { REPRODUCTIONS, type Reproduction } from "./fairness/reproductions.ts";
import type { Waits } from "./fairness/waits.ts";

/** Length of a quiet run, and the least length of an attack. */
const WATCHED_MS = 4_000;
const AIM_MS = 250;

/** An attack that lasts longer blocks the server: the server is killed, and the next attack gets a new one. */
const MAX_MS = 30_000;

const words = process.argv.slice(2);
const chosen = REPRODUCTIONS.filter(({ name }) => words.every((word) => name.includes(word)));
const ownDelay = monitorEventLoopDelay({ resolution: 10 });

/** One server with both organizations. */
interface Stage {
  server: ServerProcess;
  neighbor: Neighbor;
  hostile: Hostile;
}

async function openStage(): Promise<Stage> {
  const server = await startServerProcess({
    env: {
      SIGN_UP: "open",
      LOG_LEVEL: "error",
      // Calls of both organizations share a host.
      CALL_HOST_MAX: "1",
      // Models and webhook receivers of both organizations are on this machine.
      ALLOW_PRIVATE_ADDRESSES: "true",
    },
  });
  const neighbor = await Neighbor.open(server.url, await signUpTestClient(server.url));
  const first = await signUpTestClient(server.url);
  const others = [];
  for (let count = 0; count < 3; count++) others.push(await signUpTestClient(server.url));
  const { body } = await first.json<{ value: string }>("POST", "/token", { name: "Page", tag: "public" });
  const hostile = new Hostile(server.url, { users: [first, ...others], visitorToken: body.value });
  // The first requests compile the code that they use.
  await watch(neighbor, STREAMS, async () => {});
  return { server, neighbor, hostile };
}

/** The other organization's waits while `run` lasts, and for `WATCHED_MS` at least. */
async function watch(
  neighbor: Neighbor,
  streams: readonly Stream[],
  run: (whileWatched: Promise<void>) => Promise<unknown>,
): Promise<Map<Stream, Waits>> {
  const ending = new AbortController();
  const watched = neighbor.watch(streams, ending.signal);
  const whileWatched = delay(WATCHED_MS);
  try {
    await Promise.all([run(whileWatched), whileWatched]);
  } finally {
    ending.abort();
  }
  return watched;
}

const rounded = ({ ms }: Waits, share: number) => (ms.length > 0 ? Math.round(percentile(ms, share)).toString() : "–");
const figures = (waits: Waits) => [rounded(waits, 0.5), rounded(waits, 0.95), rounded(waits, 1)];

/** The effect on the other organization, in words. */
function verdictOf(quiet: Waits, beside: Waits): string {
  const longerMs = Math.max(...beside.ms, 0) - Math.max(...quiet.ms, 0);
  const stall = longerMs > AIM_MS ? [`STALL ${(longerMs / 1_000).toFixed(1)} s`] : [];
  const lost = beside.lost > quiet.lost ? [`LOST ${beside.lost - quiet.lost}`] : [];
  return [...stall, ...lost].join(", ") || "ok";
}

/** Runs an attack on a stage. Answers its rows, and whether the server has to be replaced. */
async function compare(
  stage: Stage,
  { name, watch: streams, attack }: Reproduction,
): Promise<{ rows: string[][]; isHeld: boolean }> {
  const { server, neighbor, hostile } = stage;
  await neighbor.prepare();
  const quiet = await watch(neighbor, streams, async () => {});
  const startedMs = performance.now();
  let end = "";
  const beside = await watch(neighbor, streams, async (whileWatched) => {
    const tooLong = new AbortController();
    const attacked = attack(hostile, whileWatched).then(
      () => "",
      (error: Error) => error.message,
    );
    const held = delay(MAX_MS, "held", { signal: tooLong.signal }).catch(() => "");
    end = await Promise.race([attacked, held]);
    tooLong.abort();
    // Waiting requests fail now, and count with the time they waited.
    if (end === "held") await server.kill();
  });
  const took = `${((performance.now() - startedMs) / 1_000).toFixed(1)} s`;
  const outcome = [hostile.takeAnswers(), end, took].filter(Boolean).join(", ");
  process.stderr.write(`${name}: ${outcome}\n`);
  const nothing: Waits = { ms: [], lost: 0 };
  const rows = streams.map((stream, index) => {
    const [without, withAttack] = [quiet.get(stream) ?? nothing, beside.get(stream) ?? nothing];
    const first = index === 0 ? [name, outcome] : ["", ""];
    return [...first, stream, ...figures(without), ...figures(withAttack), verdictOf(without, withAttack)];
  });
  return { rows, isHeld: end === "held" };
}

// A separate database would outlive the killed server.
const stopCluster = await startCluster();
const rows: string[][] = [];
const startedMs = performance.now();
let stage: Stage | undefined;
try {
  ownDelay.enable();
  for (const reproduction of chosen) {
    stage ??= await openStage();
    const compared = await compare(stage, reproduction);
    rows.push(...compared.rows);
    if (!compared.isHeld) continue;
    await stage.neighbor.close();
    stage = undefined;
  }
} finally {
  // Printed even if a later server does not start.
  print(`Waits of the other organization in milliseconds, quiet and beside the attack. Aim: at most ${AIM_MS} ms longer.`);
  printTable(["attack", "answers", "of", "p50", "p95", "max", "beside p50", "p95", "max", "verdict"], rows);
  const held = rows.filter((row) => row.at(-1) !== "ok").length;
  print(`\n${rows.length - held} of ${rows.length} rows ok, in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  print(`longest delay of this benchmark's own event loop: ${(ownDelay.max / 1e6).toFixed(0)} ms`);
  await stage?.neighbor.close();
  await stage?.server.kill();
  await stopCluster?.();
}
