import { CONNECTABLE_PROVIDERS, type ConnectableProvider } from "@callwright/contract";

/** The provider, if its accounts are connected by signing in. */
export function connectableProvider(provider: unknown): ConnectableProvider | undefined {
  return CONNECTABLE_PROVIDERS.find((each) => each === provider);
}

/** The providers that a field's schema names: whose accounts it is about. */
export function connectsOf(schema: object): readonly string[] {
  const { connects } = schema as { connects?: unknown };
  return Array.isArray(connects) ? connects.filter((each) => typeof each === "string") : [];
}
