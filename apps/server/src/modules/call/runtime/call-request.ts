import type { CallEvent, CreateAssistant } from "@callwright/contract";
import type { CallSpec, ProviderKey } from "@callwright/engine";
import type { PhoneOpening } from "@callwright/engine/conversation";
import type { AdmittedVisitor } from "../../../platform/visitors/admit-visitor.ts";
import type { DialOperator } from "../../telephony/phone-media.ts";
import type { OpenTools } from "./call-tools.ts";
import type { AskEndpointing } from "./hosted-call.ts";
import type { ClaimForCall, NewCallRow } from "./lifecycle-store.ts";

/** A request for a call. */
export interface CallRequest {
  orgId: string;
  assistant: CreateAssistant;
  variableValues: Record<string, unknown>;
  /** Keys of the organization's credentials by provider id. They go only to the call's host. */
  orgKeys?: Record<string, ProviderKey>;
  /** Prepares the assistant's tools, before the call is stored. Default: none. */
  openTools?: (callId: string) => Promise<OpenTools>;
  /** Prepares the questions to the assistant's endpointing server, before the call is stored. Default: it has none. */
  openEndpointing?: (callId: string) => Promise<AskEndpointing | undefined>;
  /** The call waits `REJOIN_TIMEOUT_MS` for a caller who left. Default false: the call ends when the caller leaves. */
  callerMayReturn?: boolean;
  /** Of a phone call: the other party and this side's number, for the variables of templates. */
  phone?: Pick<CallSpec, "customer" | "phoneNumber">;
  /** Calls another telephone for a call that is transferred. Default: none can be. */
  dialOperator?: DialOperator;
  /** Who plays the far end by a script, see `CallSpec`. */
  simulatedCaller?: CallSpec["simulatedCaller"];
  /** Default: a new one. */
  id?: string;
  /** What the call plays or does before, or instead of, a conversation. */
  opening?: PhoneOpening | undefined;
  /** Called with the events of the call as they arrive, with all words. Must not fail. */
  onEvents?: (events: readonly CallEvent[]) => void;
  /** The caller, when the call is made with a public token. */
  visitor?: AdmittedVisitor | null;
  claim?: ClaimForCall | undefined;
  /** The row with `id` is scheduled, and starts. */
  wasScheduled?: boolean;
  /** Further columns of the call's row. */
  fields: Pick<NewCallRow, "name" | "type" | "assistantId" | "assistantVersion" | "assistantOverrides" | "details">;
}
