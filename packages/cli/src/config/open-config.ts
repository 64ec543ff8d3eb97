import path from "node:path";
import { ApiError } from "@callwright/client";
import {
  type Desired,
  type FileTree,
  type Ids,
  matchResources,
  type Organization,
  openRemote,
  openSynced,
  type PlanOptions,
  parseConfigText,
  type Remote,
  readFiles,
  readOrganization,
  SETTINGS_FILE,
  type Sides,
  slugsOf,
} from "@callwright/config";
import { validationProblems } from "@callwright/contract";
import { openAccess, type ServerAccess } from "../access.ts";
import { CliError } from "../cli-error.ts";
import { isThere, readIfThere } from "../files.ts";
import type { Machine } from "../machine.ts";
import { parseServerAddress } from "../server-address.ts";
import { readConfigFolder } from "./config-folder.ts";
import { type ConfigOptions, Settings } from "./config-options.ts";
import { describeProblem } from "./config-report.ts";
import { type ConfigState, openConfigState, sha256 } from "./config-state.ts";

/** Both sides of a configuration: the files and the organization. */
export interface ConfigSides {
  tree: FileTree;
  files: ReturnType<typeof readFiles>;
  remote: Remote;
  organization: Organization;
  state: ConfigState;
  /** "Shop (id) at https://voice.example.com" */
  target: string;
  planOptions: PlanOptions;
}

/** A pull makes what is missing. All else needs a folder, and the overlays or settings of the environment. */
export async function openConfig(machine: Machine, options: ConfigOptions, mayBeNew = false): Promise<ConfigSides> {
  if (!mayBeNew && !(await isThere(options.dir)))
    throw new CliError("usage", `There is no folder '${options.dir}'. Name another with --dir, or run 'callwright pull' first.`);
  const chosen = await readEnvironment(options, mayBeNew);
  const { env } = machine;
  const named = options.server ?? (env.CALLWRIGHT_SERVER ? undefined : chosen.server);
  const other = options.server === undefined && env.CALLWRIGHT_SERVER ? parseServerAddress(env.CALLWRIGHT_SERVER) : undefined;
  if (other !== undefined && chosen.server !== undefined && other !== parseServerAddress(chosen.server))
    throw new CliError(
      "refused",
      `The environment '${options.environment}' is for ${chosen.server}, and CALLWRIGHT_SERVER is ${other}. Nothing was sent.`,
    );
  const access = await openAccess(machine, named);
  const remote = openRemote(access.org.client, machine.fetch);
  const [isCallwright, organization] = [await hasStatus(access), await readOrganization(remote)];
  const org = await currentOrg(access, organization);
  if (chosen.organization !== undefined && ![org.id, org.name].includes(chosen.organization))
    throw new CliError(
      "refused",
      `The environment '${options.environment}' is for the organization '${chosen.organization}', not ${describeOrg(org)}. Nothing was sent.`,
    );
  const [tree, state] = [await readConfigFolder(options.dir, options.environment), await openConfigState(options.dir, org)];
  return {
    tree,
    remote,
    organization,
    state,
    files: readFiles(tree, options.environment),
    target: `${describeOrg(org)} at ${access.server}`,
    planOptions: {
      variables: (name) => env[name],
      ids: state.ids,
      prune: options.prune,
      sendSecrets: options.sendSecrets,
      ...(state.synced && { synced: openSynced(state.synced, sha256) }),
      unknownFields: isCallwright ? "refuse" : "send",
    },
  };
}

/** The fingerprints' view of files and an organization. */
export function sidesNow(resources: readonly Desired[], organization: Organization, ids: Ids): Sides {
  const known = matchResources(resources, organization, ids);
  return { known, resources, slugs: slugsOf(known) };
}

type Environment = NonNullable<Settings["environments"]>[string];

async function readEnvironment({ dir, environment }: ConfigOptions, mayBeNew: boolean): Promise<Environment> {
  const file = path.join(dir, SETTINGS_FILE);
  const text = await readIfThere(file);
  const { environments } = text === undefined ? {} : parseSettings(file, text);
  if (environment === undefined) return {};
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(environment))
    throw new CliError("usage", `'${environment}' is not an environment: use lower-case letters, digits and hyphens.`);
  const known = environments?.[environment];
  // Without settings, an environment only has the folder of its overlays.
  if (environments && !known)
    throw new CliError("usage", `${file} has no environment '${environment}'. It has: ${Object.keys(environments).join(", ")}.`);
  if (!mayBeNew && !known && !(await isThere(path.join(dir, "environments", environment))))
    throw new CliError("usage", `There is no environment '${environment}': neither in ${file} nor as a folder of environments/.`);
  return known ?? {};
}

function parseSettings(file: string, text: string): Settings {
  const parsed = parseConfigText(file, text);
  if (Array.isArray(parsed)) throw new CliError("refused", parsed.map(describeProblem).join("\n"));
  const settings = Settings.safeParse(parsed.value, { reportInput: true });
  if (settings.success) return settings.data;
  throw new CliError(
    "refused",
    validationProblems(settings.error)
      .map((problem) => `${file}: ${problem}`)
      .join("\n"),
  );
}

/** Another server may have fields and rules of its own. */
async function hasStatus({ org }: ServerAccess): Promise<boolean> {
  try {
    return typeof (await org.client.server.getStatus()).version === "string";
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}

interface Org {
  id: string;
  /** What stood for the id while the organization had no resources. */
  formerId?: string;
  name?: string | undefined;
}

/** Another server may not list organizations for a token. Its resources contain their organization's id. */
async function currentOrg({ login, listOrgs, server }: ServerAccess, { entities }: Organization): Promise<Org> {
  const listed = await listOrgs().catch((error: unknown): undefined => {
    if (!(error instanceof ApiError)) throw error;
  });
  const orgs = Array.isArray(listed) ? listed : [];
  const org = login?.orgId === undefined && orgs.length === 1 ? orgs[0] : orgs.find(({ id }) => id === login?.orgId);
  if (org) return org;
  const [first] = [...entities.values()].flat();
  const { host } = new URL(server);
  return first?.orgId === undefined ? { id: host } : { id: first.orgId, formerId: host };
}

function describeOrg({ id, name }: Org): string {
  return name === undefined ? id : `${name} (${id})`;
}
