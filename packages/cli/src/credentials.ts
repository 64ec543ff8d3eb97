import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { CliError } from "./cli-error.ts";
import type { Machine } from "./machine.ts";

/** Stored data of one server. */
const Login = z.object({
  /** The session's token. */
  sessionToken: z.string(),
  /** The chosen organization. */
  orgId: z.string().optional(),
  /** The organization's last token, until it expires. */
  orgToken: z.object({ value: z.string(), expiresAtMs: z.number() }).optional(),
});
export type Login = z.infer<typeof Login>;

const Credentials = z.object({
  /** URL of the current server. */
  current: z.string().optional(),
  /** By URL. */
  servers: z.record(z.string(), Login),
});
export type Credentials = z.infer<typeof Credentials>;

export interface CredentialStore {
  file: string;
  read: () => Promise<Credentials>;
  /** Reads, changes and writes the file. Deletes it when no server is left. */
  change: (change: (credentials: Credentials) => void) => Promise<void>;
}

/** `$XDG_CONFIG_HOME/callwright/credentials.json`, `%APPDATA%\callwright\credentials.json` on Windows. */
export function openCredentialStore({
  env,
  platform,
  homeFolder,
}: Pick<Machine, "env" | "platform" | "homeFolder">): CredentialStore {
  const base = platform === "win32" ? (env.APPDATA ?? path.join(homeFolder, "AppData", "Roaming")) : configHome(env, homeFolder);
  const file = path.join(base, "callwright", "credentials.json");
  const read = () => readCredentials(file);
  return {
    file,
    read,
    change: async (change) => {
      const credentials = await read();
      change(credentials);
      if (Object.keys(credentials.servers).length === 0) await rm(file, { force: true });
      else await writeCredentials(file, credentials);
    },
  };
}

/** The XDG specification ignores relative paths. */
function configHome({ XDG_CONFIG_HOME: own }: Machine["env"], homeFolder: string): string {
  return own && path.isAbsolute(own) ? own : path.join(homeFolder, ".config");
}

async function readCredentials(file: string): Promise<Credentials> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { servers: {} };
    throw new CliError("notSignedIn", `${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  try {
    return Credentials.parse(JSON.parse(text));
  } catch {
    throw new CliError("notSignedIn", `${file} is damaged. Delete it, then sign in again: callwright login`);
  }
}

/** Written atomically and never readable by others. */
async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
