import { apiDocs } from "./api-docs/module.ts";
import { analytics } from "./modules/analytics/module.ts";
import { assistant } from "./modules/assistant/module.ts";
import { call } from "./modules/call/module.ts";
import { campaign } from "./modules/campaign/module.ts";
import { chat } from "./modules/chat/module.ts";
import { cost } from "./modules/cost/module.ts";
import { credential } from "./modules/credential/module.ts";
import { deleted } from "./modules/deleted/module.ts";
import { doNotCall } from "./modules/do-not-call/module.ts";
import { erasure } from "./modules/erasure/module.ts";
import { knowledge } from "./modules/knowledge/module.ts";
import { org } from "./modules/org/module.ts";
import { packages } from "./modules/package/module.ts";
import { provider } from "./modules/provider/module.ts";
import { simulation } from "./modules/simulation/module.ts";
import { squad } from "./modules/squad/module.ts";
import { structuredOutput } from "./modules/structured-output/module.ts";
import { telephony } from "./modules/telephony/module.ts";
import { template } from "./modules/template/module.ts";
import { tool } from "./modules/tool/module.ts";
import { voice } from "./modules/voice/module.ts";
import { webhook } from "./modules/webhook/module.ts";
import { workflow } from "./modules/workflow/module.ts";
import { restore } from "./operator/restore/module.ts";

/** Every module. They open in the order of their needs; routes are mounted in this order, `/{provider}/…` of `voice` and `provider` last. */
export const MODULES = [
  apiDocs,
  org,
  assistant,
  squad,
  workflow,
  tool,
  structuredOutput,
  template,
  call,
  chat,
  campaign,
  deleted,
  doNotCall,
  erasure,
  simulation,
  analytics,
  telephony,
  knowledge,
  credential,
  cost,
  webhook,
  packages,
  restore,
  voice,
  provider,
];
