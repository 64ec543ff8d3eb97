import { parseArgs } from "node:util";
import { z } from "zod";
import { CliError } from "../cli-error.ts";

const OPTIONS = {
  /** The folder of the files. */
  dir: { type: "string", default: "callwright" },
  environment: { type: "string", short: "e" },
  server: { type: "string" },
  json: { type: "boolean", default: false },
  overwrite: { type: "boolean", default: false },
  prune: { type: "boolean", default: false },
  "send-secrets": { type: "boolean", default: false },
} as const;

export type ConfigOption = keyof typeof OPTIONS;

export type ConfigOptions = ReturnType<typeof parseConfigOptions>;

/** The options of `pull`, `plan` and `push`. Each command takes the common ones and `own`. */
export function parseConfigOptions(args: string[], own: readonly ConfigOption[]) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const allowed: readonly string[] = ["dir", "environment", "server", ...own];
  const other = args.find((arg) => {
    const name = /^--([^=]+)/.exec(arg)?.[1];
    return name !== undefined && !allowed.includes(name);
  });
  if (other !== undefined) throw new CliError("usage", `This command has no option '${other}'. See 'callwright --help'.`);
  const { "send-secrets": sendSecrets, ...rest } = values;
  return { ...rest, sendSecrets };
}

/** `callwright.yaml`: the environments, all optional. */
export const Settings = z.strictObject({
  environments: z
    .record(
      z.string(),
      z.strictObject({
        /** The server, unless `--server` names one. Another one in `CALLWRIGHT_SERVER` is refused. */
        server: z.url({ protocol: /^https?$/ }).optional(),
        /** Id or name. Other organizations are refused. */
        organization: z.string().min(1).optional(),
      }),
    )
    .optional(),
});
export type Settings = z.infer<typeof Settings>;
