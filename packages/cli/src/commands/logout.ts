import { parseArgs } from "node:util";
import { createSender } from "@callwright/client";
import { chooseServer } from "../access.ts";
import { CliError } from "../cli-error.ts";
import { openCredentialStore } from "../credentials.ts";
import type { Machine } from "../machine.ts";

/** `callwright logout [--server URL]`: ends the session on the server, and deletes it here in any case. */
export async function logout(args: string[], machine: Machine): Promise<void> {
  const { values } = parseArgs({ args, options: { server: { type: "string" } } });
  const store = openCredentialStore(machine);
  const credentials = await store.read();
  const server = chooseServer(machine, credentials, values.server);
  const login = credentials.servers[server];
  if (!login) {
    machine.stdout.write(`Not signed in to ${server}.\n`);
    return;
  }
  const send = createSender({ baseUrl: server, token: login.sessionToken, fetch: machine.fetch });
  const failure = await send("POST", "/api/auth/sign-out").then(
    () => undefined,
    (error: unknown) => error,
  );
  await store.change((current) => {
    delete current.servers[server];
    const [other] = Object.keys(current.servers);
    if (current.current === server) current.current = other;
  });
  if (failure)
    throw new CliError(
      "unreachable",
      `Signed out on this machine, but ${server} did not end the session. End it in the dashboard, under Settings → Account.`,
    );
  machine.stdout.write(`Signed out of ${server}.\n`);
}
