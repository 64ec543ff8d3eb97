import { callInClient } from "@callwright/contract";

/** A request of the platform API as someone would write it down. */
export interface ShownRequest {
  /** Origin of the server. */
  baseUrl: string;
  method: "POST" | "PATCH" | "PUT";
  /** The path with its ids: `/squad/9c1f…`. */
  path: string;
  /** The route: `updateSquad`. */
  call: string;
  /** The object's id. Undefined for a create request. */
  id?: string | undefined;
  body: object;
}

export const COPY_FORMATS = ["curl", "typescript", "json"] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** A request as a call, or its body as plain JSON. The token stays a variable: secrets are not copied. */
export function copyAs(format: CopyFormat, { baseUrl, method, path, call, id, body }: ShownRequest): string {
  const json = JSON.stringify(body, null, 2);
  switch (format) {
    case "curl":
      return [
        `curl -X ${method} ${shellQuoted(`${baseUrl}${path}`)} \\`,
        `  -H "Authorization: Bearer $CALLWRIGHT_TOKEN" \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  --data-raw ${shellQuoted(json)}`,
      ].join("\n");
    case "typescript":
      return [
        `import { createClient } from "@callwright/client";`,
        "",
        `const client = createClient({ baseUrl: ${JSON.stringify(baseUrl)}, token: () => process.env.CALLWRIGHT_TOKEN ?? "" });`,
        "",
        `await client.${callInClient(call)}({`,
        ...(id === undefined ? [] : [`  id: ${JSON.stringify(id)},`]),
        `  body: ${json.replaceAll("\n", "\n  ")},`,
        `});`,
      ].join("\n");
    case "json":
      return json;
    default:
      return format satisfies never;
  }
}

/** Quotes any text as one word for a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
