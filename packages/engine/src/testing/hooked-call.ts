import type { CreateAssistant } from "@callwright/contract";
import { expect } from "vitest";
import { watchModel } from "../call/call-parts.ts";
import type { CallSpec } from "../call/call-spec.ts";
import { CallTools } from "../call/call-tools.ts";
import type { AgentTool, ToolRunner } from "../conversation/agent-tool.ts";
import { createConversation } from "../conversation/create-conversation.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { passUntil } from "./fake-time.ts";
import { onlyVoice } from "./only-voice.ts";
import { openCalls } from "./open-calls.ts";
import { hearingBy, ScriptedStt } from "./scripted-stt.ts";
import { ScriptedTts } from "./scripted-tts.ts";
import { tool } from "./scripted-turn.ts";

const QUIET: CreateAssistant = {
  firstMessageMode: "assistant-waits-for-user",
  silenceTimeoutSeconds: 3600,
  // Punctuation decides when a turn is over: the local end-of-turn model is not loaded.
  startSpeakingPlan: { smartEndpointingEnabled: false, fillerSeconds: 0 },
  clientMessages: ["status-update", "tool-calls"],
};

interface Setting {
  model?: (request: Parameters<LanguageModel["stream"]>[0]) => AsyncIterable<string>;
  /** The tool of each hook's first action, with its runner. */
  tool?: Partial<AgentTool>;
  at?: string;
  run?: ToolRunner["run"];
  random?: () => number;
  spec?: Partial<CallSpec>;
  /** What a transcriber with this confidence hears once the call talks. */
  words?: string;
  confidence?: number;
}

async function* yes() {
  yield "Yes.";
}

/** Calls with hooks, in stopped time. They end with their test. */
export function hookedCalls() {
  const open = openCalls();
  return (assistant: CreateAssistant, setting?: Setting) => talkIn(open, assistant, setting);
}

/** Starts a call in which both can speak. Sentences last 60 ms for each letter. */
async function talkIn(open: ReturnType<typeof openCalls>, assistant: CreateAssistant, setting: Setting = {}) {
  const {
    model = yes,
    at = "0.0",
    run = async () => ({ result: "Noted.", failed: false }),
    random,
    words,
    confidence = 0,
  } = setting;
  const hookTool = tool("note", setting.tool);
  const tools = new CallTools({ tools: [], run }, new Map([[at, { tools: [hookTool], run }]]));
  const ofCall = { ...QUIET, ...assistant };
  const language: LanguageModel = {
    provider: "test",
    async *stream(request) {
      for await (const text of model(request)) yield { type: "text", text };
    },
  };
  const voices = onlyVoice(new ScriptedTts((sentence) => sentence.length * 60));
  let hear = () => {};
  const spoken = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const stt = new ScriptedStt([[spoken, { text: words ?? "", final: true, confidence }]]);
  const set = await open(
    async ({ onTool, onModelSlow }) => ({
      conversation: createConversation({
        assistant: ofCall,
        variableValues: { name: "Ada" },
        model: watchModel(language, onModelSlow),
        now: () => new Date(),
        onTool,
      }),
      voices,
      soundFile: () => voices,
      ...hearingBy(words ? stt : undefined),
    }),
    ofCall,
    setting.spec ?? {},
    tools,
    random,
  );
  hear();
  return {
    ...set,
    fired: () => set.payloads("hook.fired").map(({ on, name, actions }) => [on, name, ...actions].filter(Boolean).join(" ")),
    /** Lets time pass. */
    async pass(ms: number) {
      const endMs = Date.now() + ms;
      await passUntil(() => expect(Date.now()).toBeGreaterThanOrEqual(endMs));
    },
    saidAtMs: () => set.payloads("assistant.said").map(({ startMs }) => startMs),
    async ended() {
      await passUntil(() => expect(set.told.ended).toHaveLength(1));
      return set.told.ended[0];
    },
  };
}
