import type { Call } from "@callwright/contract";
import { openPhones, type Phone, type PhoneBank, soundBody } from "./phones.ts";
import { OUR_NUMBER, type Product, TRUNK_ADDRESS } from "./product.ts";
import { ack, type Content, get, header, invite, maybe, replyInCall, type SipMessage, type SippRun, sipp, take } from "./sipp.ts";

interface CallOptions {
  /** Of the INVITE. Default: PCMU, PCMA and keys at the phone's port. Null: none. */
  body?: ((phone: Phone) => string) | null;
  headers?: readonly string[];
  from?: string;
  to?: string;
  /** After the ACK. Default: waits for the BYE and answers it. */
  steps?: readonly string[];
  /** In place of ACK without a body. */
  ack?: (phone: Phone) => string;
  address?: string;
  transport?: "u1" | "t1";
  phone?: { type?: 0 | 8 | 107; otherPort?: boolean };
}

export interface PlacedCall {
  phone: Phone;
  run: SippRun;
  /** The final answer to the INVITE. */
  answer: SipMessage;
  /** The call at the server. */
  stored(): Promise<Call>;
}

export interface Caller {
  readonly bank: PhoneBank;
  /** Calls, and sends sound to where the answer says. */
  call(options?: CallOptions): Promise<PlacedCall>;
  /** Stops what still runs. */
  hangUpAll(): Promise<void>;
  close(): Promise<void>;
}

export const UNTIL_BYE = [take("BYE"), replyInCall("200 OK")];
let ports = 5_600;

/** A phone behind the trunk, or elsewhere. Signalling is SIPp's, sound is `phones.py`'s. */
export function openCaller(product: Product): Caller {
  const bank = openPhones();
  const running: { phone: Phone; run: SippRun }[] = [];
  return {
    bank,
    async call({
      body = soundBody,
      headers,
      from,
      to,
      steps = UNTIL_BYE,
      address = TRUNK_ADDRESS,
      transport = "u1",
      ...more
    } = {}) {
      const phone = await bank.open(address, more.phone);
      ports += 1;
      const content: Content = { sdp: body?.(phone), ...(headers && { headers }) };
      const run = sipp({
        address,
        port: ports,
        remote: product.address,
        service: OUR_NUMBER,
        transport,
        steps: [
          invite({ ...content, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }),
          maybe(100, 180, 183),
          get(200),
          more.ack?.(phone) ?? ack(),
          ...steps,
        ],
      });
      running.push({ phone, run });
      const answer = await run.final();
      if (answer.code === 200) await phone.to(answer.body);
      return { phone, run, answer, stored: () => product.callOf(header(answer, "Call-ID") ?? "") };
    },
    async hangUpAll() {
      for (const { phone, run } of running.splice(0)) {
        await run.stop();
        await phone.close();
      }
    },
    close: () => bank.close(),
  };
}
