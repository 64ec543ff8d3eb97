import { CreateAssistant, CreateSquad } from "@callwright/contract";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { messages } from "../../app/messages/messages.ts";
import { type Services, ServicesProvider } from "../../app/services.tsx";
import { SchemaForm } from "./SchemaForm.tsx";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: messages } } });
});

/** The form as a page would show it first. */
function draw(schema: z.ZodType, value: unknown): string {
  const services = { session: { client: {} } } as unknown as Services;
  return renderToStaticMarkup(
    <ServicesProvider services={services}>
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider>
          <SchemaForm schema={schema} value={value} onChange={() => undefined} problems={[]} />
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
  expect(html).toContain("Longest call");
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
  expect(html).toContain("Default: Yes");
  expect(html).toContain("Default: en-us");
});

test("an entry of a list is called what one of them is", () => {
  const html = draw(z.object({ steps: z.array(z.object({ name: z.string() })) }), { steps: [{ name: "First" }] });
  expect(html).toContain("Step 1");
  expect(html).not.toContain("Steps 1");
});
