import { assistantRoutes } from "./assistant-routes.ts";
import { callRoutes } from "./call.ts";
import { chatRoutes } from "./chat.ts";
import { credentialRoutes } from "./credential/credential.ts";
import { fileRoutes } from "./file.ts";
import { knowledgeBaseRoutes } from "./knowledge-base.ts";
import { orgRoutes } from "./org.ts";
import { tokenRoutes } from "./token.ts";

/** Every route of the platform, by name. */
export const platformRoutes = {
  ...orgRoutes,
  ...assistantRoutes,
  ...callRoutes,
  ...chatRoutes,
  ...tokenRoutes,
  ...credentialRoutes,
  ...fileRoutes,
  ...knowledgeBaseRoutes,
};
export type PlatformRouteName = keyof typeof platformRoutes;
