import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { build } from "vite";

/** What every call of the client answers: one of the two is null. */
interface Answer<Data> {
  data: Data;
  error: { status: number; message: string; code: string; error: string } | null;
}

interface Session {
  user: { name: string; email: string };
  session: { token: string; expiresAt: Date };
}

/** What tests call of the authentication library's own client. */
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

/** The dashboard has the client installed. */
const WEB = fileURLToPath(new URL("../../apps/web", import.meta.url));
const ENTRY = "\0client-page";

/** The client with all it imports, and nothing changed. */
export async function bundleOfficialClient(): Promise<string> {
  const built = await build({
    root: path.join(WEB, "src"),
    logLevel: "silent",
    configFile: false,
    plugins: [
      {
        name: "client-page",
        resolveId: (source) => (source === ENTRY ? ENTRY : null),
        load: (id) => (id === ENTRY ? SCRIPT : null),
      },
    ],
    build: { write: false, minify: false, target: "es2022", modulePreload: false, rolldownOptions: { input: ENTRY } },
  });
  if (Array.isArray(built) || !("output" in built)) throw new Error("The bundler answered something else than one build.");
  return built.output[0].code;
}

/** Opens a page of the server itself that holds the client and nothing else. */
export async function openClientPage(page: Page, url: string, script: string): Promise<void> {
  await page.route(`${url}/client-page`, (route) =>
    route.fulfill({ contentType: "text/html", body: '<!doctype html><script type="module" src="/client-page.js"></script>' }),
  );
  await page.route(`${url}/client-page.js`, (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await page.goto(`${url}/client-page`);
  await page.waitForFunction(() => "authClient" in window);
}
