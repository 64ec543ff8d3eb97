import { ASSISTANT_FIELDS, type Capabilities, type Support, type UnsupportedField } from "@callwright/contract";
import { PARTS } from "../data/capabilities.ts";

type FieldPath = readonly (string | number)[];

/** What the choices of a field mean at the host. */
export interface ChoiceSupport {
  /** By value. A missing value is supported. */
  supports: Readonly<Record<string, Support>>;
  /** Whether an unsupported choice is disabled. Otherwise it can be stored for another host. */
  isRequired: boolean;
}

/** What the host supports of the fields of one resource. */
export interface FieldSupport {
  /** Why the host does not support the resource; undefined if it does. */
  whole: string | undefined;
  /** The rule for a field without effect. Undefined: the field has an effect. */
  unsupportedAt(path: FieldPath): UnsupportedField | undefined;
  choicesAt(path: FieldPath): ChoiceSupport | undefined;
}

/** `segment`: the first segment of the routes of such things: `phone-number`. */
export function fieldSupport(capabilities: Capabilities, segment: string): FieldSupport {
  const rulesOf = (resource: string) => capabilities.fields[resource]?.unsupported ?? [];
  const ruleAt = (resource: string, path: FieldPath) => rulesOf(resource).find((rule) => isAt(rule.path, path));
  return {
    whole: rulesOf(segment).find(({ path }) => path === "*")?.reason,
    unsupportedAt: (path) =>
      ruleAt(segment, path) ??
      assistantPaths(path)
        .map((inside) => ruleAt("assistant", inside))
        .find((rule) => rule !== undefined),
    choicesAt: (path) => choicesAt(capabilities, segment, path),
  };
}

/** Marks no field. */
export const FULL_SUPPORT: FieldSupport = { whole: undefined, unsupportedAt: () => undefined, choicesAt: () => undefined };

function isAt(rule: string, path: FieldPath): boolean {
  const steps = rule.split(".");
  return (
    steps.length === path.length && steps.every((step, at) => step === path[at] || (step === "*" && Number.isInteger(path[at])))
  );
}

/** The rest of the path below each assistant on it. A compliance plan is the same everywhere. */
function assistantPaths(path: FieldPath): FieldPath[] {
  return path.flatMap((step, at) => {
    if (step === "compliancePlan") return [path.slice(at)];
    if (!ASSISTANT_FIELDS.includes(String(step))) return [];
    const isEntry = typeof path[at + 1] === "number";
    return [path.slice(at + (isEntry ? 2 : 1))];
  });
}

function choicesAt(capabilities: Capabilities, segment: string, path: FieldPath): ChoiceSupport | undefined {
  const names = [segment, ...path.filter((step) => typeof step === "string")];
  const [around, last] = [names.at(-2), names.at(-1)];
  const part = PARTS.find((each) => each === around);
  if (last === "provider" && part) return { supports: capabilities.providers[part], isRequired: true };
  if (last === "provider" && (around === "credential" || around === "credentials"))
    return { supports: capabilities.credentials, isRequired: true };
  if (last === "type" && (around === "tool" || around === "tools")) return { supports: capabilities.tools, isRequired: false };
  if (last === "on" && around === "hooks" && segment !== "phone-number")
    // A host that runs no hooks keeps them for another.
    return { supports: capabilities.hooks, isRequired: Object.values(capabilities.hooks).some(({ state }) => state === "ready") };
  if (last === "searchType" && around === "searchPlan") return { supports: capabilities.searchTypes, isRequired: false };
  if (last === "serverMessages" || last === "clientMessages") return { supports: capabilities[last], isRequired: false };
  return undefined;
}
