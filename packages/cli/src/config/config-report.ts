import { describeChange, KINDS, type Plan, type Problem, type Step } from "@callwright/config";
import { printable } from "../account.ts";

/** `assistants/riley.yaml:12: model.temperature must be at most 2` */
export function describeProblem({ file, line, field, message }: Problem): string {
  const place = line === undefined ? file : `${file}:${line}`;
  return printable(field === undefined ? `${place}: ${message}` : `${place}: ${field} ${message}`);
}

const SIGNS = { create: "+", update: "~", replace: "±", delete: "-" } as const;

export function describeStep({ action, key, folder, part }: Step): string {
  const what = part === "skeleton" ? " (completed below)" : "";
  return `${SIGNS[action]} ${action} ${KINDS[folder].noun} ${key}${what}`;
}

/** A plan for people: the changes, the differences, and their numbers. */
export function describePlan(plan: Plan): string[] {
  const steps = plan.steps.filter(({ part }) => part !== "skeleton");
  return [
    ...steps.flatMap((step) => [describeStep(step), ...step.changes.map((change) => printable(`    ${describeChange(change)}`))]),
    ...section(
      "On the server, and not in the files:",
      plan.unmanaged.map(({ key }) => key),
    ),
    ...section(
      "Changed on the server since the last pull or push:",
      plan.drift.map(({ key, what }) => `${key}  ${what}`),
    ),
    ...section("On the server, found by name, and never in these files before:", plan.adopted),
    ...section(
      "Variables without a value, which a push needs:",
      [...plan.missingVariables].map(([name, keys]) => `${name}  ${keys.join(", ")}`),
    ),
    ...section("Warnings:", plan.warnings.map(describeProblem)),
    describeCounts(plan),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines.map((line) => printable(`  ${line}`))];
}

function describeCounts({ steps, unchanged }: Plan): string {
  const count = (wanted: Step["action"]) => steps.filter(({ action, part }) => action === wanted && part !== "skeleton").length;
  if (steps.length === 0) return `Nothing to do: ${unchanged} unchanged.`;
  const counts = [
    [count("create"), "to create"],
    [count("update"), "to update"],
    [count("replace"), "to replace"],
    [count("delete"), "to delete"],
  ] as const;
  return `${counts.flatMap(([number, what]) => (number > 0 ? [`${number} ${what}`] : [])).join(", ")}, ${unchanged} unchanged.`;
}

/** A plan for programs. It contains no values of fields, because a file may contain a secret by mistake. */
export function planAsJson(plan: Plan): string {
  const steps = plan.steps
    .filter(({ part }) => part !== "skeleton")
    .map(({ action, key, changes }) => ({ action, key, fields: changes.map(({ path }) => path.join(".")) }));
  const { drift, adopted, problems, warnings, unchanged } = plan;
  const missingVariables = [...plan.missingVariables.keys()];
  const unmanaged = plan.unmanaged.map(({ key }) => key);
  return JSON.stringify({ steps, unmanaged, drift, adopted, missingVariables, problems, warnings, unchanged }, null, 2);
}
