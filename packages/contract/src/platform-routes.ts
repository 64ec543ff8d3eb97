import { analyticsRoutes } from "./analytics/analytics.ts";
import { overviewRoutes } from "./analytics/overview.ts";
import { responseTimeRoutes } from "./analytics/response-time.ts";
import { assistantPageRoutes, assistantRoutes } from "./assistant/assistant-routes.ts";
import { structuredOutputRoutes } from "./assistant/structured-output.ts";
import { callRoutes } from "./call/call.ts";
import { callFileRoutes } from "./call/call-files.ts";
import { callNoteRoutes } from "./call/call-note.ts";
import { callPageRoutes } from "./call/call-page.ts";
import { phoneCallRoutes } from "./call/call-phone.ts";
import { outputRunRoutes } from "./call/output-run.ts";
import { campaignRoutes } from "./campaign/campaign.ts";
import { campaignContactRoutes, campaignStepRoutes } from "./campaign/campaign-routes.ts";
import { catalogRoutes } from "./catalog/catalog-routes.ts";
import { chatRoutes } from "./chat/chat.ts";
import { privateChatRoutes } from "./chat/chat-private.ts";
import { sessionRoutes } from "./chat/session.ts";
import { priceRoutes } from "./cost/price.ts";
import { credentialRoutes } from "./credential/credential.ts";
import { credentialCheckRoutes } from "./credential/credential-check.ts";
import { credentialSessionRoutes } from "./credential/credential-session.ts";
import { fileRoutes } from "./knowledge/file.ts";
import { knowledgeBaseRoutes } from "./knowledge/knowledge-base.ts";
import { auditRoutes } from "./org/audit.ts";
import { connectionRoutes } from "./org/connection.ts";
import { invitationRoutes } from "./org/invitation.ts";
import { keySetRoutes } from "./org/key-set.ts";
import { orgRoutes } from "./org/org.ts";
import { orgAdminRoutes } from "./org/org-admin.ts";
import { tokenRoutes } from "./org/token.ts";
import { doNotCallRoutes } from "./phone/do-not-call.ts";
import { handsetRoutes } from "./phone/handset.ts";
import { phoneNumberRoutes } from "./phone/phone-number.ts";
import { phoneNumberSetupRoutes } from "./phone/phone-number-setup.ts";
import { localModelRoutes } from "./provider/local-model.ts";
import { localSpeechRoutes } from "./provider/local-speech.ts";
import { providerRoutes } from "./provider/provider.ts";
import { providerResourceRoutes } from "./provider/provider-resource.ts";
import { voiceLibraryRoutes } from "./provider/voice-library.ts";
import { squadRoutes } from "./squad/squad.ts";
import { templateRoutes } from "./template/template.ts";
import { suiteTestRoutes } from "./test-suite/suite-test.ts";
import { testRunRoutes } from "./test-suite/test-run.ts";
import { testSuiteRoutes } from "./test-suite/test-suite.ts";
import { toolRoutes } from "./tool/tool.ts";
import { toolRunRoutes } from "./tool/tool-run.ts";
import { toolUseRoutes } from "./tool/tool-use.ts";
import { savedViewRoutes } from "./view/saved-view.ts";
import { webhookRoutes } from "./webhook/webhook.ts";
import { workflowRoutes } from "./workflow/workflow.ts";

/** One name per table, because a single type would exceed the limit of a declaration file. */
type PlatformRoutes = typeof orgRoutes &
  typeof orgAdminRoutes &
  typeof invitationRoutes &
  typeof auditRoutes &
  typeof keySetRoutes &
  typeof assistantRoutes &
  typeof assistantPageRoutes &
  typeof callRoutes &
  typeof callFileRoutes &
  typeof callNoteRoutes &
  typeof callPageRoutes &
  typeof phoneCallRoutes &
  typeof analyticsRoutes &
  typeof responseTimeRoutes &
  typeof overviewRoutes &
  typeof savedViewRoutes &
  typeof chatRoutes &
  typeof privateChatRoutes &
  typeof sessionRoutes &
  typeof tokenRoutes &
  typeof connectionRoutes &
  typeof credentialSessionRoutes &
  typeof credentialRoutes &
  typeof fileRoutes &
  typeof knowledgeBaseRoutes &
  typeof squadRoutes &
  typeof webhookRoutes &
  typeof workflowRoutes &
  typeof toolRoutes &
  typeof toolRunRoutes &
  typeof toolUseRoutes &
  typeof credentialCheckRoutes &
  typeof localModelRoutes &
  typeof priceRoutes &
  typeof catalogRoutes &
  typeof structuredOutputRoutes &
  typeof outputRunRoutes &
  typeof templateRoutes &
  typeof phoneNumberRoutes &
  typeof handsetRoutes &
  typeof phoneNumberSetupRoutes &
  typeof campaignRoutes &
  typeof campaignStepRoutes &
  typeof campaignContactRoutes &
  typeof doNotCallRoutes &
  typeof testSuiteRoutes &
  typeof suiteTestRoutes &
  typeof testRunRoutes &
  typeof voiceLibraryRoutes &
  typeof localSpeechRoutes &
  typeof providerResourceRoutes &
  typeof providerRoutes;

/** Every route of the API, by name. */
export const platformRoutes: PlatformRoutes = {
  ...orgRoutes,
  ...orgAdminRoutes,
  ...invitationRoutes,
  ...auditRoutes,
  ...keySetRoutes,
  ...assistantRoutes,
  ...assistantPageRoutes,
  ...callRoutes,
  ...callFileRoutes,
  ...callNoteRoutes,
  ...callPageRoutes,
  ...phoneCallRoutes,
  ...analyticsRoutes,
  ...responseTimeRoutes,
  ...overviewRoutes,
  ...savedViewRoutes,
  ...chatRoutes,
  ...privateChatRoutes,
  ...sessionRoutes,
  ...tokenRoutes,
  ...connectionRoutes,
  ...credentialSessionRoutes,
  ...credentialRoutes,
  ...fileRoutes,
  ...knowledgeBaseRoutes,
  ...squadRoutes,
  ...webhookRoutes,
  ...workflowRoutes,
  ...toolRoutes,
  ...toolRunRoutes,
  ...toolUseRoutes,
  ...credentialCheckRoutes,
  ...localModelRoutes,
  ...priceRoutes,
  ...catalogRoutes,
  ...structuredOutputRoutes,
  ...outputRunRoutes,
  ...templateRoutes,
  ...phoneNumberRoutes,
  ...handsetRoutes,
  ...phoneNumberSetupRoutes,
  ...campaignRoutes,
  ...campaignStepRoutes,
  ...campaignContactRoutes,
  ...doNotCallRoutes,
  ...testSuiteRoutes,
  ...suiteTestRoutes,
  ...testRunRoutes,
  ...voiceLibraryRoutes,
  ...localSpeechRoutes,
  ...providerResourceRoutes,
  ...providerRoutes,
};
export type PlatformRouteName = keyof typeof platformRoutes;
