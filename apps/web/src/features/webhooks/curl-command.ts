import { WEBHOOK_HIDDEN_VALUE } from "@callwright/contract";

interface SentRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: object;
}

/** A request as a command for a POSIX shell. Values that the log hides become `<name>`, to be filled in. */
export function curlCommand({ url, headers, body }: SentRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value === WEBHOOK_HIDDEN_VALUE ? `<${name}>` : value}`)}`,
  );
  return [`curl -X POST ${quoted(url)}`, ...lines, `-d ${quoted(JSON.stringify(body))}`].join(" \\\n  ");
}

/** In single quotes, nothing is special but the quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
