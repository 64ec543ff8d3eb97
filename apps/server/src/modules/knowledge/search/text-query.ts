/** Parts of a `tsquery` of PostgreSQL. */

export const lexeme = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
export const anyOf = (queries: readonly string[]) => queries.map((query) => `(${query})`).join(" | ");
export const allOf = (queries: readonly string[]) => queries.map((query) => `(${query})`).join(" & ");

/** The word that all passages of an organization have. */
export const orgLexeme = (orgId: string) => `org:${orgId}`;
