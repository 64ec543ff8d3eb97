import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  AssistantOverrides,
  CreateAssistant,
  CreateSquad,
  CreateTool,
  CreateWorkflow,
  Hook,
  Model,
  Transcriber,
  TransferAssistant,
  Voice,
} from "../index.ts";
import { InlineTool } from "../tool/tool.ts";
import { missingKeys } from "./every-key.ts";
import { saturatedAssistants, saturatedOverrides } from "./saturated-assistant.ts";
import { saturatedHooks, saturatedModels, saturatedTranscribers, saturatedVoices } from "./saturated-assistant-parts.ts";
import { saturatedSquad } from "./saturated-squad.ts";
import { saturatedTools } from "./saturated-tool.ts";
import { saturatedWorkflows } from "./saturated-workflow.ts";

const RESOURCES: [string, z.ZodType, readonly unknown[]][] = [
  ["Voice", Voice, saturatedVoices],
  ["Transcriber", Transcriber, saturatedTranscribers],
  ["Model", Model, saturatedModels],
  ["Hook", Hook, saturatedHooks],
  ["CreateTool", CreateTool, Object.values(saturatedTools)],
  ["CreateAssistant", CreateAssistant, saturatedAssistants],
  ["AssistantOverrides", AssistantOverrides, [saturatedOverrides]],
  ["CreateSquad", CreateSquad, [saturatedSquad]],
  ["CreateWorkflow", CreateWorkflow, saturatedWorkflows],
];
const VARIED = [
  TransferAssistant,
  CreateAssistant,
  CreateTool,
  Hook,
  InlineTool,
  Model,
  Transcriber,
  Voice,
  AssistantOverrides,
  CreateSquad,
  CreateWorkflow,
];

describe.each(RESOURCES)("%s with every field", (_name, schema, samples) => {
  it("is kept as it is", () => {
    for (const sample of samples) expect(schema.parse(sample)).toEqual(sample);
  });

  it("has every key there is", () => {
    // The choices of the plans are covered by several assistants; one set of overrides has one of each.
    const checked = schema === AssistantOverrides ? [...saturatedAssistants, ...samples] : samples;
    expect(
      missingKeys(
        schema,
        checked,
        VARIED.filter((other) => other !== schema),
      ),
    ).toEqual([]);
  });

  it("has a JSON Schema for forms", () => {
    expect(JSON.stringify(z.toJSONSchema(schema, { io: "input" }))).toContain('"$defs"');
  });
});
