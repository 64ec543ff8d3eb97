/** A credential's fields: usually `apiKey`; some providers have a region, an endpoint or an account too. */
export type ProviderKey = Readonly<Record<string, unknown>>;
