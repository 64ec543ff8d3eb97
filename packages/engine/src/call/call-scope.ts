import { NO_TOOLS } from "../conversation/agent-tool.ts";
import { CallClock, type NowMs } from "../model/call-clock.ts";
import type { AgentCallOptions } from "./agent-call-options.ts";
import { AppChannel } from "./app-channel.ts";
import { CallLog } from "./call-log.ts";
import { createReport, type Report } from "./call-reporter.ts";
import { type CallSpec, isPhoneCall } from "./call-spec.ts";
import { CallTools } from "./call-tools.ts";
import type { Dialogue } from "./dialogue.ts";
import { PartialLines } from "./partial-lines.ts";
import type { PhoneSide } from "./phone/phone-side.ts";
import { UsageMeter } from "./usage-meter.ts";

/**
 * ```
 *   created ── joined, app channel open, transcriber ready, extension dialed ──▶ talking ── end ──▶ ended
 *      └── end, nobody joined, never connected, no app channel or transcriber in time ──────────────▲
 * ```
 * `CallerLink` knows whether the caller is present, and on which connection.
 */
type CallState = "created" | "talking" | "ended";

interface CallScopeActs {
  /** Called after each report, for the parts that act on what happens. */
  follow: Report;
  /** Has no effect on an ended call. */
  end(endedReason: string, message?: string): void;
}

/** Shared by all parts of one call. Each part gets it, besides what only that part needs. */
export class CallScope {
  /** The services of the call's host. */
  readonly host: AgentCallOptions;
  readonly spec: CallSpec;
  readonly now: NowMs;
  readonly log: AgentCallOptions["log"];
  readonly clock: CallClock;
  readonly tools: CallTools;
  readonly app: AppChannel;
  readonly report: Report;
  readonly meter: UsageMeter;
  readonly end: CallScopeActs["end"];
  state: CallState = "created";
  /** Undefined until caller and assistant can speak: it is created during the connection. */
  dialogue: Dialogue | undefined;
  /** Only in a telephone call. */
  phone: PhoneSide | undefined;
  readonly #partials: PartialLines;

  constructor(host: AgentCallOptions, { follow, end }: CallScopeActs) {
    const { spec, listener, log, now, shedding, tools = new CallTools(NO_TOOLS) } = host;
    const { clientMessages, serverMessages } = spec.assistant;
    const clock = new CallClock(now);
    const events = new CallLog(clock, (batch) => listener.onEvents(batch));
    const partials = new PartialLines({
      clock,
      shedding,
      nextSeq: () => events.nextSeq,
      send: (lines) => listener.onPartial(lines),
    });
    const onTooLong = (type: string, bytes: number) =>
      log("warn", `Messages are too long for the client, and left out: ${type} has ${bytes} bytes.`);
    this.host = host;
    this.spec = spec;
    this.now = now;
    this.log = log;
    this.clock = clock;
    this.tools = tools;
    this.app = new AppChannel(clientMessages, onTooLong, spec.isVisitor);
    if (isPhoneCall(spec)) {
      this.app.close();
      tools.withoutPage();
    }
    const report = createReport({ log: events, app: this.app, partials, serverMessages });
    this.report = (happening) => {
      report(happening);
      follow(happening);
    };
    this.meter = new UsageMeter(this.report);
    this.end = end;
    this.#partials = partials;
  }

  get isEnded(): boolean {
    return this.state === "ended";
  }

  /** Ignores calls after the end. An error ends this call: uncaught, it would end every call of the host. */
  guarded<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
    return (...args) => {
      if (this.isEnded) return;
      try {
        act(...args);
      } catch (error) {
        this.fault("The call failed.", error);
      }
    };
  }

  guard(act: () => void): void {
    this.guarded(act)();
  }

  fault(message: string, cause: unknown): void {
    this.log("error", `${message} ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
    this.end("pipeline-error", message);
  }

  /** The call has ended. Its last events can still be reported. */
  close(): void {
    this.state = "ended";
    this.#partials.close();
  }
}
