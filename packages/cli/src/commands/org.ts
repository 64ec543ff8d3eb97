import { parseArgs } from "node:util";
import type { Org } from "@callwright/contract";
import { openAccess } from "../access.ts";
import { printable } from "../account.ts";
import { CliError } from "../cli-error.ts";
import type { Machine } from "../machine.ts";

/** `callwright org [name|id]`: lists the organizations, or chooses the one for `callwright api`. */
export async function org(args: string[], machine: Machine): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { server: { type: "string" } } });
  const [wanted, ...others] = positionals;
  if (others.length > 0) throw new CliError("usage", "Give one organization. Put a name with spaces in quotes.");
  const { login, listOrgs, chooseOrg } = await openAccess(machine, values.server);
  const orgs = await listOrgs();
  if (wanted === undefined) {
    for (const each of orgs) machine.stdout.write(`${each.id === login?.orgId ? "*" : " "} ${describe(each)}\n`);
    return;
  }
  const chosen = find(orgs, wanted);
  await chooseOrg(chosen.id);
  machine.stdout.write(`Organization: ${describe(chosen)}\n`);
}

function describe({ id, name, role }: Org): string {
  return `${printable(name)}  ${id}${role ? `  ${role}` : ""}`;
}

function find(orgs: Org[], wanted: string): Org {
  const found = orgs.filter(({ id, name }) => id === wanted || name === wanted);
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  if (only)
    throw new CliError(
      "usage",
      `${found.length} organizations are named '${wanted}'. Use an id:\n${found.map(describe).join("\n")}`,
    );
  throw new CliError("usage", `You are not a member of '${wanted}'. Your organizations:\n${orgs.map(describe).join("\n")}`);
}
