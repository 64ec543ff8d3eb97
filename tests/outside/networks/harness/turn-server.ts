import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { FarNetwork } from "./far-network.ts";

export const TURN_PORT = 3478;
export const TURN_SECRET = "a secret of the networks area";

export const hasTurnServer = (): boolean => spawnSync("turnserver", ["--help"], { stdio: "ignore" }).error === undefined;

/** coturn, as docs/deploy.md sets it up: names and passwords that expire, made of a shared secret. */
export async function startTurnServer({ address, prefix }: FarNetwork): Promise<{ output(): string; stop(): Promise<void> }> {
  const [program = "", ...args] = [
    ...[...prefix, "turnserver", "-n", "--no-cli", "--no-tls", "--no-dtls", "--log-file=stdout", "--pidfile="],
    // Says which name each allocation has.
    "--verbose",
    ...[`--listening-ip=${address}`, `--relay-ip=${address}`, `--listening-port=${TURN_PORT}`, "--fingerprint"],
    ...["--use-auth-secret", `--static-auth-secret=${TURN_SECRET}`, "--realm=turn.test", `--allowed-peer-ip=${address}`],
  ];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const exit = once(child, "exit");
  const killWithTests = () => child.kill("SIGKILL");
  process.once("exit", killWithTests);
  await Promise.race([
    untilListening(address),
    exit.then(() => {
      throw new Error(`turnserver ended:\n${printed}`);
    }),
  ]);
  return {
    output: () => printed,
    async stop() {
      child.kill();
      await exit;
      process.off("exit", killWithTests);
    },
  };
}

async function untilListening(host: string): Promise<void> {
  for (;;) {
    const socket = connect(TURN_PORT, host);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
