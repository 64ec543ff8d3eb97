import { searchOf, text } from "../../kit/search-params.ts";

/** State of an entity's page in the address. Without a tab, the first one is open. */
export const resourcePageSearch = searchOf({
  tab: text,
  /** The compared versions. */
  from: text,
  to: text,
});

/** State of the create page: `from` is the id of the entity to copy, `kind` the initial kind (`openai`). */
export const resourceCreateSearch = searchOf({ tab: text, from: text, kind: text });
