import { parseArgs } from "node:util";
import { openAccess } from "../access.ts";
import { printable, readAccount } from "../account.ts";
import type { Machine } from "../machine.ts";

/** `callwright whoami [--server URL]`: shows the user, the server and the organization. */
export async function whoami(args: string[], machine: Machine): Promise<void> {
  const { values } = parseArgs({ args, options: { server: { type: "string" } } });
  const access = await openAccess(machine, values.server);
  const { login, server } = access;
  const who = login ? await readAccount(access) : "An API token (CALLWRIGHT_TOKEN)";
  const orgs = await access.listOrgs();
  const org = orgs.find(({ id }) => orgs.length === 1 || id === login?.orgId);
  const role = org?.role ? ` (${org.role})` : "";
  const chosen = org ? `${printable(org.name)}${role}` : "none; choose one with: callwright org <name or id>";
  machine.stdout.write(`${who}\nServer:       ${server}\nOrganization: ${chosen}\n`);
}
