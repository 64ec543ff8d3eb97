import { invalid, type PhoneNumber } from "@callwright/contract";
import type { CarrierSetup, CarrierTexts, DialRequest, PhoneCall, PhoneLine, PhoneLineListener } from "./phone-line.ts";
import { isSipAddress } from "./sip-address.ts";

/** The lines by their numbers' provider. Each number calls by its own line. */
export class PhoneLines implements PhoneLine {
  readonly #lines: ReadonlyMap<PhoneNumber["provider"], PhoneLine>;

  constructor(lines: ReadonlyMap<PhoneNumber["provider"], PhoneLine>) {
    this.#lines = lines;
  }

  setupOf({ provider }: PhoneNumber): CarrierSetup | undefined {
    return this.#lines.get(provider)?.setup;
  }

  textsOf({ provider }: PhoneNumber): CarrierTexts | undefined {
    return this.#lines.get(provider)?.texts;
  }

  open(listener: PhoneLineListener): void {
    for (const line of this.#lines.values()) line.open(listener);
  }

  drain(): void {
    for (const line of this.#lines.values()) line.drain?.();
  }

  problemOf(from: PhoneNumber): string | undefined {
    const line = this.#lines.get(from.provider);
    if (line) return line.problemOf(from);
    const known = [...this.#lines.keys()].map((provider) => `'${provider}'`);
    return `phoneNumberId must name a number of provider ${known.join(" or ")}: this server cannot call with a number of '${from.provider}' yet. Add a simulated number under Phone numbers`;
  }

  mayPass(from: PhoneNumber): boolean {
    return this.#lines.get(from.provider)?.mayPass?.(from) ?? false;
  }

  async admit(orgId: string, from: PhoneNumber, ...call: [to: string, isLater?: boolean]): Promise<void> {
    if (isSipAddress(call[0]) && from.provider !== "byo-phone-number")
      throw invalid(
        `customer.sipUri needs a phone number of a SIP trunk: numbers of '${from.provider}' call telephone numbers only`,
      );
    await this.#require(from).admit(orgId, from, ...call);
  }

  dial(request: DialRequest): PhoneCall {
    return this.#require(request.from).dial(request);
  }

  #require(from: PhoneNumber): PhoneLine {
    const line = this.#lines.get(from.provider);
    if (!line) throw invalid(this.problemOf(from) ?? "");
    return line;
  }
}
