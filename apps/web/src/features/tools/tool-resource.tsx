import { CreateTool, TOOL_TYPES, type Tool } from "@callwright/contract";
import { Button, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { humanName } from "../../kit/field-names.ts";
import { Pill } from "../../kit/Pill.tsx";
import { defineResource } from "../../resource/resource.ts";
import { nameOfEntity } from "../../resource/resource-entity.ts";
import { descriptionOfTool, newTool, withToolField, wordsAt } from "./editor/tool-layout.ts";
import { toolKind } from "./tool-kind.ts";
import { TOOL_SAMPLES } from "./tool-samples.ts";

const UsesTab = lazy(async () => ({ default: (await import("./UsesTab.tsx")).UsesTab }));
const ToolGallery = lazy(async () => ({ default: (await import("./ToolGallery.tsx")).ToolGallery }));
const ToolPageEditor = lazy(async () => {
  const { loadParameters, ToolPageEditor } = await import("./ToolPageEditor.tsx");
  await loadParameters();
  return { default: ToolPageEditor };
});

/** Tools: what assistants can do while they talk. */
export const toolResource = defineResource({
  name: "Tool",
  path: "tools",
  texts: "tools",
  schema: CreateTool,
  startOf: (kind) => {
    const type = TOOL_TYPES.find((each) => each === kind);
    return type ? newTool(type) : Object.entries(TOOL_SAMPLES).find(([id]) => id === kind)?.[1];
  },
  gallery: ToolGallery,
  editor: ToolPageEditor,
  rename: (tool, name) => {
    const at = wordsAt(tool.type);
    return at ? { ...withToolField(tool, at.name, name) } : { ...tool };
  },
  headMarks: KindPill,
  nameOf: (tool) => nameOfEntity(tool) ?? humanName(tool.type),
  columns: [
    { id: "type", text: ({ type }, t) => toolKind(t, type), width: "220px" },
    { id: "description", text: (tool: object) => descriptionOfTool({ ...tool }), from: "wide" },
  ],
  tabs: [{ id: "uses", component: UsesTab }],
  usesTab: "uses",
  listActions: FromTemplateLink,
  emptyState: ToolsEmpty,
});

function KindPill({ entity: { type } }: { entity: Tool }) {
  const { t } = useTranslation();
  return <Pill>{toolKind(t, type)}</Pill>;
}

/** A link to the tool templates. */
function FromTemplateLink() {
  const { t } = useTranslation();
  return (
    <Button renderRoot={(props) => <Link to="/$resource" params={{ resource: "templates" }} {...props} />}>
      {t("tools.fromTemplate")}
    </Button>
  );
}

/** The list of tools before the first one. */
function ToolsEmpty() {
  const { t } = useTranslation();
  const mayCreate = useMayEdit("createTool");
  return (
    <EmptyNote
      title={t("resource.empty", { one: t("tools.one"), many: t("tools.many") })}
      body={t("tools.what")}
      action={
        mayCreate && (
          <Group mt="xs" justify="center">
            <Button renderRoot={(props) => <Link to="/$resource/new" params={{ resource: "tools" }} {...props} />}>
              {t("resource.create", { one: t("tools.one"), many: t("tools.many") })}
            </Button>
            <Button
              renderRoot={(props) => (
                <Link to="/$resource/new" params={{ resource: "tools" }} search={{ kind: "sample-hours" }} {...props} />
              )}
            >
              {t("tools.fromSample", { name: t("toolGallery.sampleNames.sample-hours") })}
            </Button>
          </Group>
        )
      }
    />
  );
}
