import { setUp } from "@callwright/call/testing";
import { type ConversationSettings, WidgetConversation } from "../conversation/conversation.ts";
import { defaultOf, WIDGET_OPTION_NAMES, type WidgetOptions } from "../options/widget-options.ts";
import type { WidgetEventDetails } from "../widget-events.ts";

const DEFAULTS = Object.fromEntries(WIDGET_OPTION_NAMES.map((name) => [name, defaultOf(name)])) as unknown as WidgetOptions;

type Told = { [Name in keyof WidgetEventDetails]: [name: Name, detail: WidgetEventDetails[Name]] }[keyof WidgetEventDetails];

/** Named, so that declarations of this file need not write it out. */
interface CallInTest extends ReturnType<typeof setUp> {}

/** A chat reply whose words the test controls. */
function chatAnswer(signal: AbortSignal | null | undefined) {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  signal?.addEventListener("abort", () => void writer.abort(signal.reason).catch(() => undefined));
  const send = (data: string) => void writer.write(encoder.encode(`data: ${data}\n\n`)).catch(() => undefined);
  return {
    response: new Response(readable, { headers: { "content-type": "text/event-stream" } }),
    say: (delta: string) => send(JSON.stringify({ id: "chat-1", sessionId: "session-1", path: "chat.output[0].content", delta })),
    complete: () => {
      send("[DONE]");
      void writer.close().catch(() => undefined);
    },
  };
}

/** A conversation without a browser: real calls over a fake browser, network and rooms. */
export function conversationInTest(settings: Partial<ConversationSettings> = {}) {
  const told: Told[] = [];
  const calls: CallInTest[] = [];
  const answers: ReturnType<typeof chatAnswer>[] = [];
  const requests: { sessionId?: string; squadId?: string; input: unknown; sessionEnd?: boolean }[] = [];
  const all: ConversationSettings = {
    ...DEFAULTS,
    mode: "hybrid",
    publicKey: "key",
    assistantId: "assistant-1",
    ...settings,
    apiUrl: "https://api.test",
  };
  const conversation = new WidgetConversation(
    {
      fetch: async (_input, init) => {
        requests.push(JSON.parse(String(init?.body)));
        const answer = chatAnswer(init?.signal);
        answers.push(answer);
        return answer.response;
      },
      createCall: () => {
        const set = setUp();
        calls.push(set);
        return set.call;
      },
      tell: (name, detail) => told.push([name, detail] as Told),
      onChange: () => undefined,
    },
    all,
  );
  const toldOf = <Name extends keyof WidgetEventDetails>(name: Name) =>
    told.filter((event) => event[0] === name).map(([, detail]) => detail) as WidgetEventDetails[Name][];
  const lastOf = <Item>(items: Item[]): Item => {
    const last = items.at(-1);
    if (!last) throw new Error("Nothing was begun yet.");
    return last;
  };
  return {
    conversation,
    settings: all,
    calls,
    requests,
    toldOf,
    /** The last started call. */
    get call() {
      return lastOf(calls);
    },
    /** The last started chat reply. */
    get answer() {
      return lastOf(answers);
    },
  };
}

/** Speech of the other side of a call. */
export function hear({ environment }: ReturnType<typeof setUp>, role: "assistant" | "user", transcript: string): void {
  environment.room.events.onAppMessage(JSON.stringify({ type: "transcript", role, transcriptType: "final", transcript }));
}
