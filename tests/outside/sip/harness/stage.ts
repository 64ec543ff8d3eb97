import type { Call } from "@callwright/contract";
import { afterAll, afterEach, beforeAll } from "vitest";
import { eventually } from "../../../harness/eventually.ts";
import { type Caller, openCaller } from "./caller.ts";
import { type Phone, soundBody } from "./phones.ts";
import { openProduct, type Product, TRUNK_ADDRESS } from "./product.ts";
import { replyInCall, type SippRun, sipp, take } from "./sipp.ts";
import { g711File, spoken } from "./speech.ts";

interface CalledPhone {
  phone: Phone;
  run: SippRun;
  call: Call;
}

interface Stage {
  product: Product;
  caller: Caller;
  /** A phone at the trunk that acts as the steps say, and a call to it. */
  dial(steps: (phone: Phone) => readonly string[], more?: { to?: string; customer?: object }): Promise<CalledPhone>;
  /** Waits until the phone hears the assistant and, with words of its own, is heard. */
  bothWays(phone: Phone, id: string, type?: 0 | 8): Promise<void>;
  /** Waits for a status. */
  is(id: string, status: Call["status"]): Promise<Call>;
}

/** Steps of a phone that was called and answered, until this server hangs up. */
export const untilTheyHangUp = [take("BYE"), replyInCall("200 OK")];
export const okWith = (phone: Phone) => ({ sdp: soundBody(phone) });
export const CUSTOMER = "+14155550100";

/** A server for the tests of a `describe`, with a trunk, and phones of the trunk that are hung up after each test. */
export function openStage(options: Parameters<typeof openProduct>[0] = {}): Stage {
  const stage = {} as Stage;
  const called: CalledPhone[] = [];
  beforeAll(async () => {
    stage.product = await openProduct(options);
    stage.caller = openCaller(stage.product);
  });
  afterEach(async () => {
    await stage.product?.clear();
    await stage.caller?.hangUpAll();
    for (const { phone, run } of called.splice(0)) {
      await run.stop();
      await phone.close();
    }
  });
  afterAll(async () => {
    await stage.caller?.close();
    await stage.product?.close();
  });
  stage.dial = async (steps, { to = CUSTOMER, ...more } = {}) => {
    const { product, caller } = stage;
    const phone = await caller.bank.open(TRUNK_ADDRESS);
    const run = sipp({ address: TRUNK_ADDRESS, port: product.trunkPort, steps: steps(phone) });
    await run.listens();
    const call = await product.dial(to, more);
    called.push({ phone, run, call });
    return { phone, run, call };
  };
  stage.bothWays = async (phone, id, type = 0) => {
    await phone.untilSpeech();
    const wasSaid = async () => (await stage.product.events(id)).some((event) => event.type === "user.said") || undefined;
    await phone.say(await g711File(await spoken("What are your opening hours on Saturday?"), [0, 0], type));
    await eventually("the phone's words at the server", wasSaid, 60_000);
  };
  stage.is = (id, status) =>
    eventually(`call ${id} to be ${status}`, async () => {
      const call = await stage.product.call(id);
      if (call.status === "ended" && status !== "ended")
        throw new Error(`The call ended: ${call.endedReason} ${call.endedMessage}`);
      return call.status === status ? call : undefined;
    });
  return stage;
}

/** The INVITE that the phone got. */
export const invitation = (run: SippRun) => run.received("the INVITE", ({ start }) => start.startsWith("INVITE"));
