import {
  CALL_EARLY_ORDERS_MAX,
  CALL_MESSAGE_MAX_CHARACTERS,
  type CallControl,
  type CallSupervisor,
  ClientMessage,
  type ClientTelemetry,
  ENDED_REASONS,
  type MESSAGE_ROLES,
  PLAYABLE,
  readJson,
  type TakeOverOrder,
  TELEMETRY_CHANNEL,
} from "@callwright/contract";
import { z } from "zod";
import type { ToolOutcome } from "../conversation/agent-tool.ts";
import type { CallScope } from "./call-scope.ts";
import type { CallSound } from "./call-sound.ts";
import type { CallStart } from "./call-start.ts";
import { MessageRate, WordsAllowance } from "./caller-limits.ts";
import type { Dialogue } from "./dialogue.ts";
import type { TakeOver } from "./take-over.ts";

/** A request of a client or a supervisor to a running call. */
type Order = Exclude<ClientMessage, { type: "end-call" | "tool-calls-result" }>;

type Sender = "caller" | CallSupervisor;

/** The part of the dialogue that orders control. */
type OrderedDialogue = Pick<Dialogue, "add" | "assistantMuted" | "audible" | "hear" | "say" | "sayFirstMessage">;

export type OrdersScope = Pick<CallScope, "app" | "clock" | "end" | "log" | "now" | "report" | "spec" | "tools"> & {
  readonly dialogue: OrderedDialogue | undefined;
  readonly phone?: Pick<NonNullable<CallScope["phone"]>, "act"> | undefined;
};

export interface ClientOrdersParts {
  sound: Pick<CallSound, "customerMuted">;
  start: Pick<CallStart, "videoStarted">;
  takeOver: Pick<TakeOver, "giveBack" | "renew" | "take">;
}

/**
 * Carries out what a client or a supervisor requests. Hanging up happens at once. Other orders wait until the pipeline is ready.
 *
 * ```
 *   waiting, orders queue up ── begin ──▶ obeying
 * ```
 */
export class ClientOrders {
  readonly #scope: OrdersScope;
  readonly #parts: ClientOrdersParts;
  #rate: MessageRate;
  #words: WordsAllowance;
  #obeying = false;
  #early: (() => void)[] = [];
  #earlyOfCaller = 0;
  /** Logged subjects; each is logged once per call. */
  #noted = new Set<string>();

  constructor(scope: OrdersScope, parts: ClientOrdersParts) {
    this.#scope = scope;
    this.#parts = parts;
    this.#rate = new MessageRate(scope.now);
    this.#words = new WordsAllowance(scope.now);
  }

  /** The pipeline is ready. */
  begin(): void {
    this.#obeying = true;
    for (const obey of this.#early.splice(0)) obey();
  }

  /** Reads a text of the client. */
  read(channel: string, text: string): void {
    if (!this.#isWithinRate()) return;
    if (channel === TELEMETRY_CHANNEL) {
      if (this.#obeying) this.#readTelemetry(text);
      return;
    }
    const message = parseCallerMessage(text);
    if (!message) this.#noteOnce(`A message of ${text.length} characters could not be understood.`, "app");
    else if (message.type === "end-call") this.#scope.end(ENDED_REASONS.customerEndedCall);
    else if (message.type === "tool-calls-result") {
      const { toolCallId, result, error } = message.toolCallResult;
      const isFailed = error !== undefined && error !== null;
      this.#answerTool({ result: toText(isFailed ? error : result), failed: isFailed }, toolCallId);
    } else if (this.#isToolAnswer(message))
      this.#answerTool({ result: message.message.content, failed: false }, message.message.tool_call_id);
    else if (message.type !== "playable" && this.#isAllowed(message)) this.#take(() => this.#obey(message, "caller"), "caller");
  }

  /** Carries out a supervisor's order; the call's events name the supervisor. */
  control(message: CallControl | ClientMessage, by: CallSupervisor): void {
    switch (message.type) {
      case "end-call":
        this.#scope.report({ type: "control", control: message.type, by });
        this.#scope.end(ENDED_REASONS.manuallyCanceled);
        break;
      case "tool-calls-result":
        break;
      case "take-over":
      case "renew-take-over":
      case "give-back":
      case "transfer":
        this.#take(() => this.#handOver(message, by), by);
        break;
      default:
        this.#take(() => this.#obey(message, by), by);
    }
  }

  #isWithinRate(): boolean {
    const verdict = this.#rate.count();
    if (verdict === "drop") this.#noteOnce("The client sends too many messages; some are dropped.", "rate");
    if (verdict === "flood") this.#scope.end("pipeline-error", "The client sent too many messages.");
    return verdict === "take";
  }

  /** Pages also answer with a message of the tool's role, as with hosted servers. */
  #isToolAnswer(message: CallerMessage): message is Extract<Order, { type: "add-message" }> {
    if (message.type !== "add-message" || message.message.role !== "tool") return false;
    return this.#scope.tools.isOpen(message.message.tool_call_id);
  }

  #answerTool(outcome: ToolOutcome, toolCallId: string | undefined): void {
    if (!this.#hasRoomFor(outcome.result)) return;
    if (this.#scope.tools.isOpen(toolCallId)) this.#scope.tools.answer(outcome, toolCallId);
    else this.#noteOnce("The client answered a tool call that does not wait for an answer.", "tool");
  }

  /** Is the caller, unlike a supervisor, allowed to request this? */
  #isAllowed(message: Order): boolean {
    switch (message.type) {
      case "add-message":
        return this.#mayAdd(message.message.role) && this.#hasRoomFor(message.message.content);
      case "say":
        return this.#hasRoomFor(wordsToSay(message));
      case "control":
        return true;
      default:
        return message satisfies never;
    }
  }

  #mayAdd(role: (typeof MESSAGE_ROLES)[number]): boolean {
    if ((this.#scope.spec.callerMayInstruct ?? true) || role === "user" || role === "assistant") return true;
    this.#noteOnce(`A message with role ${role} is ignored: the caller's token may not change the assistant.`, "role");
    return false;
  }

  #hasRoomFor(words: string): boolean {
    if (this.#words.take(words)) return true;
    this.#noteOnce("The client adds more words than a conversation takes; some are dropped.", "words");
    return false;
  }

  /** A faulty client repeats its fault, so each subject is logged once. */
  #noteOnce(message: string, subject: "app" | "telemetry" | "rate" | "role" | "words" | "early" | "tool"): void {
    if (this.#noted.has(subject)) return;
    this.#noted.add(subject);
    this.#scope.log("info", message);
  }

  #readTelemetry(text: string): void {
    const { app, clock, dialogue } = this.#scope;
    const message = parseTelemetry(text);
    switch (message?.type) {
      case "ping":
        app.sendTelemetry({ type: "pong", clientMs: message.clientMs, callMs: clock.nowMs });
        break;
      case "audible":
        dialogue?.audible(message.turn, message.atCallMs);
        break;
      case "recognized":
        if (!message.final || this.#hasRoomFor(message.text)) dialogue?.hear(message.text, message.final);
        break;
      default:
        this.#noteOnce(`A telemetry message of ${text.length} characters could not be understood.`, "telemetry");
    }
  }

  #take(obey: () => void, from: Sender): void {
    if (this.#obeying) obey();
    // A correct client sends no orders before `listening`. The server limits the orders of supervisors.
    else if (from === "caller" && this.#earlyOfCaller++ >= CALL_EARLY_ORDERS_MAX)
      this.#noteOnce("The client sends more orders ahead of the call than it takes; some are dropped.", "early");
    else this.#early.push(obey);
  }

  #handOver(message: TakeOverOrder, by: CallSupervisor): void {
    const { takeOver } = this.#parts;
    switch (message.type) {
      case "take-over":
        takeOver.take(by);
        break;
      case "renew-take-over":
        takeOver.renew(by);
        break;
      case "give-back":
        takeOver.giveBack(by);
        break;
      case "transfer": {
        const { number, message: text = "" } = message;
        const mode = text === "" ? ("blind-transfer" as const) : ("warm-transfer-say-message" as const);
        this.#scope.report({ type: "control", control: message.type, by });
        this.#scope.phone?.act({
          type: "transfer",
          destination: { type: "number", number, transferPlan: { mode } },
          ...(text !== "" && { briefing: { text } }),
        });
        break;
      }
      default:
        message satisfies never;
    }
  }

  #obey(message: Order, from: Sender): void {
    const { dialogue, report } = this.#scope;
    if (from !== "caller" && message.type !== "control") report({ type: "control", control: message.type, by: from });
    switch (message.type) {
      case "say":
        dialogue?.say(wordsToSay(message), {
          interruptible: message.interruptionsEnabled,
          interrupts: message.interruptAssistantEnabled,
          asWritten: from === "caller",
          ofCaller: from === "caller",
          ...(from !== "caller" && { by: from.name }),
          ...(message.endCallAfterSpoken ? { endedReason: ENDED_REASONS.assistantEndedCallAfterMessageSpoken } : {}),
        });
        break;
      case "add-message":
        dialogue?.add(message.message, message.triggerResponseEnabled, from === "caller" ? undefined : from.name);
        break;
      case "control":
        this.#obeyControl(message, from);
        break;
      default:
        message satisfies never;
    }
  }

  #obeyControl({ control, videoRecordingStartDelaySeconds }: Extract<Order, { type: "control" }>, from: Sender): void {
    const { dialogue, report } = this.#scope;
    const { sound, start } = this.#parts;
    report({
      type: "control",
      control,
      ...(from === "caller" ? {} : { by: from }),
      ...(videoRecordingStartDelaySeconds === undefined ? {} : { videoRecordingStartDelaySeconds }),
    });
    switch (control) {
      case "mute-assistant":
      case "unmute-assistant":
        if (dialogue) dialogue.assistantMuted = control === "mute-assistant";
        break;
      case "mute-customer":
      case "unmute-customer":
        sound.customerMuted = control === "mute-customer";
        break;
      case "say-first-message":
        // With a delay, it only reports that the recording runs: the SDK sends it in every recorded call, even if the caller speaks first.
        if (videoRecordingStartDelaySeconds === undefined) dialogue?.sayFirstMessage();
        start.videoStarted();
        break;
      default:
        control satisfies never;
    }
  }
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : JSON.stringify(value);
}

function wordsToSay({ message, content }: Extract<ClientMessage, { type: "say" }>): string {
  return message ?? content ?? "";
}

/** A client's message on the app channel. `playable` needs no answer. */
type CallerMessage = ClientMessage | { type: typeof PLAYABLE };

/** Undefined for an invalid message. */
export function parseCallerMessage(text: string): CallerMessage | undefined {
  if (text === PLAYABLE) return { type: PLAYABLE };
  return ClientMessage.safeParse(readJson(text)).data;
}

const Telemetry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ping"), clientMs: z.number() }),
  z.object({ type: z.literal("audible"), turn: z.number().int().min(0), atCallMs: z.number() }),
  z.object({ type: z.literal("recognized"), text: z.string().max(CALL_MESSAGE_MAX_CHARACTERS.said), final: z.boolean() }),
]) satisfies z.ZodType<ClientTelemetry>;

/** Undefined for an invalid message. */
export function parseTelemetry(text: string): ClientTelemetry | undefined {
  return Telemetry.safeParse(readJson(text)).data;
}
