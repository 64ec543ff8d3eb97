import { type Context, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { CallSpan } from "./call-spans.ts";

/** Makes a span with its children. `zeroMs`: epoch milliseconds of 0 on the call's clock. */
export function emitSpan(tracer: Tracer, span: CallSpan, zeroMs: number, within: Context): void {
  const { name, startMs, endMs, attributes, failed, children } = span;
  const emitted = tracer.startSpan(name, { startTime: zeroMs + startMs, attributes }, within);
  if (failed) emitted.setStatus({ code: SpanStatusCode.ERROR });
  for (const child of children) emitSpan(tracer, child, zeroMs, trace.setSpan(within, emitted));
  emitted.end(zeroMs + endMs);
}
