import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Call, CreateAssistant } from "@callwright/contract";
import { NodeCaller } from "@callwright/engine/testing";
import type { PlatformUser } from "../../tests/harness/platform.ts";
import { postgresPid } from "../../tests/harness/processes.ts";
import type { ServerProcess } from "../../tests/harness/server-process.ts";
import { created } from "../api/created.ts";
import { usageOfTrees } from "./process-usage.ts";
import { BENCH_ASSISTANT, BENCH_INLINE_ASSISTANT } from "./scenario.ts";

/** Takes a caller's offer to a host and brings its answer back. */
type Signal = (sdp: string) => Promise<string>;

/** Questions each caller asks; the first is not counted, because its call host is still warming up. */
const QUESTIONS = 5;
const WITHIN_MS = 20_000;
/** After this much silence, the assistant's speech has ended. */
const QUIET_MS = 1000;

/** The result of one run with this many calls. */
export interface LoadResult {
  calls: number;
  /** From the answer to the offer to the greeting's first audible sample, milliseconds. */
  greetedMs: number[];
  /** End of the caller's speech to the first audible sample, milliseconds. */
  heardMs: number[];
  /** Processor cores busy on the host's side while the calls ran. */
  cores: number;
  rssBytes: number;
  /** 0–1, the worst caller's. */
  concealedShare: number;
  unanswered: number;
}

/** How to start a call of this side, and which processes to measure. */
export interface LoadTarget {
  name: string;
  begin(): Promise<Signal>;
  /** Callers use telephones. */
  isPhone?: boolean;
  pids(): number[];
  /** Resolves when the calls of callers who left have ended, and hold no place any more. */
  settled?(): Promise<void>;
}

/** This many simultaneous callers, each asking its questions in real time. */
export async function runLoad(target: LoadTarget, calls: number, question: Int16Array): Promise<LoadResult> {
  const callers: NodeCaller[] = [];
  const greetedMs: number[] = [];
  for (let i = 0; i < calls; i++) {
    const caller = new NodeCaller(target);
    callers.push(caller);
    await caller.join(await target.begin());
    const answeredMs = performance.now();
    await caller.until(() => caller.lastSound, "the greeting is heard");
    greetedMs.push((caller.firstSoundAfter(0)?.atMs ?? Number.NaN) - answeredMs);
  }
  const heardMs: number[] = [];
  let unanswered = 0;
  const before = usageOfTrees(target.pids());
  const startedMs = performance.now();
  await Promise.all(
    callers.map(async (caller) => {
      for (let asked = 0; asked < QUESTIONS; asked++) {
        const answeredMs = await ask(caller, question);
        if (answeredMs === undefined) unanswered++;
        else if (asked > 0) heardMs.push(answeredMs);
      }
    }),
  );
  const after = usageOfTrees(target.pids());
  const cores = (after.cpuMs - before.cpuMs) / (performance.now() - startedMs);
  const concealed = await Promise.all(callers.map((caller) => caller.concealedShare()));
  for (const caller of callers) caller.close();
  await target.settled?.();
  return { calls, greetedMs, heardMs, cores, rssBytes: after.rssBytes, concealedShare: Math.max(...concealed), unanswered };
}

/** From the question's last audible sample to the answer's first; undefined without an answer. */
async function ask(caller: NodeCaller, question: Int16Array): Promise<number | undefined> {
  await caller.until(() => caller.quietMs > QUIET_MS, "the assistant has finished");
  await caller.speak(question);
  const { spokeUntilMs } = caller;
  await caller.until(() => caller.firstSoundAfter(spokeUntilMs), "the answer is heard", WITHIN_MS).catch(() => undefined);
  const answer = caller.firstSoundAfter(spokeUntilMs);
  return answer && answer.atMs - spokeUntilMs;
}

/** AgentSession and WebRTC in a separate process, without our code. */
export async function startBareLoop(assistant = BENCH_ASSISTANT): Promise<LoadTarget & { stop(): Promise<void> }> {
  const host = fork(new URL("./bare-host.ts", import.meta.url), [JSON.stringify(assistant)], {
    execArgv: ["--import", "tsx", "--conditions=callwright-source"],
  });
  await once(host, "message");
  let nextId = 0;
  const signal: Signal = (sdp) => {
    const id = nextId++;
    return new Promise((resolve, reject) => {
      const take = (answer: { id?: number; sdp?: string; error?: string }) => {
        if (answer.id !== id) return;
        host.off("message", take);
        if (answer.sdp) resolve(answer.sdp);
        else reject(new Error(answer.error ?? "The bare loop gave no answer."));
      };
      host.on("message", take);
      host.send({ id, sdp });
    });
  };
  return {
    name: "bare loop",
    begin: async () => signal,
    pids: () => (host.pid === undefined ? [] : [host.pid]),
    stop: async () => {
      const gone = once(host, "exit");
      host.disconnect();
      await gone;
    },
  };
}

/** Calls of the running server: over HTTP, with everything a call does. */
export function serverTarget(
  user: PlatformUser,
  { pid, dataDir }: Pick<ServerProcess, "pid" | "dataDir">,
  assistant: CreateAssistant = BENCH_INLINE_ASSISTANT,
): LoadTarget {
  const pids = [pid, postgresPid(dataDir)];
  return {
    name: "Callwright",
    async begin() {
      const { webCallUrl = "" } = await created<Call>(user.send, "/call/web", { assistant });
      return async (sdp) => {
        const response = await fetch(webCallUrl, { method: "POST", headers: { "content-type": "application/sdp" }, body: sdp });
        if (!response.ok) throw new Error(`The offer was refused: ${await response.text()}`);
        return response.text();
      };
    },
    pids: () => pids,
    settled: () => callsEnd(user),
  };
}

/** The same over a telephone: a simulated number is called from the Handset. */
export async function handsetTarget(
  user: PlatformUser,
  { pid, dataDir }: Pick<ServerProcess, "pid" | "dataDir">,
  assistant: CreateAssistant,
): Promise<LoadTarget> {
  const stored = await created(user.send, "/assistant", assistant);
  const simulated = { provider: "simulated", assistantId: stored.id };
  const number = await created(user.send, "/phone-number", simulated);
  const pids = [pid, postgresPid(dataDir)];
  return {
    name: "telephone",
    isPhone: true,
    begin: async () => async (sdp) => {
      const dial = { phoneNumberId: number.id, sdp };
      return (await created<{ sdp: string }>(user.send, "/phone-number/handset/dial", dial)).sdp;
    },
    pids: () => pids,
    async settled() {
      const { body: calls } = await user.send<{ id: string }[]>("GET", "/phone-number/handset/call");
      for (const { id } of calls) await user.send("POST", `/call/${id}/handset/hang-up`, {});
      await callsEnd(user);
    },
  };
}

async function callsEnd(user: PlatformUser): Promise<void> {
  for (;;) {
    const { body } = await user.send<Call[]>("GET", "/call?limit=100");
    if (body.every(({ status }) => status === "ended")) return;
    await setTimeout(200);
  }
}
