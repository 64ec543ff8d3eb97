import { en } from "./en.ts";
import { enAccount } from "./en-account.ts";
import { enAdvanced } from "./en-advanced.ts";
import { enAnalytics } from "./en-analytics.ts";
import { enAudit } from "./en-audit.ts";
import { enAuth } from "./en-auth.ts";
import { enCalls } from "./en-calls.ts";
import { enCampaigns } from "./en-campaigns.ts";
import { enCanvas } from "./en-canvas.ts";
import { enChats } from "./en-chats.ts";
import { enChoosing } from "./en-choosing.ts";
import { enConfig } from "./en-config.ts";
import { enConnection } from "./en-connection.ts";
import { enCosts } from "./en-costs.ts";
import { enCredentials } from "./en-credentials.ts";
import { enDeleted } from "./en-deleted.ts";
import { enEmbed } from "./en-embed.ts";
import { enErasure } from "./en-erasure.ts";
import { enHooks } from "./en-hooks.ts";
import { enKeySets } from "./en-key-sets.ts";
import { enKnowledge } from "./en-knowledge.ts";
import { enMessages } from "./en-messages.ts";
import { enOrganization } from "./en-organization.ts";
import { enOutputs } from "./en-outputs.ts";
import { enOverview } from "./en-overview.ts";
import { enResource } from "./en-resource.ts";
import { enRestore } from "./en-restore.ts";
import { enSimulations } from "./en-simulations.ts";
import { enSquads } from "./en-squads.ts";
import { enTelephony } from "./en-telephony.ts";
import { enTokens } from "./en-tokens.ts";
import { enTools } from "./en-tools.ts";
import { enVoices } from "./en-voices.ts";
import { enWebhooks } from "./en-webhooks.ts";
import { enWorkflows } from "./en-workflows.ts";

/** The whole catalogue. A translation has the same shape. */
export const messages = {
  ...en,
  ...enAccount,
  ...enAdvanced,
  ...enAnalytics,
  ...enAudit,
  ...enAuth,
  ...enCalls,
  ...enCampaigns,
  ...enCanvas,
  ...enChats,
  ...enChoosing,
  ...enConnection,
  ...enConfig,
  ...enCosts,
  ...enCredentials,
  ...enDeleted,
  ...enEmbed,
  ...enErasure,
  ...enHooks,
  ...enKeySets,
  ...enKnowledge,
  ...enMessages,
  ...enOutputs,
  ...enOrganization,
  ...enOverview,
  ...enResource,
  ...enRestore,
  ...enSimulations,
  ...enSquads,
  ...enTelephony,
  ...enTokens,
  ...enTools,
  ...enVoices,
  ...enWebhooks,
  ...enWorkflows,
};
