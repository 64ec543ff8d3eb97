import type { z } from "zod";
import { ProviderError } from "../../model/provider-error.ts";

/** The settings of a fake, defaults filled in. A name or a value that no fake knows is a `ProviderError`, as with any provider. */
export function readFakeSettings<Schema extends z.ZodType>(
  schema: Schema,
  settings: unknown,
  part: ProviderError["part"],
): z.infer<Schema> {
  const read = schema.safeParse(settings);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ");
  throw new ProviderError(`There is no such fake ${part}. ${problems}.`, { provider: "callwright", part, retryable: false });
}
