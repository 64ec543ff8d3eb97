import { CliError, describeFailure, EXIT_CODES } from "./cli-error.ts";
import { api } from "./commands/api.ts";
import { listen } from "./commands/listen.ts";
import { login } from "./commands/login.ts";
import { logout } from "./commands/logout.ts";
import { org } from "./commands/org.ts";
import { plan } from "./commands/plan.ts";
import { pull } from "./commands/pull.ts";
import { push } from "./commands/push.ts";
import { simulate } from "./commands/simulate.ts";
import { test } from "./commands/test.ts";
import { whoami } from "./commands/whoami.ts";
import type { Machine } from "./machine.ts";

/** Resolves with an exit code, if that is not 0. */
type Command = (args: string[], machine: Machine) => Promise<unknown>;

/** For these commands, exit code 2 means that changes are planned. */
const CONFIG_COMMANDS: Record<string, Command> = { pull, plan, push };
const COMMANDS: Record<string, Command> = { login, whoami, logout, org, api, listen, test, simulate, ...CONFIG_COMMANDS };

const HELP = `Callwright's command line.

  callwright login                        sign in: shows a code that you approve in a browser
  callwright whoami                       show the user, server and organization
  callwright org [name or id]             list the organizations, or choose one
  callwright api METHOD PATH              send a request, for example: callwright api GET /assistant
    -d, --data JSON | @file | -           JSON body: inline, from a file, or from standard input
    -F, --form name=value | name=@file    form field or file; repeatable
    -q, --query name=value                query parameter; repeatable
  callwright listen --forward URL         copy server messages to a server on this machine
    --answer                              that server answers requests of running calls and chats
    --assistant ID                        only messages of this assistant
    --type TYPE                           only messages of this type; repeatable
  callwright test [suite name or id]      run test suites, by default all
    --assistant FILE                      test the assistant of a JSON file instead of the published one
    --assistant-version N                 test a published version
    --junit FILE                          write the results as JUnit XML
                                          for callers, seeds and comparisons: callwright simulate
  callwright simulate [suite]…            run suites with their callers and seeds, by default all
    --as text | sound                     in writing, or as calls with sound; default: as each test says
    --seeds N, --seed N                   conversations of each scenario and caller, and the first seed
    --assistant FILE, --assistant-version N   as for test
    --estimate                            say what the runs would cost, and start none
    --compare RUN | VERSION               what got better and what broke, against a run or a published version
    --minimum SHARE                       the share that must pass, such as 0.95; default: 1
    --junit FILE, --json FILE             write the results as JUnit XML, as JSON
    --summary FILE                        write the results as Markdown; default: GITHUB_STEP_SUMMARY
  callwright pull                         write the organization's configuration into files
  callwright plan                         show what a push would do: exit code 0 nothing, 2 changes, 1 error
  callwright push                         make the organization what the files say
    --dir FOLDER                          the folder of the files; default: callwright
    -e, --environment NAME                with the overlays of an environment
    --overwrite                           also what was changed on the other side
    --prune                               plan, push: delete what the files no longer have
    --send-secrets                        plan, push: send secrets that cannot be compared
    --json                                plan: print JSON
  callwright logout                       end the session

  --server URL                            for all commands: the server, if not the last one

Environment: CALLWRIGHT_SERVER (the server), CALLWRIGHT_TOKEN (an API token instead of a sign-in).
Exit codes: 0 success, 1 rejected by the server or a test failed, 2 wrong usage, 3 not signed in, 4 no response.
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
    if (!command) throw new CliError("usage", `Unknown command '${name}'. See 'callwright --help'.`);
    const code = await command(rest, machine);
    return typeof code === "number" ? code : EXIT_CODES.done;
  } catch (error) {
    const { message, exitCode } = describeFailure(error);
    machine.stderr.write(`${message}\n`);
    return exitCode === EXIT_CODES.usage && Object.hasOwn(CONFIG_COMMANDS, name) ? EXIT_CODES.refused : exitCode;
  }
}
