import { z } from "zod";
import { AssistantOverrides, CreateAssistant, UpdateAssistant } from "../assistant/assistant.ts";
import { CreateStructuredOutput, UpdateStructuredOutput } from "../assistant/structured-output.ts";
import { CreateWebCall } from "../call/call.ts";
import { CreateCall } from "../call/call-phone.ts";
import { CreateCampaign, UpdateCampaign } from "../campaign/campaign.ts";
import { CreateWebChat, CreateWebChatResponse } from "../chat/chat.ts";
import { CreateChat, CreateChatResponse } from "../chat/chat-private.ts";
import { CreateSession, UpdateSession } from "../chat/session.ts";
import { CreateCredential } from "../credential/credential.ts";
import { CreateKnowledgeBase } from "../knowledge/knowledge-base.ts";
import { CreatePhoneNumber, ImportTwilioPhoneNumber, ImportVonagePhoneNumber } from "../phone/phone-number.ts";
import { CompliancePlan } from "../plan/compliance-plan.ts";
import { CreateSquad, UpdateSquad } from "../squad/squad.ts";
import { TransferDestination } from "../tool/assistant-destination.ts";
import { HandoffDestination } from "../tool/handoff-destination.ts";
import { CreateTool } from "../tool/tool.ts";
import { ToolRejectionPlan } from "../tool/tool-rejection-plan.ts";
import type { Warning } from "../wire/capabilities.ts";
import { type Fields, isFields } from "../wire/fields.ts";
import { withZone } from "../wire/instant.ts";
import { validationProblems } from "../wire/validation-problems.ts";
import { CreateWorkflow, UpdateWorkflow } from "../workflow/workflow.ts";
import { OLDER_FIELDS, type OlderField, SERVER_FIELDS } from "./older-fields.ts";

type Schema = z.core.$ZodType;
type Path = readonly (string | number)[];

/** Inside these, a field that the contract does not know is kept, with a warning. */
export const LENIENT: ReadonlySet<Schema> = new Set<Schema>([
  ...[CreateAssistant, UpdateAssistant, AssistantOverrides, CreateSquad, UpdateSquad, CreateWorkflow, UpdateWorkflow, CreateTool],
  ...[CreatePhoneNumber, ImportTwilioPhoneNumber, ImportVonagePhoneNumber, CreateKnowledgeBase],
  ...[CreateStructuredOutput, UpdateStructuredOutput, CreateCampaign, UpdateCampaign],
  ...[
    CreateCall,
    CreateWebCall,
    CreateChat,
    CreateChatResponse,
    CreateWebChat,
    CreateWebChatResponse,
    CreateSession,
    UpdateSession,
  ],
]);

/** Inside these, such a field is refused, because the client relies on its effect. */
const STRICT: ReadonlySet<Schema> = new Set<Schema>([
  CompliancePlan,
  CreateCredential,
  TransferDestination,
  HandoffDestination,
  ToolRejectionPlan,
]);

/** The warning of a field that the contract does not know. */
export const UNKNOWN_FIELD = "Unknown to this server, no effect.";

/** A name with fewer letters than this has no typos: with another letter, it is another name. */
const TYPO_MIN_LETTERS = 4;
/** A name may have one typo for this many letters. */
const LETTERS_PER_TYPO = 4;

export interface ReadOptions {
  /** The name of the whole value in problems. Default: `body`. */
  whole?: "body" | "query";
  /** For a PATCH, where the value is the stored resource with the PATCH applied: the fields of the PATCH. An older field replaces a stored one. */
  changed?: ReadonlySet<string>;
}

export type Written<Value> =
  /**
   * `warnings`: kept fields without effect, and older fields that lost to current ones. `parts`: top-level fields that only older fields wrote, each
   * only a part of it. A PATCH changes these parts and keeps the rest of the stored field.
   */
  { ok: true; value: Value; warnings: Warning[]; parts: ReadonlySet<string> } | { ok: false; problems: string[] };

/**
 * Reads a client's value, at any depth. Fields of older clients get today's names. Null for an optional field is no field. Unknown fields
 * are kept inside `LENIENT` schemas, unless they look like a typo. The schema checks the rest. Does not throw.
 */
export function readWritten<Value>(schema: z.ZodType<Value>, written: unknown, options: ReadOptions = {}): Written<Value> {
  const { whole = "body" } = options;
  const { translated, reader } = translate(schema, written, options);
  const parsed = schema.safeParse(translated, { reportInput: true });
  if (!parsed.success)
    return {
      ok: false,
      problems: [...reader.problems, ...validationProblems(parsed.error, whole).map((each) => reader.explained(each))],
    };
  if (reader.problems.length > 0) return { ok: false, problems: reader.problems };
  for (const { path, value } of reader.kept) putBack(parsed.data, path, value);
  return { ok: true, value: parsed.data, warnings: reader.warnings, parts: reader.parts };
}

/** The value without the unknown fields that are kept. For forms, which apply the schema themselves. */
export function writtenFields(schema: z.ZodType, written: unknown): unknown {
  return translate(schema, written).translated;
}

/** The value in today's names, with all unknown fields and unchecked. For files, whose texts name variables. */
export function inTodaysNames(
  schema: z.ZodType,
  written: unknown,
): { value: unknown; warnings: readonly Warning[]; problems: readonly string[] } {
  const { translated, reader } = translate(schema, written);
  for (const { path, value } of reader.kept) putBack(translated, path, value);
  return { value: translated, warnings: reader.warnings, problems: reader.problems };
}

function translate(schema: z.ZodType, written: unknown, options: ReadOptions = {}): { translated: unknown; reader: Reader } {
  const reader = new Reader(options.changed);
  return { translated: reader.read(schema, written, { path: [], isLenient: false }), reader };
}

interface Place {
  path: Path;
  isLenient: boolean;
}

class Reader {
  readonly problems: string[] = [];
  readonly warnings: Warning[] = [];
  readonly kept: { path: Path; value: unknown }[] = [];
  readonly parts = new Set<string>();
  /** Sentence of an unknown field → the name that was probably meant. */
  readonly #meant = new Map<string, string>();
  readonly #changed: ReadonlySet<string> | undefined;

  constructor(changed?: ReadonlySet<string>) {
    this.#changed = changed;
  }

  /** The value in the schema's form. */
  read(schema: Schema, value: unknown, { path, isLenient }: Place): unknown {
    if (typeof value === "string") return isInstant(schema) ? withZone(value) : value;
    if (typeof value !== "object" || value === null) return value;
    const place = { path, isLenient: !STRICT.has(schema) && (isLenient || LENIENT.has(schema)) };
    const { def } = (schema as z.core.$ZodTypes)._zod;
    switch (def.type) {
      case "object":
        return isFields(value) ? this.#object(def, value, place) : value;
      case "array":
        return Array.isArray(value) ? value.map((each, index) => this.read(def.element, each, inside(place, index))) : value;
      case "record":
        return isFields(value) ? mapFields(value, (each, key) => this.read(def.valueType, each, inside(place, key))) : value;
      case "union":
        return this.#union(def, value, place);
      case "lazy":
        return this.read((schema as z.core.$ZodLazy)._zod.innerType, value, place);
      case "pipe":
        return this.read(def.in, value, place);
      default:
        return "innerType" in def ? this.read(def.innerType, value, place) : value;
    }
  }

  /** `property temprature should not exist: write temperature` */
  explained(sentence: string): string {
    const meant = this.#meant.get(sentence);
    return meant === undefined ? sentence : `${sentence}: write ${meant}`;
  }

  #object({ shape, catchall }: z.core.$ZodObjectDef, value: Fields, place: Place): Fields {
    const known = (name: string) => Object.hasOwn(shape, name);
    const fields = this.#translated(known, value, place);
    const isClosed = catchall?._zod.def.type === "never";
    const read: Fields = {};
    for (const [name, field] of Object.entries(fields)) {
      const schema = known(name) ? shape[name] : undefined;
      if (schema) {
        if (field === null && isAbsence(schema)) continue;
        read[name] = this.read(schema, field, inside(place, name));
      } else if (!isClosed || !this.#takesUnknown(name, field, Object.keys(shape), place)) read[name] = field;
    }
    return read;
  }

  /** Handles an unknown field. False: the schema refuses it. */
  #takesUnknown(name: string, value: unknown, known: readonly string[], place: Place): boolean {
    if (place.isLenient && SERVER_FIELDS.has(name)) return true;
    const meant = nearName(name, known);
    const path = [...place.path, name];
    if (meant !== undefined) {
      const parent = dotted(place.path);
      this.#meant.set(`${parent && `${parent}.`}property ${name} should not exist`, meant);
      return false;
    }
    if (!place.isLenient) return false;
    if (value === null) return true;
    this.kept.push({ path, value });
    this.warnings.push({ field: dotted(path), message: UNKNOWN_FIELD });
    return true;
  }

  /** The fields in today's names. */
  #translated(known: (name: string) => boolean, value: Fields, place: Place): Fields {
    let fields = value;
    for (const name of Object.keys(value)) {
      const row = rowFor(name, known);
      if (!row || known(name) !== (row.reforms ?? false)) continue;
      const { [name]: older, ...others } = fields;
      if (row.reforms && row.as?.(older) === older) continue;
      fields = others;
      if (older !== null) fields = this.#translate(row, older, fields, value, place);
    }
    return fields;
  }

  #translate(row: OlderField, older: unknown, fields: Fields, whole: Fields, place: Place): Fields {
    const path = [...place.path, row.field];
    if (row.refused) {
      const problem = row.refused(older, whole);
      if (problem !== undefined) this.problems.push(`${dotted(path)} ${problem}`);
      return fields;
    }
    if (row.ignored !== undefined) {
      this.kept.push({ path, value: older });
      this.warnings.push({ field: dotted(path), message: row.ignored });
      return fields;
    }
    const now = (row.now ?? "").split(".");
    const value = row.as ? row.as(older) : older;
    if (value === undefined && row.absent !== undefined) this.warnings.push({ field: dotted(path), message: row.absent });
    if (value === undefined) return fields;
    if (row.adds && now.length > 1 && !isFields(fields[now[0] ?? ""])) {
      this.problems.push(`${dotted(path)} needs ${now[0]}: it is a part of ${row.now}`);
      return fields;
    }
    const [holder = ""] = now;
    const isWhole = place.path.length === 0;
    const wins = isWhole && this.#changed !== undefined && !this.#changed.has(holder);
    if (isWhole && now.length > 1 && !Object.hasOwn(whole, holder)) this.parts.add(holder);
    const written = row.adds ? added(fields, now, value, row.adds) : filled(fields, now, value, wins);
    if (!written) this.warnings.push({ field: dotted(path), message: `No effect: ${row.now} is set.` });
    return written ?? fields;
  }

  #union(def: z.core.$ZodUnionDef, value: object, place: Place): unknown {
    const options = def.options.filter((option) =>
      mayBe(option, value, "discriminator" in def ? String(def.discriminator) : undefined),
    );
    const [only, ...others] = options;
    if (only && others.length === 0) return this.read(only, value, place);
    for (const option of options) {
      const attempt = new Reader(this.#changed);
      const read = attempt.read(option, value, place);
      if (!z.safeParse(option, read).success) continue;
      this.#take(attempt);
      return read;
    }
    return value;
  }

  #take({ problems, warnings, kept, parts }: Reader): void {
    this.problems.push(...problems);
    this.warnings.push(...warnings);
    this.kept.push(...kept);
    for (const part of parts) this.parts.add(part);
  }
}

function rowFor(name: string, known: (name: string) => boolean): OlderField | undefined {
  return OLDER_FIELDS.find(
    ({ field, beside, now }) => field === name && (beside ?? [(now ?? "").split(".")[0] ?? ""]).every(known),
  );
}

/** Whether a value can be this option of a union, by its type and its discriminator. */
function mayBe(option: Schema, value: object, discriminator: string | undefined): boolean {
  const { def, propValues } = (option as z.core.$ZodTypes)._zod;
  if (discriminator !== undefined)
    return propValues?.[discriminator]?.has((value as Fields)[discriminator] as z.core.util.Primitive) ?? false;
  if (def.type === "array" || def.type === "tuple") return Array.isArray(value);
  const isOfObjects = !["string", "number", "boolean", "literal", "enum", "null", "undefined"].includes(def.type);
  return isOfObjects && !(def.type === "object" && Array.isArray(value));
}

const absences = new WeakMap<Schema, boolean>();

/** Is null the same as no field? */
function isAbsence(schema: Schema): boolean {
  const known = absences.get(schema);
  if (known !== undefined) return known;
  const answer = schema._zod.optin === "optional" && !z.safeParse(schema, null).success;
  absences.set(schema, answer);
  return answer;
}

const instants = new WeakMap<Schema, boolean>();

/** Is a text of this schema a time? */
function isInstant(schema: Schema): boolean {
  const known = instants.get(schema);
  if (known !== undefined) return known;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const answer =
    def.type === "string" ? "format" in def && def.format === "datetime" : "innerType" in def && isInstant(def.innerType);
  instants.set(schema, answer);
  return answer;
}

/** The fields with a value at a path. Undefined: the path has another value, and the new one does not win. */
function filled(fields: Fields, [name = "", ...rest]: readonly string[], value: unknown, wins: boolean): Fields | undefined {
  const before = fields[name] ?? undefined;
  if (rest.length === 0) return before === undefined || wins ? { ...fields, [name]: value } : undefined;
  if (before !== undefined && !isFields(before)) return undefined;
  const inner = filled(before ?? {}, rest, value, wins);
  return inner && { ...fields, [name]: inner };
}

/** The fields with more entries in the list at a path, or with a longer text there. */
function added(fields: Fields, [name = "", ...rest]: readonly string[], value: unknown, where: "first" | "last"): Fields {
  const before = fields[name];
  if (rest.length > 0) return { ...fields, [name]: added(isFields(before) ? before : {}, rest, value, where) };
  if (typeof value === "string") {
    const texts = [value, ...(typeof before === "string" && before !== "" ? [before] : [])];
    return { ...fields, [name]: (where === "first" ? texts : texts.reverse()).join("\n\n") };
  }
  const list: unknown[] = Array.isArray(before) ? before : [];
  const entries = [value].flat().filter((entry) => !list.some((each) => isSameTool(each, entry)));
  return { ...fields, [name]: where === "first" ? [...entries, ...list] : [...list, ...entries] };
}

/** Is it the same tool? Only for tools without settings, and transfers to a number. */
function isSameTool(one: unknown, other: unknown): boolean {
  if (!isFields(one) || !isFields(other) || one.type !== other.type) return false;
  const { type: _, destinations = [], ...others } = other;
  return Object.keys(others).length === 0 && numbersIn(destinations).every((each) => numbersIn(one.destinations).includes(each));
}

const numbersIn = (destinations: unknown) => (Array.isArray(destinations) ? destinations.map((each: Fields) => each.number) : []);

/** Puts an unknown field back into its object. No effect if the object is gone. */
function putBack(root: unknown, path: Path, value: unknown): void {
  const holder = path.slice(0, -1).reduce<unknown>((each, step) => (each as Fields | undefined)?.[step], root);
  if (isFields(holder)) holder[String(path.at(-1))] = value;
}

const inside = ({ path, isLenient }: Place, step: string | number): Place => ({ path: [...path, step], isLenient });
const dotted = (path: Path) => path.join(".");

function mapFields(fields: Fields, change: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}

/** The known name that the client probably meant: it differs only in case, hyphens, underscores and a few typos. */
function nearName(name: string, known: Iterable<string>): string | undefined {
  const wanted = plain(name);
  const allowed = wanted.length < TYPO_MIN_LETTERS ? 0 : Math.floor(wanted.length / LETTERS_PER_TYPO);
  let nearest: { name: string; typos: number } | undefined;
  for (const each of known) {
    if (Math.abs(each.length - name.length) > allowed + 2) continue;
    const typos = typosBetween(wanted, plain(each));
    if (typos <= allowed && (!nearest || typos < nearest.typos)) nearest = { name: each, typos };
  }
  return nearest?.name;
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, "");

/** How many letters to add, remove, replace or swap with the next one. */
function typosBetween(one: string, other: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last?.[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last ?? [], row];
  }
  return last?.[other.length] ?? 0;
}
