import { ENDPOINTING_SERVER_TIMEOUT_MS } from "@callwright/contract";
import { within } from "../process/within.ts";

/** An endpointing server's answer about the caller's words so far. */
export type EndpointingAdvice =
  /** The turn ends this long after the caller's last sound. */
  | { timeoutSeconds: number }
  /** There is no advice; a sentence says why. */
  | { problem: string };

/** Should not fail. */
export type AskEndpointing = (customerText: string) => Promise<EndpointingAdvice>;

const LATE: EndpointingAdvice = {
  problem: `The endpointing server did not answer within ${ENDPOINTING_SERVER_TIMEOUT_MS} ms.`,
};

/** Asks an endpointing server with a short time limit. Returns undefined if the call decides by itself; the first reason is reported. */
export function endpointingAdviser(
  ask: AskEndpointing,
  onProblem: (message: string) => void,
): (customerText: string) => Promise<number | undefined> {
  let isReported = false;
  return async (customerText) => {
    const advice = await within<EndpointingAdvice>(ENDPOINTING_SERVER_TIMEOUT_MS, ask(customerText), () => LATE);
    if ("timeoutSeconds" in advice) return advice.timeoutSeconds;
    if (!isReported) onProblem(advice.problem);
    isReported = true;
    return undefined;
  };
}
