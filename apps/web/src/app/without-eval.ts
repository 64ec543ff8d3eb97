import { config } from "zod/v4/core";

// The page's content security policy forbids `eval`. Zod tries it when the first schema is made, and browsers report that. So this module
// is the first import of the page: the schemas of the contract are made when they are imported.
config({ jitless: true });
