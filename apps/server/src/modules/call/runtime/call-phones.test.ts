import type { DialOrder, TransferFailure } from "@callwright/engine";
import { expect, it, vi } from "vitest";
import { CallPhones, type CallPhonesOptions } from "./call-phones.ts";
import type { HostedCall } from "./hosted-call.ts";

function open(refer: (order: DialOrder, onAdmitted: () => void) => Promise<TransferFailure | undefined> | undefined) {
  const operatorGone = vi.fn();
  const forwarding = vi.fn();
  const dialOperator = vi.fn(async () => ({ listen: () => {}, hangUp: () => {} }));
  const call = { callId: "call", leg: { refer, sendKeys: () => {} }, dialOperator } as unknown as HostedCall;
  const pool = { operatorGone } as unknown as CallPhonesOptions["pool"];
  const ledger = { forwarding, named: () => {}, ringing: () => {} };
  const phones = new CallPhones({
    pool,
    ledger,
    log: { warn: () => {} },
    end: async () => {},
    connections: { answer: async () => ({ session: 1, sdp: "" }) },
    hosted: new Map([["call", call]]),
  });
  const dial = (more: object) =>
    phones.dial("call", { destination: { type: "number", number: "+1", ...more } as DialOrder["destination"], ringSeconds: 5 });
  return { dial, operatorGone, forwarding, dialOperator };
}

it("passes a call on by the network, and says so once it is admitted", async () => {
  for (const isAdmitted of [true, false]) {
    const { dial, operatorGone, forwarding } = open(async (_order, onAdmitted) => {
      if (!isAdmitted) return "failed";
      onAdmitted();
      return undefined;
    });
    dial({});
    await vi.waitFor(() => expect(operatorGone).toHaveBeenCalledWith("call", isAdmitted ? "referred" : "failed"));
    expect(forwarding).toHaveBeenCalledTimes(isAdmitted ? 1 : 0);
  }
});

it("dials where a network cannot do what the destination wants", () => {
  const refer = vi.fn(async () => undefined);
  const bySip = { type: "sip", sipUri: "sip:desk@pbx.example.com", sipHeaders: { "X-Id": "7" } };
  for (const more of [
    { extension: "42" },
    { callerId: "+2" },
    { transferPlan: { mode: "blind-transfer", sipVerb: "dial" } },
    bySip,
  ]) {
    const { dial, dialOperator } = open(refer);
    dial(more);
    expect(dialOperator).toHaveBeenCalledOnce();
  }
  expect(refer).not.toHaveBeenCalled();
  const { dial, dialOperator } = open(() => undefined);
  dial({});
  expect(dialOperator).toHaveBeenCalledOnce();
});
