import {
  ASSISTANT_FIELDS,
  type Fields,
  hostedVoice,
  InlineTool,
  invalid,
  isFields,
  type Model,
  type Voice,
  type Warning,
} from "@callwright/contract";
import {
  hostedModelProblem,
  ignoredSettings,
  notOnThisServer,
  openPattern,
  PART_NAMES,
  type PartName,
  providerPart,
} from "@callwright/engine/conversation";
import type { Config } from "../config/config.ts";
import { type Abilities, FIELD_RULES, type FieldRule } from "./field-rules.ts";
import { suggestModel } from "./known-names.ts";
import { credentialSupport, hookToolSupport, toolSupport } from "./supports.ts";

/** The content of these fields is the user's own data, not configuration. */
const FREE_KEYS = new Set(["metadata", "variableValues", "schema", "parameters"]);
/** Fields whose value is a tool or a list of tools. */
const TOOL_KEYS = new Set(["tool", "tools", "tools:append"]);
/** Settings that only models which call tools take. */
const TOOL_SETTINGS = new Set(["tools", "toolIds", "knowledgeBase"]);
/** Common to every model, or with rules of their own. */
const ALWAYS_SETTINGS = new Set(["provider", "model", "toolRefs", "knowledgeBaseId", "fallbackPlan", "chunkPlan"]);

/** The fields of a write that this server stores without effect. `resource` is the first segment of the route's path. */
export function ignoredFields(resource: string, body: unknown, abilities: Abilities = { embeddings: false }): Warning[] {
  const root = configOf(resource, body);
  if (!root) return [];
  return uniqueWarnings([
    ...matches(
      (FIELD_RULES[resource] ?? []).filter(({ unless }) => unless === undefined || !abilities[unless]),
      root,
      "",
    ).filter(({ effect }) => effect === "ignored"),
    ...(resource === "assistant" ? assistantWarnings(root, "") : []),
    ...(resource === "tool" ? supportWarning("type", toolSupport, root) : []),
    ...(resource === "workflow" ? nodeWarnings(root) : []),
    ...(resource === "credential" ? supportWarning("provider", credentialSupport, root) : []),
    ...[...walk(root, "")].flatMap(({ key, path, fields }) =>
      ASSISTANT_FIELDS.includes(key)
        ? [...matches(FIELD_RULES.assistant ?? [], fields, path), ...assistantWarnings(fields, path)]
        : TOOL_KEYS.has(key)
          ? matches(FIELD_RULES.tool ?? [], fields, path)
          : [],
    ),
  ]);
}

/**
 * Fails with `validation-failed` when a body, at whatever depth, turns on what this server would ignore and somebody relies on, or has a model that would
 * fail in every call.
 */
export function refuseHarmfulFields(resource: string, body: unknown, { providerUrls }: Pick<Config, "providerUrls">): void {
  const root = configOf(resource, body);
  if (!root) return;
  const found = matches(FIELD_RULES[resource] ?? [], root, "").filter(({ effect }) => effect === "refused");
  const problems = [
    ...found.map(({ field, message, refusedValue }) => `${field} cannot be ${refusedValue ?? "on"}: ${message}`),
    ...[...walk(root, "")].flatMap(({ key, path, fields }) => {
      if (key === "compliancePlan") return planProblems(fields, path);
      return key === "model" ? modelProblems(fields, path, providerUrls) : [];
    }),
  ];
  if (problems.length === 0) return;
  throw invalid(...problems);
}

/** A filter that cannot match must not seem to be on, and neither must a tool that cannot run. */
function planProblems(plan: Fields, at: string): string[] {
  const tools = valuesAt(plan, ["recordingConsentPlan", "declineTool"], at).flatMap(({ field, value }) =>
    InlineTool.safeParse(value).success ? [] : [`${field} is no tool`],
  );
  const patterns = valuesAt(plan, ["securityFilterPlan", "filters", "*", "regex"], at).flatMap(({ field, value }) => {
    const pattern = typeof value === "string" ? openPattern(value) : "must be a text";
    return typeof pattern === "string" ? [`${field} ${pattern}`] : [];
  });
  return [...tools, ...patterns];
}

/** A model that would fail in every call. */
function modelProblems(fields: Fields, at: string, urls: Config["providerUrls"]): string[] {
  if (typeof fields.provider !== "string" || typeof fields.model !== "string") return [];
  const problem = hostedModelProblem(fields as Model, { urls, firstModelOf: suggestModel });
  return problem === undefined ? [] : [problem.replace(/^model/, at)];
}

const DRAFTED: ReadonlySet<string> = new Set(["assistant", "squad", "workflow"]);

/** The body of a draft has the configuration in `config`. */
function configOf(resource: string, body: unknown): Fields | undefined {
  const fields = asFields(body);
  return DRAFTED.has(resource) ? (asFields(fields?.config) ?? fields) : fields;
}

type Match = Warning & { effect: FieldRule["effect"]; refusedValue?: string };

function matches(rules: readonly FieldRule[], fields: Fields, at: string): Match[] {
  return rules.flatMap(({ path, effect, reason, off = [], like, provider = fields.provider }) => {
    if (provider !== fields.provider) return [];
    if (path === "*") return [{ field: "*", message: reason, effect }];
    return valuesAt(fields, path.split("."), at)
      .filter(({ value }) => isOn(value) && !off.includes(value) && (like?.test(String(value)) ?? true))
      .map(({ field, value }) => ({ field, message: reason, effect, ...(like && { refusedValue: `'${value}'` }) }));
  });
}

/** What stands at a path, with the path as it is written in problems: `createPlan.chunkPlans.0.websites`. */
function valuesAt(value: unknown, path: readonly string[], at: string): { field: string; value: unknown }[] {
  const [key, ...rest] = path;
  if (key === undefined) return [{ field: at, value }];
  if (key === "*")
    return Array.isArray(value) ? value.flatMap((each, index) => valuesAt(each, rest, joined(at, String(index)))) : [];
  const fields = asFields(value);
  return fields && key in fields ? valuesAt(fields[key], rest, joined(at, key)) : [];
}

function isOn(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "" || value === "off") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}

function assistantWarnings(assistant: Fields, at: string): Warning[] {
  const tools = [
    ["model", "tools", "*"],
    ["tools:append", "*"],
  ].flatMap((path) => valuesAt(assistant, path, at));
  const ofTools = tools.flatMap(({ field, value }) => supportWarning("type", toolSupport, asFields(value) ?? {}, field));
  const ofHooks = valuesAt(assistant, ["hooks", "*", "do", "*", "tool"], at).flatMap(({ field, value }) =>
    supportWarning("type", hookToolSupport, asFields(value) ?? {}, field),
  );
  return [...partWarnings(assistant, at), ...ofTools, ...ofHooks];
}

function nodeWarnings(workflow: Fields): Warning[] {
  const tools = [
    ["nodes", "*", "tool"],
    ["nodes", "*", "tools", "*"],
  ].flatMap((path) => valuesAt(workflow, path, ""));
  const ofTools = tools.flatMap(({ field, value }) => supportWarning("type", toolSupport, asFields(value) ?? {}, field));
  const ofNodes = valuesAt(workflow, ["nodes", "*"], "").flatMap(({ field, value }) =>
    partWarnings(asFields(value) ?? {}, field),
  );
  return [...partWarnings(workflow, ""), ...ofTools, ...ofNodes];
}

/** One warning for a provider that does not run here; otherwise one for each setting without effect. */
function partWarnings(assistant: Fields, at: string): Warning[] {
  return PART_NAMES.flatMap((name) => [
    ...choiceWarnings(name, assistant[name], joined(at, name)),
    ...(name === "voice" ? hostedVoiceWarnings(assistant.voice, joined(at, name)) : []),
    ...valuesAt(assistant, [name, "fallbackPlan", `${name}s`, "*"], at).flatMap(({ field, value }) =>
      choiceWarnings(name, value, field),
    ),
  ]);
}

function choiceWarnings(name: PartName, choice: unknown, at: string): Warning[] {
  const settings = asFields(choice);
  if (!settings || typeof settings.provider !== "string") return [];
  const { provider } = settings;
  const part = providerPart(name, provider);
  if (!part) return [{ field: joined(at, "provider"), message: notOnThisServer(name, provider) }];
  const withoutEffect = (key: string) =>
    TOOL_SETTINGS.has(key) ? part.callsTools === false : !ALWAYS_SETTINGS.has(key) && !part.settings.includes(key);
  const never = Object.entries(settings)
    .filter(([key, value]) => isOn(value) && withoutEffect(key))
    .map(([key]) => ({
      field: joined(at, key),
      message: TOOL_SETTINGS.has(key)
        ? `Models of ${provider} call no tools.`
        : `The ${name} of ${provider} has no such setting on this server.`,
    }));
  // Depends on other settings, such as the model.
  const here = Object.entries(ignoredSettings(name, settings as never)).flatMap(([path, message]) =>
    valuesAt(settings, path.split("."), at).flatMap(({ field, value }) => (isOn(value) ? [{ field, message }] : [])),
  );
  return [...never, ...here];
}

const EITHER = new Intl.ListFormat("en", { type: "disjunction" });

/** Warnings about the replacement of a voice that only the hosted platform has. */
function hostedVoiceWarnings(choice: unknown, at: string): Warning[] {
  const settings = asFields(choice) as Voice | undefined;
  const hosted = settings && hostedVoice(settings);
  if (!settings || !hosted) return [];
  const { provider, voiceId = "" } = settings;
  const others = hosted.standIns.filter((voice) => voice.provider !== provider);
  const providers = EITHER.format(others.slice(0, -1).map((voice) => voice.provider));
  const spoken = `spoken by the first of ${providers} that has a key, or else by the offline voice ${others.at(-1)?.voiceId}.`;
  const stands = hosted.isSame
    ? `stands for ${hosted.voiceId}`
    : `has no known id at ${provider}: ${hosted.voiceId} speaks instead`;
  const message =
    hosted.voiceId === undefined
      ? `'${voiceId}' is ${spoken}`
      : `'${voiceId}' ${stands}. Without a key of ${provider} it is ${spoken}`;
  return [{ field: joined(at, "voiceId"), message }];
}

function supportWarning(
  field: string,
  supportOf: (id: string) => { state: string; reason?: string | undefined },
  body: Fields,
  at = "",
): Warning[] {
  const id = body[field];
  if (typeof id !== "string") return [];
  const { state, reason } = supportOf(id);
  return state === "not-supported" && reason ? [{ field: joined(at, field), message: reason }] : [];
}

/** Every object inside, with its name and path. An entry of a list has the list's name. */
function* walk(value: object, at: string, name = ""): Generator<{ key: string; path: string; fields: Fields }> {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== "object" || inner === null || FREE_KEYS.has(key)) continue;
    const path = joined(at, key);
    if (Array.isArray(inner)) yield* walk(inner, path, key);
    else {
      yield { key: Array.isArray(value) ? name : key, path, fields: inner as Fields };
      yield* walk(inner, path);
    }
  }
}

function uniqueWarnings(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map(({ field, message }) => [field, { field, message }])).values()];
}

function asFields(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

const joined = (at: string, key: string) => (at === "" ? key : `${at}.${key}`);
