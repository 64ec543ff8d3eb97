import type { z } from "zod";
import type { StreamFrame } from "./media-stream.ts";

type Event = z.ZodObject<{ event: z.ZodLiteral<string> }>;

/** A frame of one of these events; undefined for an event that is new to us; a problem as text. */
export function readFrame<Schema extends z.ZodDiscriminatedUnion<readonly Event[]>>(
  schema: Schema,
  value: unknown,
  translate: (frame: z.infer<Schema>) => StreamFrame | undefined,
): StreamFrame | string | undefined {
  const { event } = value as { event?: unknown };
  const isKnown = schema.options.some(({ shape }) => shape.event.value === event);
  if (typeof event === "string" && !isKnown) return undefined;
  const frame = schema.safeParse(value);
  if (frame.success) return translate(frame.data);
  const [issue] = frame.error.issues;
  return `a frame whose ${issue?.path.join(".") || "event"} is wrong`;
}
