import { setTimeout as delay } from "node:timers/promises";
import { endedBy } from "@callwright/contract";
import { DiagLogLevel, diag, ROOT_CONTEXT, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { Config } from "../config/config.ts";
import type { Logger } from "../config/logger.ts";
import { VERSION } from "../config/version.ts";
import type { Database } from "../db/connect.ts";
import { loggableCause } from "../db/database-retry.ts";
import { callSpans } from "./call-spans.ts";
import { emitSpan } from "./emit-span.ts";
import { firstTimeOf, readCall, type TracedCall, traceIdOf } from "./read-call.ts";
import type { CallTelemetry, EndedCall } from "./telemetry.ts";

/** Maximum unsent spans. A long call has thousands, and its root ends last. */
const MAX_WAITING_SPANS = 65_536;
const CLOSE_MAX_MS = 2_000;

export interface CallTraces extends CallTelemetry {
  /** Sends the spans that wait, for at most 2 s. */
  close(): Promise<void>;
}

/**
 * Sends a trace of each ended call to the OpenTelemetry collector at OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP, JSON). The id of a
 * trace is the id of its call without hyphens. Undefined: no collector is set, and nothing is loaded.
 */
export async function openTraces(
  { otlpEndpoint, otlpServiceName }: Pick<Config, "otlpEndpoint" | "otlpServiceName">,
  { db, log }: { db: Database; log: Logger },
): Promise<CallTraces | undefined> {
  if (otlpEndpoint === undefined) return undefined;
  const { OTLPTraceExporter } = await import("@opentelemetry/exporter-trace-otlp-http");
  const { BatchSpanProcessor, RandomIdGenerator, TracerProvider } = await import("@opentelemetry/sdk-trace");
  const { resourceFromAttributes } = await import("@opentelemetry/resources");
  const exporter = new OTLPTraceExporter({ url: `${otlpEndpoint}/v1/traces` });
  const nothing = () => {};
  diag.setLogger(
    {
      verbose: nothing,
      debug: nothing,
      info: nothing,
      error: nothing,
      // Other messages repeat the exporter's report below, or contain headers.
      warn: (message) => message.startsWith("Dropped ") && log.warn(message),
    },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const { generateSpanId } = new RandomIdGenerator();
  /** The trace of the call whose spans are being made. */
  let traceId = "";
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": otlpServiceName, "service.version": VERSION }),
    idGenerator: { generateTraceId: () => traceId, generateSpanId },
    spanProcessors: [
      new BatchSpanProcessor({
        maxQueueSize: MAX_WAITING_SPANS,
        exporter: {
          export: (spans, done) =>
            exporter.export(spans, (result) => {
              if (result.error) log.warn({ spans: spans.length, err: result.error }, "traces could not be sent to the collector");
              done(result);
            }),
          shutdown: () => exporter.shutdown(),
        },
      }),
    ],
  });
  const tracer = provider.getTracer("callwright");
  const reading = new Set<Promise<void>>();

  async function send(ended: EndedCall): Promise<void> {
    const found = await readCall(db, ended.callId);
    if (!found) return;
    traceId = traceIdOf(ended.callId);
    traceCall(tracer, ended, found);
  }

  return {
    callEnded(ended) {
      const sent = send(ended)
        .catch((error: unknown) =>
          log.warn({ callId: ended.callId, err: loggableCause(error) }, "the trace of a call could not be made"),
        )
        .finally(() => reading.delete(sent));
      reading.add(sent);
    },
    async close() {
      const sent = Promise.all(reading).then(() => provider.shutdown());
      // The server's end does not wait for an unreachable collector. The log reports the failure.
      await Promise.race([sent.catch(() => {}), delay(CLOSE_MAX_MS, undefined, { ref: false })]);
    },
  };
}

function traceCall(tracer: Tracer, { callId, endedReason }: EndedCall, found: TracedCall): void {
  const { orgId, type, startedAt, endedAt, events } = found;
  const attributes = {
    "callwright.call.id": callId,
    "callwright.org.id": orgId,
    "callwright.call.type": type,
    "callwright.call.ended_reason": endedReason,
  };
  const startTime = firstTimeOf(found);
  const zeroMs = (startedAt ?? startTime).getTime();
  const endMs = (endedAt ?? startTime).getTime();
  const root = tracer.startSpan("call", { root: true, startTime, attributes }, ROOT_CONTEXT);
  if (endedBy(endedReason) === "provider") root.setStatus({ code: SpanStatusCode.ERROR });
  for (const { type: happened, payload, atMs } of events)
    if (happened === "failure")
      root.addEvent("failure", { "callwright.part": payload.part, "callwright.provider": payload.provider }, zeroMs + atMs);
  for (const span of callSpans(events, endMs - zeroMs)) emitSpan(tracer, span, zeroMs, trace.setSpan(ROOT_CONTEXT, root));
  root.end(endMs);
}
