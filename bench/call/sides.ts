import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import type { CreateAssistant } from "@callwright/contract";
import { startInstantModel } from "../engine/instant-model.ts";
import { type LoadTarget, startBareLoop } from "./load.ts";
import { startPipecat } from "./pipecat/pipecat-peer.ts";
import { BENCH_ANSWERS, type BenchModel, bareAssistant, inlineAssistant } from "./scenario.ts";

/** The sides that are compared turn by turn: our server, the bare loop and, optionally, Pipecat. */
export interface Sides {
  /** Runs `measure` with all sides, whose model is this. */
  with<Result>(model: BenchModel, measure: (targets: LoadTarget[]) => Promise<Result>): Promise<Result>;
  /** Date, versions and machine, for a report. */
  readonly about: string;
  close(): Promise<void>;
}

interface SidesOptions {
  /** Calls of our server with this assistant. */
  ours(assistant: CreateAssistant): LoadTarget;
  wantsPipecat: boolean;
  say(text: string): void;
}

export async function openSides({ ours, wantsPipecat, say }: SidesOptions): Promise<Sides> {
  const model = await startInstantModel(BENCH_ANSWERS);
  const pipecat = wantsPipecat
    ? await startPipecat(model.url, (reason) => say(`\nGoing on without Pipecat. ${reason}`))
    : undefined;
  const { devDependencies } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const versions = [
    `Node ${process.version}`,
    `LiveKit Agents ${devDependencies["@livekit/agents"]}`,
    ...(pipecat ? [`Pipecat ${pipecat.version}`] : []),
  ];
  return {
    async with(name, measure) {
      const bare = await startBareLoop(bareAssistant(name));
      try {
        return await measure([ours(inlineAssistant(name, model.url)), bare, ...(pipecat ? [pipecat.target(name)] : [])]);
      } finally {
        await bare.stop();
      }
    },
    about: `${new Date().toISOString().slice(0, 10)}, ${versions.join(", ")}, ${cpus().length} cores of ${cpus()[0]?.model}`,
    async close() {
      await pipecat?.stop();
      await model.close();
    },
  };
}
