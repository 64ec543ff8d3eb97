import type { ClientMessageInput, ServerMessage } from "@callwright/contract";
import { NodeCaller, speechSample } from "@callwright/engine/testing";

/** A caller in Node: a real peer connection with scripted speech. */
export interface SpokenCaller {
  /** Messages from the app channel, in order. */
  readonly messages: ServerMessage[];
  /** The address whose DELETE hangs up. */
  readonly sessionUrl: URL;
  isListening(): boolean;
  /** Time of the last audible sound, as `performance.now()`; undefined without sound. */
  lastSoundMs(): number | undefined;
  /** Says a sentence, in real time. */
  say(text: string): Promise<void>;
  /** Sends a message of the caller's page. */
  send(message: ClientMessageInput): void;
  /** Words that the page's browser has recognized. */
  recognize(text: string): void;
  /** Leaves without a request to the server. */
  close(): void;
}

/** Joins the room at `webCallUrl`. */
export async function joinAsSpokenCaller(webCallUrl: string): Promise<SpokenCaller> {
  const caller = new NodeCaller();
  let sessionUrl = new URL(webCallUrl);
  await caller.join(async (body) => {
    const response = await fetch(webCallUrl, { method: "POST", headers: { "content-type": "application/sdp" }, body });
    const sdp = await response.text();
    if (response.status !== 201) throw new Error(`the room answered ${response.status}: ${sdp}`);
    sessionUrl = new URL(response.headers.get("location") ?? "", webCallUrl);
    return sdp;
  });
  return {
    messages: caller.messages as ServerMessage[],
    sessionUrl,
    isListening: () => caller.listening,
    lastSoundMs: () => caller.lastSound?.atMs,
    say: async (text) => caller.speak(await speechSample(text)),
    send: (message) => caller.send(message),
    recognize: (text) => caller.sendTelemetry({ type: "recognized", text, final: true }),
    close: () => caller.close(),
  };
}
