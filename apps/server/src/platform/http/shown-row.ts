type Value<Stored> = Exclude<Stored, null> extends Date ? string : Exclude<Stored, null>;
type Nullable<Row> = { [Name in keyof Row]: null extends Row[Name] ? Name : never }[keyof Row];
type Shown<Row> = { [Name in Exclude<keyof Row, Nullable<Row>>]: Value<Row[Name]> } & {
  [Name in Nullable<Row>]?: Value<Row[Name]>;
};

/** Fields of a row as the API shows them: times as texts, and what is null not at all. */
export function shownRow<Row extends object>(row: Row): Shown<Row> {
  const fields = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as Shown<Row>;
}
