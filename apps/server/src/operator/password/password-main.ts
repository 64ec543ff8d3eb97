/** `npm run password -- <e-mail address>`: a link with which a person chooses a new password, without e-mail. See docs/organizations.md. */

import { randomUUID } from "node:crypto";
import { databaseOn } from "../../platform/db/connect.ts";
import { createAuditLog } from "../../platform/http/audit-log.ts";
import { runCommand } from "../backup/command-line.ts";
import { openForBackup } from "../backup/open-connection.ts";
import { createPasswordLink } from "./password-link.ts";

await runCommand(async (config, log) => {
  const { client, close } = await openForBackup(config, log);
  const context = { config, db: databaseOn(client), now: () => new Date(), newId: randomUUID };
  const audit = createAuditLog({ ...context, log });
  try {
    return await createPasswordLink({ ...context, audit }, process.argv.slice(2));
  } finally {
    await audit.close();
    await close();
  }
});
