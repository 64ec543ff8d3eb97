import { OLDER_FIELDS, type OlderField } from "@callwright/contract";
import { test } from "vitest";
import { expectSection } from "./written-section.ts";

/**
 * The section "Older fields" of docs/api.md lists what `readWritten` translates.
 * `WRITE_DOCS=true npx vitest run --project unit tests/docs/older-fields.test.ts` writes it.
 */

function meaning({ now, adds, ignored, refused, absent }: OlderField): string {
  if (refused) return "refused, with what to write instead";
  if (ignored !== undefined) return `kept, no effect: ${ignored}`;
  if (absent !== undefined) return `${absent} The rest of the object is kept`;
  return adds ? `added to \`${now}\`` : `\`${now}\``;
}

const holder = ({ now = "", beside = [now.split(".")[0] ?? ""] }: OlderField) => beside.map((field) => `\`${field}\``).join(", ");

test("the older fields in the docs are those that are read", () => {
  const rows = OLDER_FIELDS.map((row) => `| \`${row.field}\` | ${holder(row)} | ${meaning(row)} |`);
  expectSection("api.md", "## Older fields", [
    "Older clients, exports and examples of the hosted platform have fields with other names. They are read at any depth: in assistants, overrides, squads, workflows and tools. The answer has the field of today. Where both are set, the field of today wins, and `warnings` says so. In a `PATCH`, an older field changes its part alone: `serverUrl` leaves the server's headers as they are.",
    "",
    "| field | in objects that have | read as |",
    "|---|---|---|",
    ...rows,
  ]);
});
