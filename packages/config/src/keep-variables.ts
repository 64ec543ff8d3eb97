import { isFields } from "@callwright/contract";
import { changesBetween } from "./changes.ts";
import { toText } from "./config-text.ts";
import { pairItems } from "./pair-items.ts";
import { SecretValue } from "./secrets.ts";
import type { Path } from "./values.ts";
import { canBe, resolveText, type Variables, variablesOf } from "./variables.ts";

interface Context {
  variables: Variables;
  /** Where a variable of the file would be lost, and its value would be written. */
  lost: Path[];
  /** Where a kept variable has different values here and on the server. */
  differing: Path[];
}

/** The server's value as text, with the file's own variables where these mean the same. */
export function keepVariables(server: unknown, file: unknown, variables: Variables) {
  const context: Context = { variables, lost: [], differing: [] };
  return { ...context, value: keep(server, file, [], context) };
}

function keep(server: unknown, file: unknown, path: Path, context: Context): unknown {
  const { variables, lost, differing } = context;
  if (isFields(server) && isFields(file)) {
    // A secret that the server does not return may be left out of the file.
    const isLeftOut = (key: string, inner: unknown) =>
      inner instanceof SecretValue && inner.value === undefined && file[key] === undefined;
    const entries = Object.entries(server).flatMap(([key, inner]) =>
      isLeftOut(key, inner) ? [] : [[key, keep(inner, file[key], [...path, key], context)] as const],
    );
    // In the order of the file.
    const order = Object.keys(file);
    const place = (key: unknown) => (order.includes(String(key)) ? order.indexOf(String(key)) : order.length);
    return Object.fromEntries(entries.sort(([a], [b]) => place(a) - place(b)));
  }
  if (Array.isArray(server) && Array.isArray(file)) {
    const partners = pairItems(server, file, variables);
    const isAlone = file.some((item) => variablesOf(item).length > 0 && !partners.includes(item));
    if (isAlone && partners.includes(undefined)) lost.push(path);
    return server.map((item, index) => keep(item, partners[index], [...path, index], context));
  }
  const value = server instanceof SecretValue ? server.value : server;
  if (typeof file === "string" && variablesOf(file).length > 0) {
    if (value !== undefined ? canBe(file, value) : server !== undefined) {
      const own = resolveText(file, variables);
      if (own !== undefined && value !== undefined && own !== value) differing.push(path);
      return file;
    }
  }
  const isEqual = changesBetween({ value: server }, { value: file }, variables).length === 0;
  if (isEqual && file !== undefined) return file;
  if (server !== undefined && variablesOf(file).length > 0) lost.push(path);
  return toText(server);
}
