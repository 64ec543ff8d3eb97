import { chmod, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { CliError } from "./cli-error.ts";
import { readIfThere, writeWhole } from "./files.ts";
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
  /** Logins by server URL. */
  servers: z.record(z.string(), Login),
});
export type Credentials = z.infer<typeof Credentials>;

export type CredentialStore = ReturnType<typeof openCredentialStore>;

/** `$XDG_CONFIG_HOME/callwright/credentials.json`, `%APPDATA%\callwright\credentials.json` on Windows. */
export function openCredentialStore({ env, platform, homeFolder }: Pick<Machine, "env" | "platform" | "homeFolder">) {
  const base = platform === "win32" ? (env.APPDATA ?? path.join(homeFolder, "AppData", "Roaming")) : configHome(env, homeFolder);
  const file = path.join(base, "callwright", "credentials.json");
  const read = () => readCredentials(file);
  return {
    file,
    read,
    /** Reads, changes and writes the file. Deletes it when no server is left. */
    change: async (change: (credentials: Credentials) => void) => {
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
  const text = await readIfThere(file).catch((error: unknown) => {
    throw new CliError("notSignedIn", `${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  if (text === undefined) return { servers: {} };
  try {
    return Credentials.parse(JSON.parse(text));
  } catch {
    throw new CliError("notSignedIn", `${file} is damaged. Delete it, then sign in again: callwright login`);
  }
}

/** Never readable by others. */
async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await writeWhole(file, `${JSON.stringify(credentials, null, 2)}\n`, 0o600);
}
