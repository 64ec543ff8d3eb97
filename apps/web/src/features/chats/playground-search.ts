import { searchOf, text } from "../../kit/search-params.ts";

/** The playground's state in the address: the assistant, or the session to continue. */
export const playgroundSearch = searchOf({ assistantId: text, sessionId: text });
