import { Model, Transcriber, Voice } from "@callwright/contract";
import { notOnThisServer, PART_NAMES, type PartName, providerPart } from "@callwright/engine/conversation";
import { test } from "vitest";
import type { z } from "zod";
import { ignoredFields } from "../../apps/server/src/platform/capabilities/unsupported-fields.ts";
import { expectSection } from "./written-section.ts";

/**
 * The sections "Every field" of docs/models.md, docs/voices.md and docs/transcribers.md say what the server does with each field of the contract.
 * `WRITE_DOCS=true npx vitest run --project unit tests/docs/provider-fields.test.ts` writes them.
 */

const INTRODUCTION = `Made from the contract and from what the server does. "Stored" fields have no effect, and the response to the write has a warning for each. A call with a provider that is refused does not start.`;

const SCHEMAS: Readonly<Record<PartName, unknown>> = { model: Model, voice: Voice, transcriber: Transcriber };

interface Variant {
  shape: Record<string, unknown> & { provider: { value: string } };
}

/** A variant of the contract for each provider. */
const variantsOf = (part: PartName) => (SCHEMAS[part] as z.ZodDiscriminatedUnion).options as unknown as Variant[];

/** Further models, which accept settings that the default one does not accept. */
const OTHER_MODELS: Readonly<Record<string, object>> = {
  deepgram: { model: "flux-general-multi" },
  "assembly-ai": { speechModel: "universal-3-5-pro" },
  "custom-transcriber": { protocol: "openai" },
  "custom-voice": { protocol: "openai" },
};

function row(part: PartName, { shape }: Variant): string {
  const provider = shape.provider.value;
  if (!providerPart(part, provider)) return `| \`${provider}\` | refused: ${notOnThisServer(part, provider)} | |`;
  const fields = Object.keys(shape).filter((name) => name !== "provider");
  const isIgnored = (name: string, model: object = {}) =>
    ignoredFields("assistant", { [part]: { provider, [name]: true, ...model } }).some(({ field }) => field === `${part}.${name}`);
  const isStored = (name: string) => isIgnored(name) && isIgnored(name, OTHER_MODELS[provider]);
  const list = (names: string[]) => names.map((name) => `\`${name}\``).join(", ");
  return `| \`${provider}\` | ${list(fields.filter((name) => !isStored(name)))} | ${list(fields.filter(isStored))} |`;
}

test.each(PART_NAMES)("the table of every %s has every provider of the contract, with each of its fields", (part) => {
  const rows = variantsOf(part).map((variant) => row(part, variant));
  expectSection(`${part}s.md`, "## Every field", [INTRODUCTION, "", "| provider | honored | stored |", "|---|---|---|", ...rows]);
});
