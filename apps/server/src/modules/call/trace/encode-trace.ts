import { createHash } from "node:crypto";
import { createTemplateRenderer } from "@callwright/engine/conversation";
import { type Attributes, ROOT_CONTEXT } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { VERSION } from "../../../platform/config/version.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { emitSpan } from "../../../platform/telemetry/emit-span.ts";
import { type TracedCall, traceIdOf } from "../../../platform/telemetry/read-call.ts";
import { langfuseSpans, prefixed } from "./langfuse-spans.ts";

type Plan = NonNullable<TracedCall["assistant"]["observabilityPlan"]>;

/** Spans of one request. A span has a tool's result of up to 16 kB, and Langfuse takes some megabytes. */
const SPANS_PER_REQUEST = 100;
/** Langfuse drops longer ids. */
const ID_MAX_CHARACTERS = 200;
const MAX_ATTRIBUTES = 1_000;

/**
 * The trace of a call as bodies of OTLP requests (JSON). The ids of its spans derive from the call's id, so that a trace that is sent again
 * replaces itself.
 */
export async function encodeTrace(
  found: TracedCall,
  plan: Plan,
  { config, now }: Pick<ServerContext, "config" | "now">,
): Promise<string[]> {
  const { TracerProvider } = await import("@opentelemetry/sdk-trace");
  const { resourceFromAttributes } = await import("@opentelemetry/resources");
  const { JsonTraceSerializer } = await import("@opentelemetry/otlp-transformer");
  const { root, zeroMs } = langfuseSpans(found);
  const shared = traceAttributes(found, plan, root.name, now);
  const ended: ReadableSpan[] = [];
  const nothing = async () => {};
  let count = 0;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": config.otlpServiceName, "service.version": VERSION }),
    idGenerator: {
      generateTraceId: () => traceIdOf(found.id),
      generateSpanId: () => createHash("sha256").update(`${found.id} ${count++}`).digest("hex").slice(0, 16),
    },
    spanLimits: { attributeCountLimit: MAX_ATTRIBUTES },
    spanProcessors: [
      {
        onStart: (span) => {
          // Langfuse filters by the fields of a trace, and reads them from every span.
          span.setAttributes(shared);
          if (span.attributes["langfuse.observation.type"] === "generation") span.setAttributes(promptAttributes(plan));
        },
        onEnd: (span) => void ended.push(span),
        forceFlush: nothing,
        shutdown: nothing,
      },
    ],
  });
  emitSpan(provider.getTracer("callwright"), root, zeroMs, ROOT_CONTEXT);
  const bodies: string[] = [];
  for (let at = 0; at < ended.length; at += SPANS_PER_REQUEST) {
    const bytes = JsonTraceSerializer.serializeRequest(ended.slice(at, at + SPANS_PER_REQUEST));
    if (bytes) bodies.push(Buffer.from(bytes).toString());
  }
  return bodies;
}

function traceAttributes(
  { id, assistantOverrides, details: { customer, customerId } }: TracedCall,
  { tags, metadata = {}, traceName }: Plan,
  name: string,
  now: () => Date,
): Attributes {
  const render = createTemplateRenderer({ variableValues: { ...assistantOverrides?.variableValues }, now });
  const userId = customerId ?? customer?.externalId ?? customer?.number;
  return {
    ...prefixed("langfuse.trace", { name: traceName === undefined ? name : render(traceName, "observabilityPlan.traceName") }),
    ...(tags.length > 0 && { "langfuse.trace.tags": [...tags] }),
    ...prefixed("langfuse.trace.metadata", metadata),
    "session.id": id,
    ...(typeof userId === "string" && { "user.id": userId.slice(0, ID_MAX_CHARACTERS) }),
  };
}

/** Langfuse links a generation to the version of a prompt. */
function promptAttributes({ promptName, promptVersion }: Plan): Attributes {
  if (promptName === undefined) return {};
  return {
    "langfuse.observation.prompt.name": promptName,
    ...(promptVersion !== undefined && { "langfuse.observation.prompt.version": promptVersion }),
  };
}
