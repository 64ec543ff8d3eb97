import { ENDED_REASONS } from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";
import { FakeCallHostPool } from "./fake-call-host-pool.ts";

/** Ends each phone call as its script would, without sound and at once: a mailbox is recognized, a person hangs up. */
export class ScriptedCallHostPool extends FakeCallHostPool {
  override play(callId: string, script: PhoneScript): void {
    super.play(callId, script);
    this.join(callId);
    const isMailbox = script.some((step) => step.do === "beep");
    this.end(callId, isMailbox ? ENDED_REASONS.voicemail : ENDED_REASONS.customerEndedCall);
  }
}
