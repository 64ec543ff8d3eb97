import { CONNECTABLE_PROVIDERS, type ConnectableProvider } from "@callwright/contract";

/** The provider, if its accounts are connected by signing in. */
export function connectableProvider(provider: unknown): ConnectableProvider | undefined {
  return CONNECTABLE_PROVIDERS.find((each) => each === provider);
}

/** The providers in a field's schema. The field needs an account of one of them. */
export function connectsOf(schema: object): readonly string[] {
  const { connects } = schema as { connects?: unknown };
  return Array.isArray(connects) ? connects.filter((each) => typeof each === "string") : [];
}
