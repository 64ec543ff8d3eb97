import { parseArgs } from "node:util";
import { createSender } from "@callwright/client";
import { type Access, chooseServer, openAccess } from "../access.ts";
import { printable, readAccount } from "../account.ts";
import { CliError } from "../cli-error.ts";
import { type Login, openCredentialStore } from "../credentials.ts";
import { awaitApproval, requestDeviceCode } from "../device-flow.ts";
import type { Machine } from "../machine.ts";
import { isOpenToListeners } from "../server-address.ts";

/** `callwright login [--server URL]`: a person grants this machine a session of theirs, in a browser anywhere. */
export async function login(args: string[], machine: Machine): Promise<void> {
  const { values } = parseArgs({ args, options: { server: { type: "string" } } });
  const { stdout, stderr, env, fetch } = machine;
  if (env.CALLWRIGHT_TOKEN)
    throw new CliError("usage", "CALLWRIGHT_TOKEN is set, and would be used instead of a sign-in. Unset it first.");
  const store = openCredentialStore(machine);
  const server = chooseServer(machine, await store.read(), values.server);
  if (isOpenToListeners(server))
    stderr.write(`Warning: ${server} is not encrypted. Others on the network can read what is sent.\n`);

  const send = createSender({ baseUrl: server, token: "", fetch });
  const code = await requestDeviceCode(send);
  const address = code.verification_uri_complete ?? code.verification_uri;
  stdout.write(`Open this address in a browser, on any device:\n\n  ${address}\n\n`);
  stdout.write(`and approve the request if it shows this code:\n\n  ${shownUserCode(code.user_code)}\n\nWaiting …\n`);
  machine.openPage(address);
  const sessionToken = await awaitApproval(send, code, machine);

  let previous: Login | undefined;
  await store.change((credentials) => {
    previous = credentials.servers[server];
    credentials.servers[server] = { sessionToken };
    credentials.current = server;
  });
  // One session for each machine: the one before would live on with nobody to end it.
  if (previous)
    await createSender({ baseUrl: server, token: previous.sessionToken, fetch })("POST", "/api/auth/sign-out").catch(() => {});

  const access = await openAccess(machine, server);
  stdout.write(`Signed in at ${server} as ${await readAccount(access)}.\n${await chooseOnlyOrg(access)}\n`);
}

/** Where there is nothing to choose, it is chosen. Gives what is told of it. */
async function chooseOnlyOrg({ listOrgs, chooseOrg }: Access): Promise<string> {
  const orgs = await listOrgs();
  const [only] = orgs;
  if (!only) return "You belong to no organisation yet. Create one in the dashboard.";
  if (orgs.length > 1) return `You belong to ${orgs.length} organisations. Choose one: callwright org <name or id>`;
  await chooseOrg(only.id);
  return `Organisation: ${printable(only.name)}`;
}

/** As the page shows it, for the eye: two halves. */
function shownUserCode(code: string): string {
  return code.length === 8 ? `${code.slice(0, 4)}-${code.slice(4)}` : code;
}
