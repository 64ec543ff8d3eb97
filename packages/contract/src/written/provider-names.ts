import { type Fields, isFields } from "../wire/fields.ts";
import { parseUrl } from "../wire/parse-url.ts";

/** A part that only Callwright has, and its replacement in the hosted platform's names. */
export interface StandIn {
  /** Last step of the stand-in's address. */
  part: "model" | "voice" | "transcriber" | "tool";
  /** Fields with this part, or with a list of such parts. */
  fields: readonly string[];
  /** The field with the kind. */
  kind: "provider" | "type";
  /** The kinds that the hosted platform does not have. */
  ours: readonly string[];
  /** The kind of the stand-in. Its address is in `url` or `server.url`. */
  theirs: string;
  address: "url" | "server";
  /** Fields that both kinds have. All others are encoded in the address. */
  shared: readonly string[];
}

/** Our kinds are those that no type of the Python SDK 3.0.0 (2026-08) has. */
export const STAND_INS: readonly StandIn[] = [
  {
    part: "model",
    fields: ["model"],
    kind: "provider",
    ours: ["callwright", "baseten", "cloudflare", "fireworks", "mistral", "sambanova"],
    theirs: "custom-llm",
    address: "url",
    shared: [
      ...["messages", "tools", "toolIds", "toolRefs", "knowledgeBase"],
      ...["temperature", "maxTokens", "emotionRecognitionEnabled", "numFastTurns"],
    ],
  },
  {
    part: "voice",
    fields: ["voice", "voices"],
    kind: "provider",
    ours: ["callwright"],
    theirs: "custom-voice",
    address: "server",
    shared: ["cachingEnabled", "chunkPlan", "fallbackPlan"],
  },
  {
    part: "transcriber",
    fields: ["transcriber", "transcribers"],
    kind: "provider",
    ours: ["callwright"],
    theirs: "custom-transcriber",
    address: "server",
    shared: ["fallbackPlan"],
  },
  {
    part: "tool",
    fields: ["tools", "tools:append"],
    kind: "type",
    ours: ["make", "ghl", "output", "knowledgeBase"],
    theirs: "function",
    address: "server",
    // Answers also have the fields that only the server writes.
    shared: ["messages", "rejectionPlan", "function", "id", "orgId", "createdAt", "updatedAt", "latestVersion", "warnings"],
  },
];

/** Prefix of a model's name. */
const MARKER = "callwright:";
const ADDRESS_PATH = "/callwright/";
const SIMULATED = "(simulated)";
/** Suffix of a real number's name that itself ends with `(simulated)`. */
const REAL = " (vapi)";
const CALLED_SIMULATED = /\(simulated\)( \(vapi\))*$/;

/** Fields with texts and data of users and models. They hold no parts. */
const OPAQUE: ReadonlySet<string> = new Set([
  ...["metadata", "variableValues", "variables", "headers", "body", "parameters", "arguments", "schema", "structuredData"],
  ...["function", "result", "results", "value", "defaultValue", "storedSecrets"],
]);

const MESSAGE_LISTS: ReadonlySet<string> = new Set(["clientMessages", "serverMessages"]);

/** The field in which another resource would contain this one. */
const ROOTS: Readonly<Record<string, string>> = { tool: "tools", "phone-number": "phoneNumber" };

/** The hosted platform's kind that replaces a kind that only Callwright has, by resource. */
const KIND_OF_ROOT: Readonly<Record<string, readonly [kind: string, theirs: string]>> = {
  tools: ["type", "function"],
  phoneNumber: ["provider", "vapi"],
};

export interface CompatPlace {
  /** First step of the route's path, without a version. Default: the names of the body's fields are enough. */
  resource?: string;
}

/** A copy of a value in the hosted platform's names. `origin`: the address at which the reader reaches this server. */
export function toProviderNames(value: unknown, { resource = "", origin }: CompatPlace & { origin: string }): unknown {
  const root = ROOTS[resource] ?? "";
  return isPage(value) ? { ...value, results: written(value.results, root) } : written(value, root);

  function written(each: unknown, field: string): unknown {
    if (Array.isArray(each)) return MESSAGE_LISTS.has(field) ? theirMessages(each) : each.map((one) => written(one, field));
    if (!isFields(each)) return each;
    const standIn = STAND_INS.find(({ fields, kind, ours }) => fields.includes(field) && ours.includes(String(each[kind])));
    if (standIn) return standInFor(standIn, each);
    const fields = inner(each, written);
    if (field === "phoneNumber") return theirNumber(fields);
    const isOwnWay = fields.provider === "callwright";
    if (field === "transport" && isOwnWay) return { ...fields, provider: "daily" };
    if (field === "costs" && fields.type === "transport" && isOwnWay) return without(fields, "provider");
    return fields;
  }

  function standInFor({ part, kind, theirs, address, shared }: StandIn, each: Fields): Fields {
    const isShared = (name: string) => shared.includes(name);
    const { model, ...others } = each;
    const inAddress = address === "url" ? others : each;
    const settings = Object.fromEntries(Object.entries(inAddress).filter(([name]) => !isShared(name)));
    const url = `${origin}${ADDRESS_PATH}${part}?settings=${encodeURIComponent(JSON.stringify(settings))}`;
    const fields = inner(Object.fromEntries(Object.entries(each).filter(([name]) => isShared(name))), written);
    return {
      [kind]: theirs,
      ...fields,
      ...(address === "url" ? { model: `${MARKER}${typeof model === "string" ? model : ""}`, url } : { server: { url } }),
    };
  }
}

/**
 * The reverse of `toProviderNames`: a value in our names. An address of this server that `toProviderNames` did not make stays an address.
 * `isChange`: the value is the body of a PATCH.
 */
export function fromProviderNames(
  value: unknown,
  { resource = "", isChange = false }: CompatPlace & { isChange?: boolean } = {},
) {
  const root = ROOTS[resource] ?? "";
  const read = ours(value, root);
  // Typed clients send the kind in every body. A PATCH cannot change the kind, so it is left out.
  const [kind, theirs] = KIND_OF_ROOT[root] ?? [];
  return isChange && kind && isFields(read) && read[kind] === theirs ? without(read, kind) : read;

  function ours(each: unknown, field: string): unknown {
    if (Array.isArray(each)) return each.map((one) => ours(one, field));
    if (!isFields(each)) return each;
    const standIn = STAND_INS.find(({ fields, kind, theirs }) => fields.includes(field) && each[kind] === theirs);
    const settings = standIn && settingsOf(standIn, each);
    if (!standIn || !settings) return field === "phoneNumber" ? ourNumber(inner(each, ours)) : inner(each, ours);
    const { model, ...others } = without(each, standIn.kind, standIn.address);
    const name = standIn.address === "url" ? String(model).slice(MARKER.length) : "";
    return { ...settings, ...inner(others, ours), ...(name !== "" && { model: name }) };
  }
}

/** The settings in an address that `toProviderNames` made. Undefined for other addresses. */
function settingsOf({ part, kind, ours, address }: StandIn, each: Fields): Fields | undefined {
  if (address === "url" && !(typeof each.model === "string" && each.model.startsWith(MARKER))) return undefined;
  const { url, ...others } = address === "url" ? { url: each.url } : isFields(each.server) ? each.server : {};
  // A stand-in has no timeout and no credential.
  if (Object.values(others).some((other) => other !== undefined && other !== null)) return undefined;
  const parsed = typeof url === "string" ? parseUrl(url) : undefined;
  if (!parsed) return undefined;
  const { pathname, searchParams } = parsed;
  if (pathname !== `${ADDRESS_PATH}${part}`) return undefined;
  try {
    const settings: unknown = JSON.parse(searchParams.get("settings") ?? "");
    return isFields(settings) && ours.includes(String(settings[kind])) ? settings : undefined;
  } catch {
    return undefined;
  }
}

function theirNumber(number: Fields): Fields {
  const { provider, name } = number;
  if (provider === "simulated")
    return { ...number, provider: "vapi", name: typeof name === "string" ? `${name} ${SIMULATED}` : SIMULATED };
  const isCalledSo = provider === "vapi" && typeof name === "string" && CALLED_SIMULATED.test(name);
  return isCalledSo ? { ...number, name: `${name}${REAL}` } : number;
}

function ourNumber(number: Fields): Fields {
  const { provider, name } = number;
  if (provider !== "vapi" || typeof name !== "string" || !CALLED_SIMULATED.test(name)) return number;
  if (name.endsWith(REAL)) return { ...number, name: name.slice(0, -REAL.length) };
  const simulated = { ...without(number, "name"), provider: "simulated" };
  return name === SIMULATED ? simulated : { ...simulated, name: name.slice(0, -SIMULATED.length).replace(/ $/, "") };
}

/** The hosted platform takes only double quotes in the name of final transcripts. */
function theirMessages(types: readonly unknown[]): unknown[] {
  return [
    ...new Set(
      types.map((type) => (type === "transcript[transcriptType='final']" ? 'transcript[transcriptType="final"]' : type)),
    ),
  ];
}

function inner(fields: Fields, change: (value: unknown, field: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, OPAQUE.has(name) ? each : change(each, name)]));
}

function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

const isPage = (value: unknown): value is { results: unknown[] } => isFields(value) && Array.isArray(value.results);
