import { searchOf, text, typed } from "../../kit/search-params.ts";

/** The filters: a part of a name or an id, the kind of thing, and the name of who deleted it. */
export const deletedSearch = searchOf({ q: typed, thing: text, by: typed });
export type DeletedSearch = ReturnType<typeof deletedSearch>;
