/** Fields of a row as the API shows them: times are text, and what has no value is left out. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  const known = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const texts = known.map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]);
  return Object.fromEntries(texts) as Present<Fields>;
}

type Absent<Fields> = {
  [Name in keyof Fields]-?: null extends Fields[Name] ? Name : undefined extends Fields[Name] ? Name : never;
}[keyof Fields];
type Shown<Value> = Value extends Date ? string : Value;
type Present<Fields> = { [Name in Exclude<keyof Fields, Absent<Fields>>]: Shown<Fields[Name]> } & {
  [Name in Absent<Fields>]?: Shown<NonNullable<Fields[Name]>>;
};
