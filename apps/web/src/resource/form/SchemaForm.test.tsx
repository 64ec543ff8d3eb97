import { CreateAssistant, CreateSession, CreateSquad } from "@callwright/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { capabilitiesOf } from "../../data/capabilities.ts";
import { type Services, ServicesProvider } from "../../data/services.tsx";
import { messages } from "../../messages/messages.ts";
import { FULL_SUPPORT, fieldSupport } from "../field-support.ts";
import { SchemaForm } from "./SchemaForm.tsx";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: messages } } });
});

/** The form as a page would show it first. */
function draw(schema: z.ZodType, value: unknown, support = FULL_SUPPORT, changeable?: readonly string[]): string {
  const services = { session: { client: {} } } as unknown as Services;
  return renderToStaticMarkup(
    <ServicesProvider services={services}>
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider>
          <SchemaForm
            schema={schema}
            value={value}
            onChange={() => undefined}
            problems={[]}
            support={support}
            changeable={changeable}
          />
        </MantineProvider>
      </QueryClientProvider>
    </ServicesProvider>,
  );
}

function namesIn(html: string): string[] {
  return [...html.matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map(([, name = ""]) => name);
}

test("a squad shows its members, and in each the simple fields", () => {
  const names = namesIn(draw(CreateSquad, { members: [{ assistantId: "a" }, {}] }));
  expect(names).toEqual(expect.arrayContaining(["name", "members.0.assistantId", "members.1.assistantId"]));
});

test("an assistant shows only the fields it has, and offers the others", () => {
  const html = draw(CreateAssistant, { name: "Riley", maxDurationSeconds: 60, endCallPhrases: ["bye"] });
  expect(namesIn(html)).toEqual(["name", "maxDurationSeconds", "endCallPhrases"]);
  expect(html).toContain("Add a field");
  expect(html).toContain("Maximum call length");
});

test("where only some fields may change, the others are read only and cannot be removed", () => {
  const value = { name: "Riley", maxDurationSeconds: 60 };
  const html = draw(CreateAssistant, value, FULL_SUPPORT, ["name", "backgroundSound"]);
  const disabled = [...html.matchAll(/<input[^>]* name="([^"]+)"[^>]*>/g)].filter(([input]) => / disabled=""/.test(input));
  expect(disabled.map(([, name]) => name)).toEqual(["maxDurationSeconds"]);
  expect(html).not.toContain("Remove");
});

test("a deprecated field is not offered, and stays visible apart where it holds something", () => {
  const isOffered = (html: string) => html.includes("Deprecated");
  expect(isOffered(draw(CreateAssistant, { name: "Riley" }))).toBe(false);
  const html = draw(CreateAssistant, { name: "Riley", messagePlan: { idleTimeoutSeconds: 10 } });
  expect(isOffered(html)).toBe(true);
  // Folded away at first.
  expect(namesIn(html)).toEqual(["name"]);
});

test("a default that is chosen reads as the choice does, and one that is typed as it would be typed", () => {
  const schema = z.object({
    type: z.enum(["in-order", "at-random"]).default("in-order"),
    isRepeated: z.boolean().default(true),
    language: z.string().default("en-us"),
  });
  const html = draw(schema.partial(), {});
  expect(html).toContain("Default: In order");
  expect(html).toMatch(/role="switch"[^>]* name="isRepeated"[^>]* checked=""/);
  expect(html).toContain("Default: en-us");
});

test("a switch is named by its label alone, and described by its help", () => {
  const html = draw(
    z.object({ repeat: z.boolean().default(true).meta({ description: "Until nothing is left." }) }).partial(),
    {},
  );
  const [, id = "none"] = /role="switch"[^>]*aria-describedby="([^"]+)"|$/.exec(html) ?? [];
  expect(html).toMatch(/<input[^>]*aria-label="Repeat"[^>]*role="switch"/);
  expect(html).toMatch(new RegExp(`id="${id}"[^>]*>Until nothing is left\\.`));
});

test("a number shows its unit, and a length of time in words", () => {
  const html = draw(CreateSession, { expirationSeconds: 600 });
  expect(html).toContain("Default: 86400 s (24 hours)");
  expect(html).toContain("10 minutes");
  const unit = z.strictObject({ patience: z.number().meta({ unit: "ms", default: 400 }) });
  expect(draw(unit, {})).toContain("Default: 400 ms");
});

test("an entry of a list is called what one of them is", () => {
  const html = draw(z.object({ steps: z.array(z.object({ name: z.string() })) }), { steps: [{ name: "First" }] });
  expect(html).toContain("Step 1");
  expect(html).not.toContain("Steps 1");
});

const NO_HOOKS = "Hooks do not run here.";
const limited = fieldSupport(
  {
    ...capabilitiesOf(undefined, undefined),
    credentials: { "11labs": { state: "not-supported", reason: "Nothing here uses such a key." } },
    fields: {
      assistant: {
        honored: [],
        unsupported: [
          { path: "hooks", effect: "ignored", reason: NO_HOOKS },
          { path: "compliancePlan.hipaaEnabled", effect: "refused", reason: "Turn it off." },
          { path: "compliancePlan.recordingConsentPlan", effect: "refused", reason: "Remove the plan." },
        ],
      },
    },
  },
  "squad",
);
const drawOverrides = (membersOverrides: object) => draw(CreateSquad, { members: [], membersOverrides }, limited);

test("a field without effect says so", () => {
  expect(drawOverrides({ hooks: [] })).toContain(`No effect on this server: ${NO_HOOKS}`);
  expect(drawOverrides({ firstMessage: "Hello" })).not.toContain("No effect");
});

test("what the host refuses can be turned off, not on", () => {
  const off = drawOverrides({ compliancePlan: { hipaaEnabled: false } });
  const on = drawOverrides({ compliancePlan: { hipaaEnabled: true } });
  expect(off).toContain("Turn it off.");
  expect(off).toMatch(/<option value="true" disabled="">Yes/);
  expect(on).not.toMatch(/<option value="true" disabled=""/);
  expect(on).toMatch(/<option value="true" selected="">Yes/);
});
