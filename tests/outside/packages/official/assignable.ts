/** Ours can be assigned where the official class is expected, in its newest version and in the one before the rooms' newest events. */
import Vapi from "@callwright/vapi-web";
import type Official from "@vapi-ai/web";
import type Older from "vapi-web-2-3";

/** What a caller sees of an object: no private fields. `this` of a method is whatever object it belongs to. */
type Members<Class> = {
  [Name in keyof Class]: Class[Name] extends (...args: infer Arguments) => infer Result
    ? (...args: Arguments) => Result extends Class ? unknown : Result
    : Class[Name];
};

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

declare const ours: Members<Vapi>;

export const asNewest: Members<Official> = ours;
export const asOlder: Members<Older> = ours;

export const newestClass: new (...args: ConstructorParameters<typeof Official>) => Members<Official> = Vapi;
export const olderClass: new (...args: ConstructorParameters<typeof Older>) => Members<Older> = Vapi;
export const networkTests: typeof Official.runNetworkTestsStandalone = Vapi.runNetworkTestsStandalone;

/** The events are the same 23. */
export const areEventsSame: IsSame<Parameters<Vapi["on"]>[0], Parameters<Official["on"]>[0]> = true;
export const hasOlderEvents: Parameters<Older["on"]>[0] extends Parameters<Vapi["on"]>[0] ? true : false = true;
