import { z } from "zod";
import { USED_PARTS } from "../cost/priced-units.ts";
import { Id } from "../wire/entity.ts";
import { describeRoutes } from "../wire/noun.ts";
import { catalogNoun } from "./catalog-noun.ts";
import { CatalogRow } from "./catalog-row.ts";
import { Ending } from "./endings.ts";

export const OfferedNames = z.object({
  /** The names of the catalog that have not ended, recommended ones first; then those that only the provider lists. */
  names: z.array(z.string()),
  /** Whether `names` includes the provider's own list. `unlisted`: it has none, or none that Callwright reads. */
  list: z.enum(["read", "needs-credential", "unlisted", "failed"]),
  /** Why the list could not be read. */
  message: z.string().optional(),
});
export type OfferedNames = z.infer<typeof OfferedNames>;

/** An assistant, a squad or a workflow with a name that its provider ends. */
export const EndingUse = Ending.extend({
  resource: z.enum(["assistant", "squad", "workflow"]),
  id: Id,
  /** The name of the assistant, squad or workflow. */
  label: z.string(),
});
export type EndingUse = z.infer<typeof EndingUse>;

export const catalogRoutes = describeRoutes(catalogNoun.addresses, {
  listCatalog: {
    response: z.array(CatalogRow),
    summary: "List the models, voice models and transcribers that this server knows, with days and prices",
  },
  getOfferedNames: {
    query: z.object({ part: z.enum(USED_PARTS), provider: z.string().min(1).max(100) }),
    response: OfferedNames,
    summary: "List names to choose from at a provider: the catalog's, and with a key those that the provider lists",
  },
  listEndingUses: {
    response: z.array(EndingUse),
    summary: "List what uses a model, a voice or a transcriber that ends within 60 days or has ended",
  },
});
