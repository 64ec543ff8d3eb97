/** npm passes on a Ctrl-C that the terminal has already sent, so one press arrives twice. */
const SAME_PRESS_MS = 2_000;

export interface StopSteps {
  /** Takes no new calls, and resolves when no call is left or the signal aborts. */
  drain(signal: AbortSignal): Promise<void>;
  /** Ends everything else in order. */
  end(): Promise<void>;
  exit(code: number): void;
  /** Milliseconds on a clock that only goes forward. */
  nowMs(): number;
}

/**
 * What requests to stop do. Answers what takes a request: whether it asks to drain, and the exit code if nothing is waited for.
 *
 * ```
 *   running ── asked to drain ──▶ draining ── no call is left, too late, asked again ──▶ ending ── asked again ──▶ exit
 *      └────── asked to stop ────────────────────────────────────────────────────────────▲
 * ```
 */
export function createStopRequests({ drain, end, exit, nowMs }: StopSteps): (request: { drains: boolean; code: number }) => void {
  let stage: "running" | "draining" | "ending" = "running";
  let askedMs = Number.NEGATIVE_INFINITY;
  const hurry = new AbortController();

  async function stop(): Promise<void> {
    if (stage === "draining") await drain(hurry.signal);
    stage = "ending";
    await end();
  }

  return ({ drains, code }) => {
    const isSamePress = nowMs() - askedMs <= SAME_PRESS_MS;
    if (isSamePress) return;
    askedMs = nowMs();
    // The database recovers what was committed at the next start.
    if (stage === "ending") return exit(code);
    const wasRunning = stage === "running";
    stage = wasRunning && drains ? "draining" : "ending";
    if (wasRunning) void stop();
    else hurry.abort();
  };
}
