import type { CallConfig, CallObjectOptions } from "./call-config.ts";
import { CallController } from "./call-controller.ts";
import { browserEnvironment } from "./call-environment.ts";
import type { NetworkTestResults } from "./room/daily-network-tests.ts";

/**
 * Talks to a voice agent from a web page. Each object has its own token, API URL and call.
 *
 * ```ts
 * const call = new CallwrightCall(token);
 * call.on("message", (message) => …);
 * await call.start("assistant-id");
 * ```
 */
export class CallwrightCall extends CallController {
  /** `apiToken`: a bearer token of the organization. `apiBaseUrl`: the API's URL, by default the page's origin. */
  constructor(apiToken: string, apiBaseUrl?: string, callConfig?: CallConfig, callObject?: CallObjectOptions) {
    // On a server that renders a page there is no origin. It starts no call.
    const address = apiBaseUrl ?? globalThis.location?.origin ?? "";
    super(browserEnvironment(callConfig), { apiToken, apiBaseUrl: address, callConfig, callObject });
  }

  /** Tests the connection to Daily's rooms. Requests camera and microphone and takes up to 90 s. */
  static async runNetworkTestsStandalone(): Promise<NetworkTestResults> {
    const { runNetworkTests } = await import("./room/daily-network-tests.ts");
    return runNetworkTests();
  }
}
