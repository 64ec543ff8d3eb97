import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { CallHostSettings, FromHost, ToHost } from "./call-host-protocol.ts";

/**
 * One call host as its parent sees it.
 *
 * ```
 *   starting ── ready ──▶ ready ── retire | drain ──▶ leaving ── exit ──▶ gone
 *       └────────── exit, broken channel ──┴──────────────────────────────▲
 * ```
 */
export type CallHostState = "starting" | "ready" | "leaving" | "gone";

/** What a host may see of the server's environment: enough to find programs and certificates, no secrets. */
const PASSED_ENVIRONMENT = [
  ...["PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH", "SystemRoot"],
  ...["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"],
];

/** Why a host is gone. */
export interface CallHostEnd {
  /** A sentence that callers may see. */
  message: string;
  /** Last words of a host that crashed, for the log alone: stack traces and paths of the server are in them. */
  lastWords?: string;
}

/** Last words of a host on stderr, kept to explain a crash. */
const STDERR_MAX_CHARACTERS = 2000;

export class CallHostProcess {
  readonly callIds = new Set<string>();
  /** Rejects when the process ends before it could take calls: with a sentence that callers may see, whose cause is for the log. */
  readonly ready: Promise<void>;
  readonly gone: Promise<void>;
  state: CallHostState = "starting";
  #child: ChildProcess;
  #stderr = "";
  #killedFor: string | undefined;

  constructor(settings: CallHostSettings, handlers: { onMessage(message: FromHost): void; onGone(end: CallHostEnd): void }) {
    this.#child = forkHost(settings);
    let reportGone = () => {};
    this.gone = new Promise((resolve) => {
      reportGone = resolve;
    });
    this.ready = new Promise((resolve, reject) => {
      this.#child.on("message", (message: FromHost) => {
        if (message.type === "ready" && this.state === "starting") {
          this.state = "ready";
          resolve();
        }
        handlers.onMessage(message);
      });
      const gone = (end: CallHostEnd) => {
        if (this.state === "gone") return;
        this.state = "gone";
        reject(new Error(end.message, end.lastWords === undefined ? {} : { cause: new Error(end.lastWords) }));
        handlers.onGone(end);
        reportGone();
      };
      this.#child.once("error", (error) => gone({ message: "the call host failed.", lastWords: error.message }));
      this.#child.once("exit", (code, signal) => gone(this.#explainExit(code, signal)));
      this.#child.once("disconnect", () => this.kill());
    });
    // A host that dies before anyone waits for it is reported through onGone.
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
    // A host that dies while the message is under way is reported by its exit.
    this.#child.send(message, () => {});
    return true;
  }

  /** Ask the host to end its calls and leave. One that is still starting holds none, and would hear it only once it has started. */
  leave(endedReason: string): void {
    if (this.state === "gone") return;
    if (this.state === "starting") this.kill();
    this.state = "leaving";
    this.send({ type: "drain", endedReason });
  }

  /** `why` completes the sentence that begins "the call host". */
  kill(why?: string): void {
    this.#killedFor ??= why;
    this.#child.kill("SIGKILL");
  }

  #explainExit(code: number | null, signal: NodeJS.Signals | null): CallHostEnd {
    const how = this.#killedFor ?? (signal ? `was killed by ${signal}` : `exited with code ${code}`);
    const message = `the call host ${how}.`;
    const lastWords = this.#stderr.trim();
    return lastWords && code !== 0 ? { message, lastWords } : { message };
  }
}

/** From source (tests, development) the host runs through tsx; built, plainly. */
function forkHost(settings: CallHostSettings): ChildProcess {
  const fromSource = import.meta.url.endsWith(".ts");
  const entry = fileURLToPath(new URL(fromSource ? "./call-host.ts" : "./call-host.js", import.meta.url));
  const environment = Object.fromEntries(
    PASSED_ENVIRONMENT.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return fork(entry, [], {
    ...(fromSource ? { cwd: fileURLToPath(new URL(".", import.meta.url)) } : {}),
    execArgv: fromSource ? ["--import", "tsx", "--conditions=callwright-source"] : [],
    env: { ...environment, CALLWRIGHT_CALL_HOST: JSON.stringify(settings) },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}
