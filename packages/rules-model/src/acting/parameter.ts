import { terms } from "../answers/word-match.ts";
import { allowsNull, isRecord, plainSchema, type Schema, textOf, typeOf, wordsOfName } from "./schema.ts";

/** The meaning of a value. It decides how the value is read and requested. */
export type Kind =
  | "boolean"
  | "code"
  | "date"
  | "date-time"
  | "duration"
  | "email"
  | "enum"
  | "list"
  | "number"
  | "person"
  | "phone"
  | "place"
  | "question"
  | "text"
  | "time";

/** A value of a tool. A value inside an object is a separate parameter. */
export interface Parameter {
  /** The place in the arguments: `["customer", "name"]`. */
  path: readonly string[];
  kind: Kind;
  /** The words of its name: "party size". */
  words: string;
  /** Its title or short description, or else its words. */
  label: string;
  description: string;
  /** The words of name, title and description that carry meaning. */
  terms: ReadonlySet<string>;
  isRequired: boolean;
  allowsNull: boolean;
  /** Used when the caller does not say another. */
  fallback: unknown;
  schema: Schema;
  /** The parameter of a list's entries. */
  entry: Parameter | undefined;
}

const DEPTH_MAX = 4;
const PARAMETERS_MAX = 50;
const DESCRIPTION_MAX_CHARACTERS = 300;

/** The values of an object's schema, including those of inner objects. */
export function readParameters(schema: Schema): Parameter[] {
  return [...parametersOf(schema, [], true)].slice(0, PARAMETERS_MAX);
}

function* parametersOf(schema: Schema, path: readonly string[], isRequired: boolean): Generator<Parameter> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isRecord(schema.properties) ? schema.properties : {};
  // A database may not keep the order of properties. It keeps the order of the required ones.
  const names = new Set([...required.filter((name): name is string => typeof name === "string"), ...Object.keys(properties)]);
  for (const name of names) {
    const given = properties[name];
    if (!isRecord(given)) continue;
    const isNeeded = isRequired && required.includes(name);
    const property = plainSchema(given);
    const at = [...path, name];
    if (typeOf(property) === "object" && at.length < DEPTH_MAX) yield* parametersOf(property, at, isNeeded);
    else yield toParameter(property, at, isNeeded, allowsNull(given));
  }
}

function toParameter(schema: Schema, path: readonly string[], isRequired: boolean, nullable: boolean): Parameter {
  const words = wordsOfName(path.at(-1) ?? "");
  const title = textOf(schema, "title");
  const description = textOf(schema, "description").slice(0, DESCRIPTION_MAX_CHARACTERS);
  const items = typeOf(schema) === "array" && isRecord(schema.items) ? schema.items : {};
  return {
    path,
    kind: kindOf(schema, words, `${title} ${description}`.toLowerCase()),
    words,
    label: title || words,
    description,
    terms: terms(`${words} ${title} ${description}`),
    isRequired,
    allowsNull: nullable,
    fallback: schema.const ?? schema.default,
    schema,
    entry: typeOf(schema) === "array" ? toParameter(plainSchema(items), path, false, false) : undefined,
  };
}

const FORMATS: Record<string, Kind> = {
  date: "date",
  time: "time",
  "date-time": "date-time",
  duration: "duration",
  email: "email",
  uuid: "code",
};
/** Kinds by the name; the first match applies. */
const NAMES: readonly [RegExp, Kind][] = [
  [/\be ?mail\b/, "email"],
  [/\b(?:phone|telephone|mobile|cell(?:phone)?|callback)\b/, "phone"],
  [/\b(?:date ?time|timestamp|date and time|starts? at|ends? at)\b/, "date-time"],
  [/\b(?:date|day|dob|birthday|birth ?date)$/, "date"],
  [/^(?:date|day|check ?in|check ?out)\b/, "date"],
  [/\btime$|^time\b(?! ?zone)/, "time"],
  [/\b(?:id|number|no|code|reference|ref|zip|pin|sku|postcode|iban)$/, "code"],
  [
    /\b(?:first|last|full|customer|caller|guest|client|patient|contact|person|user|family|given|your|attendee|member)s? ?name$|^surname$/,
    "person",
  ],
  [/\b(?:city|town|location|place|country|destination|origin|region|address|street|pick ?up|drop ?off)$|^(?:from|to)$/, "place"],
  [/^(?:question|query|search|search (?:term|query|text)|keywords?|prompt)$|\b(?:question|query)$/, "question"],
];
const NAME_OF_A_THING =
  /\b(?:product|item|service|company|business|restaurant|file|event|city|street|pet|dish|tool|room|course|medication)s?\b/;

function kindOf(schema: Schema, words: string, about: string): Kind {
  const type = typeOf(schema);
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return "enum";
  if (type === "array") return "list";
  if (type === "boolean" || type === "number" || type === "integer") return type === "boolean" ? "boolean" : "number";
  const byFormat = FORMATS[textOf(schema, "format")];
  if (byFormat) return byFormat;
  const byName = NAMES.find(([pattern]) => pattern.test(words))?.[1];
  if (byName) return byName;
  if (words === "name") return NAME_OF_A_THING.test(about) ? "text" : "person";
  if (words === "when") return /\btime\b/.test(about) ? "date-time" : "date";
  return "text";
}
