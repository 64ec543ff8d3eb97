import { type CallConfig, CallFailure, type CallObjectOptions, CallwrightCall } from "@callwright/call";
import type { AnyEvent, AnyListener, EventName, Listeners, Untyped, VapiConstructor } from "./vapi-types.ts";

/** Where the server is. A bundler replaces it (`define`), or a script of the page sets it. */
declare const CALLWRIGHT_URL: string | undefined;

const Base = CallwrightCall as unknown as VapiConstructor;

/**
 * A call object for apps that are written for the hosted provider's web SDK: `CallwrightCall` with that SDK's types, and its behavior where the two
 * differ.
 */
export class Vapi extends Base {
  /** `apiBaseUrl`: the server's address. Without one, `CALLWRIGHT_URL` is; without both, no call starts. */
  constructor(apiToken: string, apiBaseUrl?: string, dailyCallConfig?: CallConfig, dailyCallObject?: CallObjectOptions) {
    super(apiToken, apiBaseUrl ?? serverAddress(), dailyCallConfig, dailyCallObject);
  }

  override async setOutputDeviceAsync(options: { outputDeviceId: string }): Promise<void> {
    await unlessNoCall(super.setOutputDeviceAsync(options));
  }

  override async startScreenSharing(...options: Parameters<CallwrightCall["startScreenSharing"]>): Promise<void> {
    await unlessNoCall(super.startScreenSharing(...options));
  }

  override async stopScreenSharing(): Promise<void> {
    await unlessNoCall(super.stopScreenSharing());
  }

  /** There is no limit. */
  setMaxListeners(_count: number): this {
    return this;
  }

  /** 0: there is no limit. */
  getMaxListeners(): number {
    return 0;
  }

  rawListeners(event: AnyEvent): AnyListener[] {
    return this.listeners(event);
  }

  override emit<Name extends EventName>(event: Name, ...args: Parameters<Listeners[Name]>): boolean {
    if (event === "error") addBody(args[0]);
    return super.emit(event, ...args);
  }
}

const serverAddress = (): string => (typeof CALLWRIGHT_URL === "string" ? CALLWRIGHT_URL : "");

/** That SDK does nothing without a call, where `CallwrightCall` throws. */
async function unlessNoCall(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof CallFailure && error.code === "no-call")) throw error;
  });
}

/** When the server refuses a call, that SDK has the body of the response in `error.error`. */
function addBody(payload: Untyped): void {
  const error = payload?.error;
  if (error?.details?.body) error.error = error.details.body;
}
