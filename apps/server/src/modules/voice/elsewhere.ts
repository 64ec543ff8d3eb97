import { PlatformError } from "@callwright/contract";

/** Fails with `not-available`: this server does not reach the provider. `what` begins a sentence. */
export function refuseElsewhere(what: string, provider: string): never {
  throw new PlatformError("not-available", { what, instead: `Do it at ${provider}, and use the ids it gives you.` });
}
