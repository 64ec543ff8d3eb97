import { makePlan } from "@callwright/config";
import { CliError, EXIT_CODES } from "../cli-error.ts";
import { parseConfigOptions } from "../config/config-options.ts";
import { describePlan, describeProblem, planAsJson } from "../config/config-report.ts";
import { openConfig } from "../config/open-config.ts";
import type { Machine } from "../machine.ts";

/** `callwright plan`: shows what a push would do. The exit code says if there is something to do. */
export async function plan(args: string[], machine: Machine): Promise<number> {
  const options = parseConfigOptions(args, ["json", "prune", "send-secrets"]);
  const { files, organization, remote, target, planOptions } = await openConfig(machine, options);
  const made = await makePlan(files, organization, remote, planOptions);
  if (options.json) machine.stdout.write(`${planAsJson(made)}\n`);
  if (made.problems.length > 0) throw new CliError("refused", made.problems.map(describeProblem).join("\n"));
  if (!options.json) machine.stdout.write(`${[`Plan for ${target}`, ...describePlan(made)].join("\n")}\n`);
  return made.steps.length > 0 ? EXIT_CODES.changesPlanned : EXIT_CODES.done;
}
