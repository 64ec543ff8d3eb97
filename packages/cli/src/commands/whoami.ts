import { parseArgs } from "node:util";
import { openAccess } from "../access.ts";
import { printable, readAccount } from "../account.ts";
import type { Machine } from "../machine.ts";

/** `callwright whoami [--server URL]`: who is signed in, where, and for which organisation. */
export async function whoami(args: string[], machine: Machine): Promise<void> {
  const { values } = parseArgs({ args, options: { server: { type: "string" } } });
  const access = await openAccess(machine, values.server);
  const { login, server } = access;
  const who = login ? await readAccount(access) : "An API token (CALLWRIGHT_TOKEN)";
  const orgs = await access.listOrgs();
  const org = orgs.find(({ id }) => orgs.length === 1 || id === login?.orgId);
  const role = org?.role ? ` (${org.role})` : "";
  const chosen = org ? `${printable(org.name)}${role}` : "none chosen; choose one: callwright org <name or id>";
  machine.stdout.write(`${who}\nServer:       ${server}\nOrganisation: ${chosen}\n`);
}
