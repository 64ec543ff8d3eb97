/** A request of the platform API as someone would write it down. */
export interface ShownRequest {
  /** Origin of the server. */
  baseUrl: string;
  assistantId: string;
  config: object;
}

export const COPY_FORMATS = ["curl", "typescript", "json"] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

/** The draft as a call that publishes it, or as plain JSON. The token stays a variable: secrets are not copied. */
export function copyAs(format: CopyFormat, request: ShownRequest): string {
  const json = JSON.stringify(request.config, null, 2);
  switch (format) {
    case "curl":
      return [
        `curl -X PUT ${shellQuoted(`${request.baseUrl}/assistant/${request.assistantId}`)} \\`,
        `  -H "Authorization: Bearer $CALLWRIGHT_TOKEN" \\`,
        `  -H 'Content-Type: application/json' \\`,
        `  --data-raw ${shellQuoted(json)}`,
      ].join("\n");
    case "typescript":
      return [
        `import { createClient } from "@callwright/client";`,
        "",
        `const client = createClient({ baseUrl: ${JSON.stringify(request.baseUrl)}, token: () => process.env.CALLWRIGHT_TOKEN ?? "" });`,
        "",
        `await client.replaceAssistant({`,
        `  id: ${JSON.stringify(request.assistantId)},`,
        `  body: ${json.replaceAll("\n", "\n  ")},`,
        `});`,
      ].join("\n");
    case "json":
      return json;
    default:
      return format satisfies never;
  }
}

/** One word for a POSIX shell, whatever is in it. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
