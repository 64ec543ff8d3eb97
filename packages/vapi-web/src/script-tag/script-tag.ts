/**
 * `/vapi-web.js`, a classic script that takes the place of the hosted provider's script tag (`html-script-tag`): a page loads it and calls
 * `window.vapiSDK.run`.
 */
import type { CallwrightCall } from "@callwright/call";
import { parseUrl } from "@callwright/contract";
import { Vapi } from "../vapi.ts";
import { buttonConfig, type GivenButtonConfig } from "./button-config.ts";
import { addButtonStyles, CallButton } from "./call-button.ts";

interface RunOptions {
  /** A public token. */
  apiKey?: string;
  /** An id, or a definition. */
  assistant?: object | string;
  assistantOverrides?: object;
  squad?: object | string;
  config?: GivenButtonConfig;
  /** The server's address, for a page that does not load the script from it. */
  apiUrl?: string;
}

interface VapiSdk {
  run(options: RunOptions): Vapi | null;
  /** Of the latest `run`. */
  vapi?: Vapi;
}

declare global {
  interface Window {
    vapiSDK: VapiSdk;
  }
}

/** The script's own address, as the build has it. Empty where a page loads it as a module. */
const script = parseUrl(import.meta.url);
/** The server is where the script is: `https://voice.example.com/` of `https://voice.example.com/vapi-web.js`. */
const OWN_ADDRESS = script && new URL(".", script).href;

/** Adds a button that starts and ends a call. Returns the call object, or null when something is missing. */
function run({ apiKey, assistant, assistantOverrides, squad, config, apiUrl = OWN_ADDRESS }: RunOptions): Vapi | null {
  if (!apiKey || !(assistant || squad)) {
    report("vapiSDK.run needs apiKey (a public token), and assistant or squad.");
    return null;
  }
  const vapi = new Vapi(apiKey, apiUrl);
  vapi.on("error", ({ error }) => report(error.message));
  const start = () => {
    const started = assistant ? vapi.start(assistant, assistantOverrides) : vapi.start(undefined, assistantOverrides, squad);
    // What is missing is an `error` event, too.
    started.catch(() => undefined);
  };
  const { element } = new CallButton(vapi as unknown as CallwrightCall, start, buttonConfig(config));
  const append = () => document.body.append(element);
  if (document.body) append();
  else document.addEventListener("DOMContentLoaded", append, { once: true });
  window.vapiSDK.vapi = vapi;
  return vapi;
}

function report(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the page's developer has no other place to see it.
  console.error(`Callwright: ${message}`);
}

addButtonStyles();
window.vapiSDK = { run };
