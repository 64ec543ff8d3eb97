import type { ValueFilter } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";

/** Numbers as people and JSON write them, of a size that PostgreSQL's `numeric` takes. */
const NUMBER = "^[-+]?[0-9]{1,50}(\\.[0-9]{1,50})?([eE][-+]?[0-9]{1,3})?$";

const COMPARISONS = { eq: "=", neq: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Conditions on a text; a value that is not there fulfils none. */
export function valueFilter(value: SQL, filter: ValueFilter): SQL[] {
  const comparisons = Object.entries(COMPARISONS).flatMap(([name, operator]) => {
    const operand = filter[name as keyof typeof COMPARISONS];
    return operand === undefined ? [] : [compare(value, sql.raw(operator), operand)];
  });
  const { contains, notContains } = filter;
  return [
    ...comparisons,
    ...(contains === undefined ? [] : [sql`strpos(${value}, ${contains}) > 0`]),
    ...(notContains === undefined ? [] : [sql`strpos(${value}, ${notContains}) = 0`]),
  ];
}

/** As numbers where both are, as texts, by their code points, otherwise. */
function compare(value: SQL, operator: SQL, operand: string): SQL {
  const asTexts = sql`(${value}) collate "C" ${operator} ${operand}`;
  if (!new RegExp(NUMBER).test(operand)) return asTexts;
  return sql`case when (${value}) ~ ${NUMBER} then (${value})::numeric ${operator} ${operand}::numeric else ${asTexts} end`;
}
