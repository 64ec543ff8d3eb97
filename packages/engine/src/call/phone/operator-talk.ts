import { ASSISTANT_DEFAULTS } from "@callwright/contract";
import type { ToolRunner } from "../../conversation/agent-tool.ts";
import type { TransferAssistantSpec } from "../../conversation/phone-act.ts";
import { FRAME_MS } from "../../media/audio-format.ts";
import { CallClock } from "../../model/call-clock.ts";
import { CallLimits } from "../call-limits.ts";
import type { CallParts, ConversationListener } from "../call-parts.ts";
import type { Report } from "../call-reporter.ts";
import type { CallScope } from "../call-scope.ts";
import { CallTools } from "../call-tools.ts";
import { Dialogue } from "../dialogue.ts";

/** How a talk ended without a connection. */
export type TalkFailure = "canceled" | "max-duration" | "silence" | "failed";

export interface OperatorTalkOptions {
  spec: TransferAssistantSpec;
  createParts(listener: ConversationListener, spec: TransferAssistantSpec, tools: CallTools): Promise<CallParts>;
  /** 10 ms for the operator, silence included. */
  onFrame(pcm: Int16Array): void;
  onSaid(by: "assistant" | "operator", text: string): void;
  onAccepted(): void;
  onFailed(why: TalkFailure): void;
}

/** The conversation between a transfer assistant and the operator. The caller does not hear it. */
export class OperatorTalk {
  readonly #scope: CallScope;
  readonly #options: OperatorTalkOptions;
  readonly #clock: CallClock;
  readonly #ready: Promise<void>;
  #dialogue: Dialogue | undefined;
  #limits: CallLimits | undefined;
  #frames = 0;
  #isClosed = false;

  /** Its model, voice and transcriber are prepared while the telephone rings. */
  constructor(scope: CallScope, options: OperatorTalkOptions) {
    this.#scope = scope;
    this.#options = options;
    this.#clock = new CallClock(scope.now);
    this.#ready = this.#prepare().catch((cause: unknown) => {
      this.#fault(cause);
      this.#fail("failed");
    });
  }

  async #prepare(): Promise<void> {
    const { spec, createParts, onFrame } = this.#options;
    const parts = await createParts(this.#listener(), spec, new CallTools(decisions(spec)));
    if (this.#isClosed) return;
    const dialogue = new Dialogue({
      assistant: spec.assistant,
      parts,
      clock: this.#clock,
      onFrame,
      opensLater: true,
      report: (happening) => this.#follow(happening),
      onActivity: () => this.#limits?.touch(),
      onEnd: () => this.#fail("canceled"),
      onPhoneAct: (act) => {
        if (act.type !== "transfer-decision") return;
        if (act.isAccepted) this.#scope.guard(() => this.#options.onAccepted());
        else this.#fail("canceled");
      },
      onProblem: (message) => this.#fault(message),
    });
    this.#dialogue = dialogue;
    await dialogue.start();
  }

  #listener(): ConversationListener {
    const { meter, report } = this.#scope;
    const fail = (part: "template" | "endpointing", message: string) =>
      report({ type: "failure", part, provider: "callwright", message });
    return {
      onTemplateProblem: ({ where, message }) =>
        fail("template", `The template in ${where} of the transfer assistant: ${message}`),
      onEndpointingProblem: (message) => fail("endpointing", message),
      onModelSlow: () => {},
      onTool: (happening) => this.#dialogue?.toolHappened(happening, undefined),
      onAgentStarted: () => {},
      onUsage: (usage) => meter.add(usage),
    };
  }

  #follow(happening: Parameters<Report>[0]): void {
    const { onSaid } = this.#options;
    if (happening.type === "user-said") onSaid("operator", happening.text);
    else if (happening.type === "assistant-said") onSaid("assistant", happening.text);
    else if (happening.type === "failure") this.#scope.report(happening);
  }

  /** The operator can hear. `words`: the text of an assistant without a first message. */
  async begin(words: Promise<string>): Promise<void> {
    const { assistant } = this.#options.spec;
    const { maxDurationSeconds, silenceTimeoutSeconds } = { ...ASSISTANT_DEFAULTS.transferAssistant, ...assistant };
    this.#limits = new CallLimits({
      maxDurationSeconds,
      silenceTimeoutSeconds,
      isBusy: () => this.#dialogue?.isBusy,
      onMaxDuration: () => this.#fail("max-duration"),
      onSilence: () => this.#fail("silence"),
    });
    const [text] = await Promise.all([words, this.#ready]);
    if (this.#isClosed) return;
    this.#clock.start();
    this.#limits.watchSilence();
    const { firstMessage, firstMessageMode = ASSISTANT_DEFAULTS.firstMessageMode } = assistant;
    if (firstMessage === undefined && firstMessageMode === "assistant-speaks-first")
      this.#dialogue?.say(text, { interruptible: true, interrupts: false, asWritten: true });
    else this.#dialogue?.open();
    this.#dialogue?.beginSpeaking();
  }

  /** Sound of the operator. */
  push(pcm: Int16Array): void {
    this.#dialogue?.ear.push(pcm);
  }

  press(key: string): void {
    this.#dialogue?.pressed(key);
  }

  /** The next 10 ms. */
  tick(): void {
    this.#dialogue?.tick(this.#frames * FRAME_MS);
    this.#frames += 1;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#limits?.stop();
    this.#dialogue?.close().catch((cause: unknown) => this.#fault(cause));
  }

  #fail(why: TalkFailure): void {
    this.#scope.guard(() => this.#options.onFailed(why));
  }

  #fault(cause: unknown): void {
    this.#scope.log("warn", `A transfer assistant had a fault: ${String(cause)}`);
  }
}

/** The two tools of the decision. The assistant finishes its sentence first. */
function decisions({ accept, cancel }: TransferAssistantSpec): ToolRunner {
  return {
    tools: [accept, cancel],
    run: async ({ name }) => {
      const isAccepted = name === accept.name;
      if (!isAccepted && name !== cancel.name) return { result: `There is no tool '${name}'.`, failed: true };
      const result = isAccepted ? "I connect you with the caller now." : "I tell the caller. Goodbye.";
      return { result, failed: false, phoneAct: { type: "transfer-decision", isAccepted } };
    },
  };
}
