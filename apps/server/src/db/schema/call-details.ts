import type { Call } from "@callwright/contract";

/** Fields of a call that a call of this server does not have by itself: its customer, its cost and its analysis. */
export type CallDetails = Pick<
  Call,
  | "analysis"
  | "artifact"
  | "campaignId"
  | "compliance"
  | "cost"
  | "costBreakdown"
  | "costs"
  | "costUnknown"
  | "customer"
  | "customerId"
  | "phoneCallProvider"
  | "phoneCallProviderId"
  | "phoneNumber"
  | "phoneNumberId"
  | "ringingAt"
  | "destination"
  | "metadata"
  | "schedulePlan"
  | "transport"
  | "squad"
  | "squadId"
  | "workflow"
  | "workflowId"
>;
