import type { CallConfig, CallObjectOptions } from "./call-config.ts";
import { CallController } from "./call-controller.ts";
import { browserEnvironment } from "./call-environment.ts";
import type { NetworkTestResults } from "./room/daily-network-tests.ts";

/**
 * Talks to a voice agent from a web page. Every object is on its own: its token, its address, its call.
 *
 * ```ts
 * const call = new CallwrightCall(token);
 * call.on("message", (message) => …);
 * await call.start("assistant-id");
 * ```
 */
export class CallwrightCall extends CallController {
  /** `apiToken`: a bearer token of the organisation. `apiBaseUrl`: the platform API's address, by default the page's own origin. */
  constructor(apiToken: string, apiBaseUrl: string = location.origin, callConfig?: CallConfig, callObject?: CallObjectOptions) {
    super(browserEnvironment(callConfig), { apiToken, apiBaseUrl, callConfig, callObject });
  }

  /** Can this browser reach Daily's rooms, and how well? Asks for camera and microphone and takes up to a minute and a half. */
  static async runNetworkTestsStandalone(): Promise<NetworkTestResults> {
    const { runNetworkTests } = await import("./room/daily-network-tests.ts");
    return runNetworkTests();
  }
}
