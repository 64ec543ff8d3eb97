import { is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import * as analytics from "./modules/analytics/tables.ts";
import * as assistant from "./modules/assistant/tables.ts";
import * as call from "./modules/call/tables.ts";
import * as campaign from "./modules/campaign/tables.ts";
import * as chat from "./modules/chat/tables.ts";
import * as cost from "./modules/cost/tables.ts";
import * as credential from "./modules/credential/tables.ts";
import * as doNotCall from "./modules/do-not-call/tables.ts";
import * as knowledge from "./modules/knowledge/tables.ts";
import * as org from "./modules/org/tables.ts";
import * as provider from "./modules/provider/tables.ts";
import * as squad from "./modules/squad/tables.ts";
import * as structuredOutput from "./modules/structured-output/tables.ts";
import * as telephony from "./modules/telephony/tables.ts";
import * as template from "./modules/template/tables.ts";
import * as testSuite from "./modules/test-suite/tables.ts";
import * as tool from "./modules/tool/tables.ts";
import * as webhook from "./modules/webhook/tables.ts";
import * as workflow from "./modules/workflow/tables.ts";
import * as auth from "./platform/auth/tables.ts";
import * as held from "./platform/held/tables.ts";
import * as http from "./platform/http/tables.ts";
import * as quota from "./platform/quota/tables.ts";
import * as realtime from "./platform/realtime/tables.ts";

/** Every table of this release. Backup and purge follow it; `drizzle.config.ts` finds the same files. */
export const TABLES: readonly PgTable[] = [
  analytics,
  assistant,
  call,
  campaign,
  chat,
  cost,
  credential,
  doNotCall,
  knowledge,
  org,
  provider,
  squad,
  structuredOutput,
  telephony,
  template,
  testSuite,
  tool,
  webhook,
  workflow,
  auth,
  held,
  http,
  quota,
  realtime,
]
  .flatMap((tables): unknown[] => Object.values(tables))
  .filter((each): each is PgTable => is(each, PgTable));
