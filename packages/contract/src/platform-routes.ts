import { analyticsRoutes } from "./analytics.ts";
import { assistantPageRoutes, assistantRoutes } from "./assistant-routes.ts";
import { auditRoutes } from "./audit.ts";
import { callRoutes } from "./call.ts";
import { callNoteRoutes } from "./call-note.ts";
import { callPageRoutes } from "./call-page.ts";
import { phoneCallRoutes } from "./call-phone.ts";
import { campaignRoutes } from "./campaign.ts";
import { chatRoutes } from "./chat.ts";
import { privateChatRoutes } from "./chat-private.ts";
import { connectionRoutes } from "./connection.ts";
import { credentialRoutes } from "./credential/credential.ts";
import { credentialSessionRoutes } from "./credential/credential-session.ts";
import { fileRoutes } from "./file.ts";
import { invitationRoutes } from "./invitation.ts";
import { keySetRoutes } from "./key-set.ts";
import { knowledgeBaseRoutes } from "./knowledge-base.ts";
import { orgRoutes } from "./org.ts";
import { orgAdminRoutes } from "./org-admin.ts";
import { phoneNumberRoutes } from "./phone-number.ts";
import { providerRoutes } from "./provider.ts";
import { providerResourceRoutes } from "./provider-resource.ts";
import { sessionRoutes } from "./session.ts";
import { squadRoutes } from "./squad.ts";
import { structuredOutputRoutes } from "./structured-output.ts";
import { templateRoutes } from "./template.ts";
import { suiteTestRoutes } from "./test-suite/suite-test.ts";
import { testRunRoutes } from "./test-suite/test-run.ts";
import { testSuiteRoutes } from "./test-suite/test-suite.ts";
import { tokenRoutes } from "./token.ts";
import { toolRoutes } from "./tool/tool.ts";
import { voiceLibraryRoutes } from "./voice-library.ts";
import { workflowRoutes } from "./workflow/workflow.ts";

/** Named table by table: as one type it is longer than a declaration file can hold. */
type PlatformRoutes = typeof orgRoutes &
  typeof orgAdminRoutes &
  typeof invitationRoutes &
  typeof auditRoutes &
  typeof keySetRoutes &
  typeof assistantRoutes &
  typeof assistantPageRoutes &
  typeof callRoutes &
  typeof callNoteRoutes &
  typeof callPageRoutes &
  typeof phoneCallRoutes &
  typeof analyticsRoutes &
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
  typeof workflowRoutes &
  typeof toolRoutes &
  typeof structuredOutputRoutes &
  typeof templateRoutes &
  typeof phoneNumberRoutes &
  typeof campaignRoutes &
  typeof testSuiteRoutes &
  typeof suiteTestRoutes &
  typeof testRunRoutes &
  typeof voiceLibraryRoutes &
  typeof providerResourceRoutes &
  typeof providerRoutes;

/** Every route of the platform, by name. */
export const platformRoutes: PlatformRoutes = {
  ...orgRoutes,
  ...orgAdminRoutes,
  ...invitationRoutes,
  ...auditRoutes,
  ...keySetRoutes,
  ...assistantRoutes,
  ...assistantPageRoutes,
  ...callRoutes,
  ...callNoteRoutes,
  ...callPageRoutes,
  ...phoneCallRoutes,
  ...analyticsRoutes,
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
  ...workflowRoutes,
  ...toolRoutes,
  ...structuredOutputRoutes,
  ...templateRoutes,
  ...phoneNumberRoutes,
  ...campaignRoutes,
  ...testSuiteRoutes,
  ...suiteTestRoutes,
  ...testRunRoutes,
  ...voiceLibraryRoutes,
  ...providerResourceRoutes,
  ...providerRoutes,
};
export type PlatformRouteName = keyof typeof platformRoutes;
