import { CliError, describeFailure, EXIT_CODES } from "./cli-error.ts";
import { api } from "./commands/api.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { org } from "./commands/org.ts";
import { whoami } from "./commands/whoami.ts";
import type { Machine } from "./machine.ts";

const COMMANDS: Record<string, (args: string[], machine: Machine) => Promise<void>> = { login, whoami, logout, org, api };

const HELP = `Callwright's command line.

  callwright login                        sign in: shows a code that you approve in a browser
  callwright whoami                       who is signed in, where, for which organisation
  callwright org [name or id]             list the organisations, or choose one
  callwright api METHOD PATH              send a request, such as: callwright api GET /assistant
    -d, --data JSON | @file | -           its body: the JSON itself, a file of it, or standard input
    -F, --form name=value | name=@file    its body as a form, for files; repeat for more parts
    -q, --query name=value                part of the query; repeat for more
  callwright logout                       end the session

  --server URL                            for each of them: another server than the last one

Environment: CALLWRIGHT_SERVER (the server), CALLWRIGHT_TOKEN (an API token instead of a sign-in).
Exit codes: 0 done, 1 refused by the server, 2 wrong usage, 3 not signed in, 4 no answer.
`;

/** Runs a command. Gives the exit code of the process. */
export async function runCommandLine(args: string[], machine: Machine): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || rest.concat(name).some((arg) => arg === "--help" || arg === "-h")) {
    machine.stdout.write(HELP);
    return name === undefined ? EXIT_CODES.usage : EXIT_CODES.done;
  }
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (!command) throw new CliError("usage", `There is no command '${name}'. See 'callwright --help'.`);
    await command(rest, machine);
    return EXIT_CODES.done;
  } catch (error) {
    const { message, exitCode } = describeFailure(error);
    machine.stderr.write(`${message}\n`);
    return exitCode;
  }
}
