import type { ServerMessage } from "@callwright/contract";
import { NodeCaller, speechSample } from "@callwright/engine/testing";

/** A caller in Node: a real peer connection whose microphone says what the test tells it to. */
export interface SpokenCaller {
  /** What the assistant's side told on the app channel, in order. */
  readonly messages: ServerMessage[];
  /** Where DELETE hangs up. */
  readonly sessionUrl: URL;
  isListening(): boolean;
  /** When something audible was heard last, as `performance.now()`; undefined: nothing was. */
  lastSoundMs(): number | undefined;
  /** Says a sentence, in real time. */
  say(text: string): Promise<void>;
  /** Leaves without a word to the server. */
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
    close: () => caller.close(),
  };
}
