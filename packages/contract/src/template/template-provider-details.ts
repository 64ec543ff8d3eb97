import { z } from "zod";
import { objectList } from "../wire/objects.ts";

const guide = {
  templateUrl: z.string().max(10_000).optional().meta({ title: "Template URL" }),
  setupInstructions: objectList(100, {
    title: z.string().min(1).max(1000),
    description: z.string().max(10_000).optional(),
    videoUrl: z.string().max(10_000).optional(),
    docsUrl: z.string().max(10_000).optional(),
  }).optional(),
};
const text = z.string().max(1000).optional();

/** The fields of a template for its tool's service. */
export const TemplateProviderDetails = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("make"),
    ...guide,
    scenarioId: z.number().optional(),
    scenarioName: text,
    triggerHookId: z.number().optional(),
    triggerHookName: text,
  }),
  z.strictObject({
    type: z.literal("ghl"),
    ...guide,
    workflowId: text,
    workflowName: text,
    webhookHookId: text,
    webhookHookName: text,
    locationId: text,
  }),
  z.strictObject({ type: z.literal("function"), ...guide }),
  z.strictObject({ type: z.literal("google.calendar.event.create"), ...guide }),
  z.strictObject({ type: z.literal("google.sheets.row.append"), ...guide }),
  z.strictObject({ type: z.literal("gohighlevel.calendar.availability.check"), ...guide }),
  z.strictObject({ type: z.literal("gohighlevel.calendar.event.create"), ...guide }),
  z.strictObject({ type: z.literal("gohighlevel.contact.create"), ...guide }),
  z.strictObject({ type: z.literal("gohighlevel.contact.get"), ...guide }),
]);
export type TemplateProviderDetails = z.infer<typeof TemplateProviderDetails>;
