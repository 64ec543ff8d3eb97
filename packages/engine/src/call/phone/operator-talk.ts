import type { Usage } from "@callwright/contract";
import { ASSISTANT_DEFAULTS } from "@callwright/contract";
import type { ToolRunner } from "../../conversation/agent-tool.ts";
import type { TransferAssistantSpec } from "../../conversation/phone-act.ts";
import { FRAME_MS } from "../../media/audio-format.ts";
import { CallClock, type NowMs } from "../../model/call-clock.ts";
import { CallLimits } from "../call-limits.ts";
import type { CallParts, ConversationListener } from "../call-parts.ts";
import type { Report } from "../call-reporter.ts";
import { CallTools } from "../call-tools.ts";
import { Dialogue } from "../dialogue.ts";

/** How a talk ended without a connection. */
export type TalkFailure = "canceled" | "max-duration" | "silence" | "failed";

export interface OperatorTalkOptions {
  spec: TransferAssistantSpec;
  createParts(listener: ConversationListener, spec: TransferAssistantSpec, tools: CallTools): Promise<CallParts>;
  now: NowMs;
  /** Of the call: it learns about failures. */
  report: Report;
  onUsage(usage: Usage): void;
  /** 10 ms for the operator, silence included. */
  onFrame(pcm: Int16Array): void;
  onSaid(by: "assistant" | "operator", text: string): void;
  onAccepted(): void;
  onFailed(why: TalkFailure): void;
  onFault(cause: unknown): void;
  /** Runs what a timer begins. */
  guard(act: () => void): void;
}

/** The conversation between a transfer assistant and the operator. The caller does not hear it. */
export class OperatorTalk {
  readonly #options: OperatorTalkOptions;
  readonly #clock: CallClock;
  readonly #ready: Promise<void>;
  #dialogue: Dialogue | undefined;
  #limits: CallLimits | undefined;
  #frames = 0;
  #isClosed = false;

  /** Its model, voice and transcriber are prepared at once, while the telephone rings. */
  constructor(options: OperatorTalkOptions) {
    this.#options = options;
    this.#clock = new CallClock(options.now);
    this.#ready = this.#prepare().catch((cause: unknown) => {
      options.onFault(cause);
      options.guard(() => options.onFailed("failed"));
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
      onEnd: () => this.#options.guard(() => this.#options.onFailed("canceled")),
      onPhoneAct: (act) => {
        if (act.type !== "transfer-decision") return;
        this.#options.guard(() => (act.isAccepted ? this.#options.onAccepted() : this.#options.onFailed("canceled")));
      },
      onProblem: (message) => this.#options.onFault(message),
    });
    this.#dialogue = dialogue;
    await dialogue.start();
  }

  #listener(): ConversationListener {
    const { report, onUsage } = this.#options;
    const fail = (part: "template" | "endpointing", message: string) =>
      report({ type: "failure", part, provider: "callwright", message });
    return {
      onTemplateProblem: ({ where, message }) =>
        fail("template", `The template in ${where} of the transfer assistant: ${message}`),
      onEndpointingProblem: (message) => fail("endpointing", message),
      onModelSlow: () => {},
      onTool: (happening) => this.#dialogue?.toolHappened(happening, undefined),
      onAgentStarted: () => {},
      onUsage,
    };
  }

  #follow(happening: Parameters<Report>[0]): void {
    const { report, onSaid } = this.#options;
    if (happening.type === "user-said") onSaid("operator", happening.text);
    else if (happening.type === "assistant-said") onSaid("assistant", happening.text);
    else if (happening.type === "failure") report(happening);
  }

  /** The operator can hear. `words`: what an assistant without a first message says. */
  async begin(words: Promise<string>): Promise<void> {
    const { assistant } = this.#options.spec;
    const { onFailed, guard } = this.#options;
    const { maxDurationSeconds, silenceTimeoutSeconds } = { ...ASSISTANT_DEFAULTS.transferAssistant, ...assistant };
    this.#limits = new CallLimits({
      maxDurationSeconds,
      silenceTimeoutSeconds,
      isBusy: () => this.#dialogue?.isBusy,
      onMaxDuration: () => guard(() => onFailed("max-duration")),
      onSilence: () => guard(() => onFailed("silence")),
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
    this.#dialogue?.close().catch((cause: unknown) => this.#options.onFault(cause));
  }
}

/** The two tools that decide. The assistant ends its sentence first. */
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
