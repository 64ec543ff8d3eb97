import {
  afterStep,
  applyPlan,
  type Failure,
  fingerprints,
  type Ids,
  idsToLock,
  makePlan,
  overwrites,
  type Plan,
  type Step,
} from "@callwright/config";
import { CliError, describeFailure } from "../cli-error.ts";
import { parseConfigOptions } from "../config/config-options.ts";
import { describePlan, describeProblem, describeStep } from "../config/config-report.ts";
import { sha256 } from "../config/config-state.ts";
import { type ConfigSides, openConfig, sidesNow } from "../config/open-config.ts";
import type { Machine } from "../machine.ts";

/** `callwright push`: changes the organization to match the files. Deletes nothing without `--prune`. */
export async function push(args: string[], machine: Machine): Promise<void> {
  const options = parseConfigOptions(args, ["overwrite", "prune", "send-secrets"]);
  const sides = await openConfig(machine, options);
  const plan = await makePlan(sides.files, sides.organization, sides.remote, sides.planOptions);
  if (plan.problems.length > 0)
    throw new CliError("refused", `${plan.problems.map(describeProblem).join("\n")}\nNothing was sent.`);
  const print = (line: string) => machine.stdout.write(`${line}\n`);
  print(`Push to ${sides.target}`);
  for (const line of describePlan(plan)) print(line);
  requireReady(plan, options.overwrite);

  let ids = idsToLock(plan.known, sides.files.resources, sides.organization, sides.state.ids);
  let { organization } = sides;
  const done = new Set<Step>();
  const failure = await applyPlan(plan, sides.remote, {
    variables: sides.planOptions.variables,
    onDone: async (step, entity) => {
      done.add(step);
      organization = afterStep(organization, step, entity);
      ids = withStep(ids, step, entity?.id);
      await sides.state.saveIds(ids);
    },
  });
  const error = failure && stopped(failure, plan, done);
  try {
    await sides.state.saveIds(ids);
    await rememberSides({ ...sides, organization }, plan, done, ids);
  } catch (unsaved) {
    // The report of the failed step matters more.
    throw error ?? unsaved;
  }
  if (error) throw error;
  if (plan.steps.length > 0) print("Done.");
}

function withStep(ids: Ids, { key, id: before }: Step, id: string | undefined): Ids {
  if (id !== undefined) return { ...ids, [key]: id };
  const { [key]: gone, ...rest } = ids;
  // The old upload of a replaced file.
  return gone === before ? rest : ids;
}

function requireReady(plan: Plan, overwrite: boolean): void {
  if (plan.missingVariables.size > 0)
    throw new CliError(
      "refused",
      `Set these environment variables first: ${[...plan.missingVariables.keys()].join(", ")}. Nothing was sent.`,
    );
  if (overwrite) return;
  const undone = [...new Set(overwrites(plan).map(({ key }) => key))];
  if (undone.length > 0)
    throw new CliError(
      "refused",
      `The push would undo changes that were made on the server: ${undone.join(", ")}.\nRun 'callwright pull' to take them, or push with --overwrite. Nothing was sent.`,
    );
  if (plan.adopted.length > 0)
    throw new CliError(
      "refused",
      `The push would change resources of the server that were never in these files: ${plan.adopted.join(", ")}.\nThey have the same names. Rename the files to create others, or push with --overwrite to change these. Nothing was sent.`,
    );
}

/** Stores the responses as the server's side, so that the next plan shows later changes of others. */
async function rememberSides(sides: ConfigSides, plan: Plan, done: ReadonlySet<Step>, ids: Ids): Promise<void> {
  const now = sidesNow(sides.files.resources, sides.organization, ids);
  const open = new Set(plan.steps.filter((step) => !done.has(step)).map(({ key, parent }) => parent ?? key));
  const before = Object.entries(sides.state.synced ?? {}).filter(([key]) => open.has(key));
  await sides.state.saveSynced({ ...Object.fromEntries(before), ...fingerprints(now, sha256, open) });
}

function stopped({ step, problems, error }: Failure, { steps }: Plan, done: ReadonlySet<Step>): CliError {
  const left = steps.filter((each) => each !== step && !done.has(each));
  return new CliError(
    describeFailure(error).exitCode,
    [
      ...problems.map(describeProblem),
      `The push stopped at: ${describeStep(step)}`,
      ...list("Done:", [...done]),
      ...list("Not done:", left),
      "Fix the cause and push again. The next push continues from here.",
    ].join("\n"),
  );
}

function list(title: string, steps: readonly Step[]): string[] {
  return steps.length === 0 ? [] : [title, ...steps.map((step) => `  ${describeStep(step)}`)];
}
