import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { AUTH_PERSON, type AuthClient, authClient } from "../../apps/server/src/testing/auth-client.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../apps/server/src/testing/start-test-server.ts";

/** A real server with a clock that the test sets, and people who use its authentication service. */
export interface AuthService {
  server: TestServer;
  /** A person with a new browser, signed out. */
  visitor: () => AuthClient;
  /** A person who has just signed up. */
  signUp: (person?: Partial<typeof AUTH_PERSON>) => Promise<AuthClient & { person: typeof AUTH_PERSON }>;
  passSeconds: (seconds: number) => void;
  /** Rows of a statement that no route would run. */
  sql: <Row = Record<string, unknown>>(statement: string) => Promise<Row[]>;
  /** Token in the link of the last mail. */
  mailedToken: () => string;
}

export const DAY_SECONDS = 86_400;

let people = 0;

/** One server for a file's tests; its clock is reset to the real time for each of them. */
export function useAuthService(options: TestServerOptions | (() => TestServerOptions) = {}): AuthService {
  const service = {} as AuthService;
  beforeAll(async () => {
    service.server = await startTestServer(typeof options === "function" ? options() : options);
  });
  afterAll(() => service.server.close());
  // The library asks `Date`. Timers go on, or no request would ever be answered.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  service.visitor = () => authClient(service.server.url);
  service.signUp = async (of = {}) => {
    people += 1;
    const person = { ...AUTH_PERSON, email: `person-${people}@example.com`, ...of };
    const client = service.visitor();
    const { status, body } = await client.post("/sign-up/email", person);
    if (status !== 200) throw new Error(`the sign-up was answered with ${status}: ${JSON.stringify(body)}`);
    return { ...client, person };
  };
  service.passSeconds = (seconds) => void vi.setSystemTime(Date.now() + seconds * 1000);
  service.sql = async <Row>(statement: string) => (await service.server.context.db.execute(statement)).rows as Row[];
  service.mailedToken = () => {
    const [mail] = service.server.context.mailer.outbox?.list() ?? [];
    const token = /[?]token=([^\s&]+)/.exec(mail?.text ?? "")?.[1];
    if (!token) throw new Error("no link was mailed");
    return decodeURIComponent(token);
  };
  return service;
}
