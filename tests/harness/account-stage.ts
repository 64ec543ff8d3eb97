import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { startTestServer, type TestServer, type TestServerOptions } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { closeSharedWindows, openPage, sharedChromium } from "./chromium.ts";
import { eventually } from "./eventually.ts";

/** A person with an account of the stage, and their requests. */
export interface Person extends TestClient {
  name: string;
}

/** A server of this file, in its process, with its mails in the outbox, and a browser for its people. */
export interface AccountStage {
  server: TestServer;
  browser: Browser;
  /** Makes an account by the API. */
  signUp(name: string): Promise<Person>;
  /** A separate browser: signed in as this person, or signed out. */
  open(person?: Person, options?: BrowserContextOptions): Promise<Page>;
  /** The link in the newest mail to this address with this subject. */
  linkTo(email: string, subject: string): Promise<string>;
  /** Unwanted output of pages. */
  errors: string[];
  stop(): Promise<void>;
}

interface OutboxMail {
  to: string;
  subject: string;
  text: string;
}

export async function openAccountStage(options: TestServerOptions = {}): Promise<AccountStage> {
  const [server, browser] = await Promise.all([startTestServer(options), sharedChromium()]);
  const errors: string[] = [];
  const outbox = async (): Promise<OutboxMail[]> => {
    const response = await fetch(`${server.url}/dev/outbox`, { headers: { accept: "application/json" } });
    return (await response.json()) as OutboxMail[];
  };
  return {
    server,
    browser,
    errors,
    signUp: async (name) => {
      const client = await server.signUp({ name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` });
      return { ...client, name };
    },
    open: async (person, contextOptions) => {
      const opened = await openPage(browser, server.url, { viewport: { width: 1440, height: 900 }, ...contextOptions });
      opened.page.on("close", () => errors.push(...opened.errors));
      if (person) {
        await opened.page.context().request.post("/api/auth/sign-in/email", {
          data: { email: person.email, password: person.password },
          headers: { origin: server.url },
        });
      }
      return opened.page;
    },
    linkTo: async (email, subject) => {
      const mail = await eventually(`a mail '${subject}' to ${email}`, async () =>
        (await outbox()).find((each) => each.to === email && each.subject === subject),
      );
      const link = /^https?:\/\/\S+$/m.exec(mail.text)?.[0];
      if (!link) throw new Error(`No link in: ${mail.text}`);
      return link;
    },
    stop: async () => {
      await closeSharedWindows();
      await server.close();
    },
  };
}
