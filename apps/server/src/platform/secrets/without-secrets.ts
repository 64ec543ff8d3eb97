/** Fields of assistants and tools that hold keys, or may. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(["credentials", "headers", "sipHeaders", "environmentVariables"]);

/** A copy of a config for a server message, without headers: the receiving server may not be the one that they are for. */
export function withoutSecrets<Value>(config: Value): Value {
  return JSON.parse(JSON.stringify(config, (key, value: unknown) => (SECRET_FIELDS.has(key) ? undefined : value)));
}
