import { parseArgs } from "node:util";
import { createSender } from "@callwright/client";
import { chooseServer, openAccess, type ServerAccess } from "../access.ts";
import { printable, readAccount } from "../account.ts";
import { CliError } from "../cli-error.ts";
import { type Login, openCredentialStore } from "../credentials.ts";
import { awaitApproval, requestDeviceCode } from "../device-flow.ts";
import type { Machine } from "../machine.ts";
import { isOpenToListeners } from "../server-address.ts";

/** `callwright login [--server URL]`: signs in by approving a code in any browser. */
export async function login(args: string[], machine: Machine): Promise<void> {
  const { values } = parseArgs({ args, options: { server: { type: "string" } } });
  const { stdout, stderr, env, fetch } = machine;
  if (env.CALLWRIGHT_TOKEN)
    throw new CliError("usage", "CALLWRIGHT_TOKEN is set and takes precedence over a sign-in. Unset it first.");
  const store = openCredentialStore(machine);
  const server = chooseServer(machine, await store.read(), values.server);
  if (isOpenToListeners(server)) stderr.write(`Warning: The connection to ${server} is not encrypted.\n`);

  const send = createSender({ baseUrl: server, token: "", fetch });
  const code = await requestDeviceCode(send);
  const address = code.verification_uri_complete ?? code.verification_uri;
  stdout.write(`Open this URL in any browser:\n\n  ${address}\n\n`);
  stdout.write(`Approve the request if it shows this code:\n\n  ${shownUserCode(code.user_code)}\n\nWaiting …\n`);
  machine.openPage(address);
  const sessionToken = await awaitApproval(send, code, machine);

  let previous: Login | undefined;
  await store.change((credentials) => {
    previous = credentials.servers[server];
    credentials.servers[server] = { sessionToken };
    credentials.current = server;
  });
  // One session per machine. Otherwise nothing would end the previous one.
  if (previous)
    await createSender({ baseUrl: server, token: previous.sessionToken, fetch })("POST", "/api/auth/sign-out").catch(() => {});

  const access = await openAccess(machine, server);
  stdout.write(`Signed in to ${server} as ${await readAccount(access)}.\n${await chooseOnlyOrg(access)}\n`);
}

/** Chooses the organization if there is only one. Returns what to print. */
async function chooseOnlyOrg({ listOrgs, chooseOrg }: ServerAccess): Promise<string> {
  const orgs = await listOrgs();
  const [only] = orgs;
  if (!only) return "You are not a member of an organization yet. Create one in the dashboard.";
  if (orgs.length > 1) return `You are a member of ${orgs.length} organizations. Choose one: callwright org <name or id>`;
  await chooseOrg(only.id);
  return `Organization: ${printable(only.name)}`;
}

/** In two halves, as the page shows it. */
function shownUserCode(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}
