import type { Page } from "playwright-core";
import { bundleScript, openPageOfServer } from "./page-of-server.ts";

/** The result of every call of the client: one of the two is null. */
interface Answer<Data> {
  data: Data;
  error: { status: number; message: string; code: string; error: string } | null;
}

interface Session {
  user: { name: string; email: string };
  session: { token: string; expiresAt: Date };
}

/** The calls of the authentication library's own client in tests. */
export interface OfficialClient {
  signUp: { email: (person: { email: string; password: string; name: string }) => Promise<Answer<Pick<Session, "user">>> };
  signIn: { email: (person: { email: string; password: string }) => Promise<Answer<Pick<Session, "user">>> };
  signOut: () => Promise<Answer<{ success: boolean }>>;
  getSession: (options?: { query: Record<string, unknown> }) => Promise<Answer<Session | null>>;
  updateUser: (change: { name: string }) => Promise<Answer<{ status: boolean }>>;
  listSessions: () => Promise<Answer<Session["session"][]>>;
  revokeSession: (of: { token: string }) => Promise<Answer<{ status: boolean }>>;
  deleteUser: (by?: { password: string }) => Promise<Answer<{ success: boolean }>>;
  useSession: { subscribe: (hear: (state: { data: Session | null }) => void) => () => void };
  organization: { list: () => Promise<Answer<{ name: string }[]>> };
  device: {
    (of: { query: { user_code: string } }): Promise<Answer<{ status: string }>>;
    code: (of: { client_id: string }) => Promise<Answer<{ device_code: string; user_code: string }>>;
    token: (of: { grant_type: string; device_code: string; client_id: string }) => Promise<Answer<{ access_token: string }>>;
    approve: (of: { userCode: string }) => Promise<Answer<{ success: boolean }>>;
    deny: (of: { userCode: string }) => Promise<Answer<{ success: boolean }>>;
  };
}

declare global {
  interface Window {
    authClient: OfficialClient;
  }
}

const SCRIPT = `
import { createAuthClient } from "better-auth/client";
import { deviceAuthorizationClient, organizationClient } from "better-auth/client/plugins";
window.authClient = createAuthClient({ plugins: [organizationClient(), deviceAuthorizationClient()] });
`;

/** Bundles the client with all its imports, unchanged. */
export function bundleOfficialClient(): Promise<string> {
  return bundleScript(SCRIPT);
}

/** Opens a page of the server that only contains the client. */
export async function openClientPage(page: Page, url: string, script: string): Promise<void> {
  await openPageOfServer(page, url, script, "authClient");
}
