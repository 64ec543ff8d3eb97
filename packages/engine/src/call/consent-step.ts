import { DECLINE_TOOL_PLACE } from "../conversation/call-hook.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { Report } from "./call-reporter.ts";
import type { CallSpec } from "./call-spec.ts";
import type { CallTools } from "./call-tools.ts";
import type { Dialogue } from "./dialogue.ts";
import { HookActions } from "./hook-actions.ts";
import { RecordingConsent } from "./recording-consent.ts";

/** The first part of `DECLINE_TOOL_PLACE`. */
const DECLINE_HOOK_INDEX = -1;

interface ConsentStep {
  spec: CallSpec;
  dialogue: Dialogue;
  conversation: Conversation;
  tools: CallTools;
  random(): number;
  isReachable(): boolean;
  report: Report;
  startRecording(): void;
}

/** Nothing to consent to where nothing is recorded. */
export function asksForConsent({ assistant, recordingPath }: Pick<CallSpec, "assistant" | "recordingPath">): boolean {
  return recordingPath !== undefined && assistant.compliancePlan?.recordingConsentPlan !== undefined;
}

/** The consent that a call asks for before its first message. Undefined: none is needed. */
export function createConsent(step: ConsentStep): RecordingConsent | undefined {
  const { spec, dialogue, tools, report, startRecording } = step;
  const plan = spec.assistant.compliancePlan?.recordingConsentPlan;
  if (!plan || !asksForConsent(spec)) return undefined;
  const declined = async () => {
    const { runner } = tools.callOfHook(DECLINE_TOOL_PLACE);
    const [tool] = runner.tools;
    if (tool) {
      const run = { actions: [DECLINED], index: DECLINE_HOOK_INDEX, place: "free" as const, onTurn: () => undefined };
      await new HookActions(step).run(run);
    }
    if (tool?.action !== "end-call") dialogue.open();
  };
  return new RecordingConsent({
    plan,
    dialogue,
    onDecided(granted) {
      report({ type: "recording-consent", kind: plan.type, granted });
      if (!granted) return void declined();
      startRecording();
      dialogue.open();
    },
  });
}

const DECLINED = { type: "tool" as const };
