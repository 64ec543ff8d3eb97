import { createHash } from "node:crypto";
import {
  type PhoneNumber,
  SIMULATED_CUSTOMERS,
  SIMULATED_MIX_DEFAULT,
  SIMULATED_OUTCOMES,
  type SimulatedOutcome,
} from "@callwright/contract";

/** What happens when a simulated number calls `to`: by the called number, else drawn from the mix, the same for the same seed and number. */
export function simulatedOutcome(from: PhoneNumber, to: string): SimulatedOutcome {
  const ofNumber = SIMULATED_CUSTOMERS[to];
  if (ofNumber) return ofNumber;
  const { outcomes: mix = SIMULATED_MIX_DEFAULT, seed = 0 } = from.provider === "simulated" ? from : {};
  const weights = SIMULATED_OUTCOMES.map((outcome) => ({ outcome, weight: mix[outcome] ?? 0 }));
  let left = draw(`${seed} ${to}`) * weights.reduce((sum, { weight }) => sum + weight, 0);
  const drawn = weights.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return drawn?.outcome ?? "answers";
}

/** A number from 0 to below 1, always the same for a text. */
function draw(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32;
}
