/** A span as OTLP/JSON has it (opentelemetry-proto 1.9, `trace.proto`, read on 2026-11-26). Times are nanoseconds since 1970. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: OtlpValue }[];
  events: { name: string; timeUnixNano: string }[];
  status: { code?: number };
}

export interface OtlpValue {
  stringValue?: string;
  intValue?: number;
  arrayValue?: { values: OtlpValue[] };
}
