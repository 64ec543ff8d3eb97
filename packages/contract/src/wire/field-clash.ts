import { z } from "zod";

export const FieldClash = z.object({
  path: z.array(z.string()),
  /** The value that was sent. Absent: the field was to be removed. */
  yours: z.unknown().optional(),
  /** The stored value. Absent: the field is not set. */
  theirs: z.unknown().optional(),
});
/** A field that two sides changed to different values. */
export type FieldClash = z.infer<typeof FieldClash>;
