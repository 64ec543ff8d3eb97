import { setTimeout as delay } from "node:timers/promises";
import { ENDED_BY, endedBy, TURN_SEGMENTS, turnSegments, turnWaitMs } from "@callwright/contract";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CallTelemetry, EndedCall } from "./telemetry.ts";

/** Sources of each scrape. A gauge whose source fails or hangs is left out. */
export interface MetricSources {
  /** The calls of this node, by state, and its call host processes. */
  load(): { calls: Readonly<Record<string, number>>; hosts: number; isDraining: boolean };
  /** Calls that this node can host at a time. */
  callSlots: number;
  /** By name. */
  pools: Readonly<Record<string, { totalCount: number; idleCount: number; waitingCount: number }>>;
  /** The queues of all nodes that share the database. */
  queues(): Promise<readonly { name: string; queuedCount: number; activeCount: number; failedCount: number }[]>;
}

const SOURCE_MAX_MS = 2_000;

/** Seconds. The aim of a turn is 0.6. */
const WAIT_BUCKETS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.5, 2, 3, 5, 10];

/**
 * The server's metrics in the Prometheus text format. Names begin with `callwright_`; `process_` and `nodejs_` are of this process. Turns and
 * failures are counted when their call ends, from its stored events, so that they agree with the database.
 */
export class ServerMetrics implements CallTelemetry {
  readonly #registry = new Registry();
  readonly #ended = this.#counter("calls_ended_total", "Calls that ended, by who ended them.", ["by"]);
  readonly #failures = this.#counter("provider_failures_total", "Failures of models, voices and transcribers in ended calls.", [
    "part",
    "provider",
  ]);
  readonly #waits = this.#histogram(
    "turn_wait_seconds",
    "From the end of the caller's speech to the first sound of the answer.",
    [],
  );
  readonly #segments = this.#histogram("turn_segment_seconds", "The parts of that wait; they add up to it.", ["segment"]);

  constructor() {
    // A counter without a first value is missing, and so is a rate over it.
    for (const by of ENDED_BY) this.#ended.inc({ by }, 0);
    for (const segment of TURN_SEGMENTS) this.#segments.zero({ segment });
  }

  callEnded({ endedReason, measure: { turns, failures } }: EndedCall): void {
    this.#ended.inc({ by: endedBy(endedReason) });
    for (const { part, provider } of failures) this.#failures.inc({ part, provider });
    for (const turn of turns) {
      this.#waits.observe(turnWaitMs(turn) / 1000);
      for (const { name, durationMs } of turnSegments(turn)) this.#segments.observe({ segment: name }, durationMs / 1000);
    }
  }

  /** Adds gauges that each scrape reads. Call it once, when the server is ready. */
  watch({ load, callSlots, pools, queues }: MetricSources): void {
    collectDefaultMetrics({ register: this.#registry });
    this.#gauge("calls", "Calls of this node.", ["state"], (set) => {
      for (const [state, count] of Object.entries(load().calls)) set({ state }, count);
    });
    this.#gauge("call_slots", "Calls that this node can host at a time.", [], (set) => set({}, callSlots));
    this.#gauge("draining", "1 while this node takes no new calls and waits for the end of its own.", [], (set) =>
      set({}, load().isDraining ? 1 : 0),
    );
    this.#gauge("call_hosts", "Call host processes of this node.", [], (set) => set({}, load().hosts));
    this.#gauge("database_connections", "Connections of this node to the database.", ["pool", "state"], (set) => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        set({ pool, state: "busy" }, totalCount - idleCount);
        set({ pool, state: "idle" }, idleCount);
        set({ pool, state: "waited_for" }, waitingCount);
      }
    });
    this.#gauge("jobs", "Background jobs of all nodes that share the database.", ["queue", "state"], async (set) => {
      for (const { name: queue, queuedCount, activeCount, failedCount } of await queues()) {
        set({ queue, state: "queued" }, queuedCount);
        set({ queue, state: "active" }, activeCount);
        set({ queue, state: "failed" }, failedCount);
      }
    });
  }

  /** The metrics now. `type` is their media type. */
  async read(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() };
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name: `callwright_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: Label[]): Histogram<Label> {
    return new Histogram({ name: `callwright_${name}`, help, labelNames, buckets: WAIT_BUCKETS, registers: [this.#registry] });
  }

  #gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    read: (set: (labels: Record<Label, string> | Record<string, never>, value: number) => void) => void | Promise<void>,
  ): void {
    new Gauge({
      name: `callwright_${name}`,
      help,
      labelNames,
      registers: [this.#registry],
      async collect() {
        this.reset();
        const collected = async () => {
          await read((labels, value) => this.set(labels as Record<Label, string>, value));
          return true;
        };
        // The database may be down; the other metrics are still useful.
        const isRead = await Promise.race([collected().catch(() => false), delay(SOURCE_MAX_MS, false, { ref: false })]);
        if (isRead) return;
        this.reset();
        // `reset` sets a gauge without labels to 0.
        if (labelNames.length === 0) this.remove();
      },
    });
  }
}
