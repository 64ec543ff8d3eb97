import type { TransferAssistantSpec } from "../conversation/phone-act.ts";
import type { MediaClock } from "../media/media-clock.ts";
import type { FarEnd, MediaTransport, TransportListener } from "../media/media-transport.ts";
import type { NowMs } from "../model/call-clock.ts";
import type { LoadShedding } from "../process/load-shedding.ts";
import type { CallListener } from "./call-listener.ts";
import type { CallParts, ConversationListener } from "./call-parts.ts";
import type { CallSpec } from "./call-spec.ts";
import type { CallTools } from "./call-tools.ts";

export interface AgentCallOptions {
  spec: CallSpec;
  /** Default: none. */
  tools?: CallTools;
  listener: CallListener;
  mediaClock: MediaClock;
  /** What a busy host skips. Default: nothing. */
  shedding?: LoadShedding;
  now: NowMs;
  /** Random number from 0 to below 1. Default: `Math.random`. */
  random?: () => number;
  /** May sounds be on this machine or in its network? Default false. */
  allowPrivateAddresses?: boolean;
  openTransport(farEnd: FarEnd, listener: TransportListener): Promise<{ transport: MediaTransport; answerSdp: string }>;
  createParts(listener: ConversationListener): Promise<CallParts>;
  /** The parts of a transfer assistant, which has the values of the conversation. */
  createTalkParts(
    listener: ConversationListener,
    variableValues: Record<string, unknown>,
    spec: TransferAssistantSpec,
    tools: CallTools,
  ): Promise<CallParts>;
  log(level: "info" | "warn" | "error", message: string, detail?: Record<string, unknown>): void;
  /** The resources of the call are released. */
  onReleased(): void;
}
