import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { guarded, OVERLOAD_LOOP_DELAY_MS } from "@callwright/contract";
import { ownProgram } from "../process/own-program.ts";
import { type CallHostSettings, type FromHost, HOST_PULSE_MS, type ToHost } from "./call-host-protocol.ts";
import type { HostLoad } from "./choose-host.ts";
import { HostWatch } from "./host-watch.ts";
import { mainThreadTimes } from "./thread-times.ts";

/**
 * A call host process, seen from its parent.
 *
 * ```
 *   starting ── ready ──▶ ready ── retire | drain ──▶ leaving ── exit ──▶ gone
 *       └────────── exit, broken channel ──┴──────────────────────────────▲
 * ```
 */
export type CallHostState = "starting" | "ready" | "leaving" | "gone";

/** The environment that a host inherits: enough to find programs and certificates, no secrets. */
const PASSED_ENVIRONMENT = [
  ...["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "SystemRoot"],
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"],
];

/** Why a host ended. */
export interface CallHostEnd {
  /** A sentence for callers. */
  message: string;
  /** The end of a crashed host's stderr. Only for the log: it contains stack traces and server paths. */
  crashOutput?: string;
  /** The process ran, but did not answer. */
  wasSilent?: boolean;
}

export interface CallHostHandlers {
  onMessage(message: FromHost): void;
  /** `onMessage` threw. */
  onFault(cause: unknown, message: FromHost): void;
  onGone(end: CallHostEnd): void;
}

/** How much of stderr is kept to explain a crash. */
const STDERR_MAX_CHARACTERS = 2000;

export class CallHostProcess implements HostLoad {
  /** Calls that use a slot. */
  readonly callIds = new Set<string>();
  /** Calls that the server abandoned, and that this host has not ended yet. */
  readonly givenUp = new Set<string>();
  /** Rejects if the process ends before it can take calls. The message is for callers; the cause is only for the log. */
  readonly ready: Promise<void>;
  readonly gone: Promise<void>;
  state: CallHostState = "starting";
  readonly #watch: HostWatch;
  /** The host's last report. */
  loopDelayMs = 0;
  #child: ChildProcess;
  #stderr = "";
  #killedFor: string | undefined;
  #wasSilent = false;

  constructor(settings: CallHostSettings, handlers: CallHostHandlers) {
    this.#child = forkHost();
    const { pid } = this.#child;
    this.#watch = new HostWatch({
      now: () => performance.now(),
      times: () => (pid === undefined ? undefined : mainThreadTimes(pid)),
    });
    let reportGone = () => {};
    this.gone = new Promise((resolve) => {
      reportGone = resolve;
    });
    this.ready = new Promise((resolve, reject) => {
      const onMessage = (message: FromHost) => {
        this.#watch.heard();
        if (message.type === "alive") this.loopDelayMs = message.loopDelayMs;
        if (message.type === "ready" && this.state === "starting") {
          this.state = "ready";
          resolve();
        }
        handlers.onMessage(message);
      };
      this.#child.on("message", guarded(handlers.onFault, onMessage));
      const gone = (end: CallHostEnd) => {
        if (this.state === "gone") return;
        this.state = "gone";
        reject(new Error(end.message, end.crashOutput === undefined ? {} : { cause: new Error(end.crashOutput) }));
        handlers.onGone(end);
        reportGone();
      };
      this.#child.once("error", (error) => gone({ message: "the call host failed.", crashOutput: error.message }));
      this.#child.once("exit", (code, signal) => gone(this.#explainExit(code, signal)));
      this.#child.once("disconnect", () => this.kill());
    });
    const pulse = setInterval(() => {
      if (this.#watch.check() && this.state === "ready") this.#killStuck();
    }, HOST_PULSE_MS);
    void this.gone.then(() => clearInterval(pulse));
    this.send({ type: "set-up", settings });
    // `onGone` reports a host that dies before anything waits for it.
    this.ready.catch(() => {});
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_MAX_CHARACTERS);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(message: ToHost): boolean {
    if (this.state === "gone" || !this.#child.connected) return false;
    // The exit event reports a host that dies while the message is being sent.
    this.#child.send(message, () => {});
    return true;
  }

  /** Asks the host to end its calls and exit. A starting host has no calls and would read the message late, so it is killed. */
  leave(endedReason: string): void {
    if (this.state === "gone") return;
    if (this.state === "starting") this.kill();
    this.state = "leaving";
    this.send({ type: "drain", endedReason });
  }

  get isReady(): boolean {
    return this.state === "ready";
  }

  get calls(): number {
    return this.callIds.size;
  }

  get waitsForCpu(): boolean {
    return this.#watch.waitsForCpu;
  }

  /** The process is so busy that the sound of its calls is late. */
  get isOverloaded(): boolean {
    return this.isReady && (this.loopDelayMs >= OVERLOAD_LOOP_DELAY_MS || this.#watch.isLate);
  }

  /** The process does not answer although it could, so it may hang. */
  get isSilent(): boolean {
    return this.#watch.isSilent;
  }

  #killStuck(): void {
    this.#wasSilent = true;
    this.kill("stopped answering");
  }

  /** `why` completes the sentence "the call host …". */
  kill(why?: string): void {
    this.#killedFor ??= why;
    this.#child.kill("SIGKILL");
  }

  #explainExit(code: number | null, signal: NodeJS.Signals | null): CallHostEnd {
    const how = this.#killedFor ?? (signal ? `was killed by ${signal}` : `exited with code ${code}`);
    const message = `the call host ${how}.`;
    const crashOutput = withoutSpeech(this.#stderr).trim();
    return { message, wasSilent: this.#wasSilent, ...(crashOutput && code !== 0 ? { crashOutput } : {}) };
  }
}

/** The speech library prints words that it cannot pronounce, with the place in its source in front. Spoken words must not reach a log. */
function withoutSpeech(stderr: string): string {
  return stderr
    .split("\n")
    .filter((line) => !/\.(?:cc|h):\w+:\d+ /.test(line))
    .join("\n");
}

function forkHost(): ChildProcess {
  const { file, execArgv } = ownProgram(new URL("./call-host.js", import.meta.url));
  const environment = Object.fromEntries(
    PASSED_ENVIRONMENT.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return fork(file, [], {
    // tsx is found from this folder.
    ...(execArgv.length > 0 ? { cwd: fileURLToPath(new URL(".", import.meta.url)) } : {}),
    execArgv,
    env: environment,
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}
