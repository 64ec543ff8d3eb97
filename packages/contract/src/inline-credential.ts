import { z } from "zod";

/** A provider's key that belongs to one assistant or workflow alone. Its other fields are the provider's. */
export const InlineCredential = z.looseObject({ provider: z.string().min(1).max(100) });
export type InlineCredential = z.infer<typeof InlineCredential>;
