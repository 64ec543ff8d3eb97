/** `npm run quota -- <organization id> [name=limit …]`: shows and sets the quotas of one organization. See docs/organizations.md. */

import { parseConfig } from "../../platform/config/config.ts";
import { createLogger } from "../../platform/config/logger.ts";
import { StartError } from "../../platform/config/start-error.ts";
import { databaseOn } from "../../platform/db/connect.ts";
import { BackupError } from "../backup/backup-error.ts";
import { openForBackup } from "../backup/open-connection.ts";
import { setQuotas } from "./set-quotas.ts";

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const { client, close } = await openForBackup(config, createLogger({ logLevel: "warn" }));
  try {
    const context = { db: databaseOn(client), config, now: () => new Date() };
    process.stdout.write(await setQuotas(context, process.argv.slice(2)));
  } finally {
    await close();
  }
}

main().catch((error: unknown) => {
  const isExpected = error instanceof StartError || error instanceof BackupError;
  process.stderr.write(`${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`);
  process.exitCode = 1;
});
