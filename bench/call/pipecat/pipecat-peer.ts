import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { homedir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { writeTokens } from "../../../packages/engine/src/providers/callwright/moonshine/load-model.ts";
import { findModelFiles } from "../../../packages/engine/src/providers/callwright/moonshine/model-files.ts";
import type { LoadTarget } from "../load.ts";
import { BENCH_GREETING } from "../scenario.ts";

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const READY_WITHIN_MS = 60_000;
/** The bot's process ends a call some time after the caller has left, and does not report when. */
const SETTLED_MS = 1500;

export interface PipecatPeer {
  /** The version in `pip`'s form. */
  version: string;
  /** Calls whose model has this name at the server of `modelUrl`. */
  target(model: string): LoadTarget;
  stop(): Promise<void>;
}

/** Starts the bot. Undefined if it cannot run here; `say` gets the reason. */
export async function startPipecat(modelUrl: string, say: (reason: string) => void): Promise<PipecatPeer | undefined> {
  const model = findModelFiles();
  if (!model) return void say("The files of Moonshine are missing. Run npm install.");
  const requirements = await readFile(here("requirements.txt"), "utf8");
  const version = /^pipecat-ai\S*==(\S+)/m.exec(requirements)?.[1] ?? "";
  const folder = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"), "callwright", `pipecat-${version}`);
  try {
    await install(folder, requirements);
  } catch (error) {
    return void say(`Pipecat ${version} needs Python 3.11 or newer with venv and pip, and internet: ${firstLine(error)}`);
  }
  const tokens = path.join(folder, "tokens.txt");
  if (!existsSync(tokens)) await writeTokens(tokens);
  const port = await freePort();
  const bot = spawn(
    path.join(folder, "bin", "python"),
    [here("bot.py"), "--host", "127.0.0.1", "--port", String(port), "-t", "webrtc"],
    {
      env: {
        ...process.env,
        MODEL_URL: modelUrl,
        MOONSHINE: path.dirname(model.encoder),
        TOKENS: tokens,
        GREETING: BENCH_GREETING,
      },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let output = "";
  bot.stderr.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-4000);
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilServing(url, () => bot.exitCode === null);
  } catch {
    bot.kill();
    return void say(`The bot of Pipecat did not start:\n${output}`);
  }
  return {
    version,
    target: (name) => ({
      name: "Pipecat",
      begin: async () => (sdp) => offer(url, sdp, name),
      pids: () => (bot.pid === undefined ? [] : [bot.pid]),
      settled: () => sleep(SETTLED_MS),
    }),
    async stop() {
      if (bot.exitCode !== null) return;
      const gone = once(bot, "exit");
      bot.kill();
      await gone;
    },
  };
}

/** A virtual environment with the pinned packages, kept for the next run. */
async function install(folder: string, requirements: string): Promise<void> {
  const stamp = path.join(folder, "requirements.txt");
  if (existsSync(stamp) && (await readFile(stamp, "utf8")) === requirements) return;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await run("python3", ["-m", "venv", folder]);
  await run(path.join(folder, "bin", "pip"), ["install", "--quiet", "--requirement", here("requirements.txt")]);
  await writeFile(stamp, requirements);
}

/** The failed command's last output says more than its exit code. */
function firstLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr?.trim().split("\n").at(-1) || message.split("\n")[0]) ?? "";
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return address.port;
}

async function untilServing(url: string, isRunning: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + READY_WITHIN_MS;
  while (isRunning() && performance.now() < deadlineMs) {
    if (await fetch(url).catch(() => undefined)) return;
    await sleep(200);
  }
  throw new Error("It does not serve.");
}

async function offer(url: string, sdp: string, model: string): Promise<string> {
  const response = await fetch(`${url}/api/offer`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sdp, type: "offer", request_data: { model } }),
  });
  if (!response.ok) throw new Error(`The offer was refused: ${await response.text()}`);
  return ((await response.json()) as { sdp: string }).sdp;
}
