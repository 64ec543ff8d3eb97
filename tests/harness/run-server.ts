import type { TestProject } from "vitest/node";
import { startServerProcess } from "./server-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the server that the files of a run share. */
    sharedServer: string;
  }
}

/** The address of the run's server, for the next project of the run. */
const SERVER_VARIABLE = "CALLWRIGHT_TEST_SERVER";

/**
 * `globalSetup` of vitest: one server for all files of a run that need no separate one. Each of them signs up for a new account, and so has its own
 * organization. The call host starts with it: on a busy machine the first call would not wait long enough for one.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env[SERVER_VARIABLE];
  if (running) {
    project.provide("sharedServer", running);
    return;
  }
  const server = await startServerProcess({
    env: {
      SIGN_UP: "open",
      ALLOW_PRIVATE_ADDRESSES: "true",
      FAKE_PROVIDERS: "true",
      // Sign-ups are limited by network, and those by a request have one each; see `accountHeaders`.
      TRUST_PROXY: "true",
    },
  });
  process.env[SERVER_VARIABLE] = server.url;
  project.provide("sharedServer", server.url);
  return async () => {
    const exitCode = await server.stop();
    const hasCrashed = /crashed|unhandled ?rejection|uncaught/i.test(server.output());
    if (exitCode === 0 && !hasCrashed) return;
    // Vitest only prints errors of a teardown.
    process.exitCode = 1;
    throw new Error(`The shared server failed (exit code ${exitCode}):\n${server.output()}`);
  };
}
