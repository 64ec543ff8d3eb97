/** Keeps a program running: restarts it after a crash. */
import { fork } from "node:child_process";

const RESTARTS_MAX = 5;
const RESTARTS_WINDOW_MS = 60_000;
const RESTART_DELAY_MS = 500;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a module of Node as a child and resolves with the exit code for this process.
 *
 *             { type: "ready" }              crash                0.5 s
 *   starting ───────────────────▶ running ─────────▶ restarting ─────────▶ starting
 *      │ exit, never ready so far    │ exit 0, or after a signal    │ six crashes a minute, or a signal
 *      └─────────────────────────────┴──────────▶ ended ◀───────────┘
 *
 * A program that was never ready is not started again: what it lacks is for its operator to fix, and it has said so.
 */
export function supervise(file, { name, execArgv = [], restartDelayMs = RESTART_DELAY_MS }) {
  const crashesMs = [];
  let child;
  let wasReady = false;
  let stopping = false;
  let restart;
  return new Promise((resolve) => {
    const start = () => {
      child = fork(file, { execArgv, stdio: ["inherit", "inherit", "inherit", "ipc"] });
      child.on("message", ({ type }) => {
        wasReady ||= type === "ready";
      });
      // Node may emit "exit" before the program's last message; "disconnect" comes after it.
      const drained = new Promise((done) => child.once("disconnect", done));
      child.once("exit", async (code, signal) => {
        await drained;
        if (code === 0 || stopping || !wasReady) resolve(code ?? 1);
        else onCrash(signal ? `it was killed by ${signal}` : `its exit code was ${code}`);
      });
    };
    const onCrash = (how) => {
      const nowMs = performance.now();
      crashesMs.push(nowMs);
      const recent = crashesMs.filter((atMs) => nowMs - atMs < RESTARTS_WINDOW_MS).length;
      if (recent > RESTARTS_MAX) {
        console.error(
          `${name} crashed ${recent} times within a minute (${how}) and is not started again. The lines above say why.`,
        );
        resolve(1);
        return;
      }
      console.error(`${name} crashed (${how}) and is started again.`);
      restart = setTimeout(start, restartDelayMs);
    };
    for (const signal of SIGNALS)
      process.on(signal, () => {
        stopping = true;
        if (child.exitCode === null && child.signalCode === null) child.kill(signal);
        else {
          clearTimeout(restart);
          resolve(0);
        }
      });
    start();
  });
}
