import { CreateTool } from "@callwright/contract";
import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { humanName } from "../../kit/field-names.ts";
import { defineResource } from "../../resource/resource.ts";
import { nameOfEntity, type ResourceEntity } from "../../resource/resource-entity.ts";
import { ToolKinds } from "./ToolKinds.tsx";
import { toolKind } from "./tool-kind.ts";

const RunsTab = lazy(async () => ({ default: (await import("./RunsTab.tsx")).RunsTab }));
const UsesTab = lazy(async () => ({ default: (await import("./UsesTab.tsx")).UsesTab }));
const TestTab = lazy(async () => ({ default: (await import("./TestTab.tsx")).TestTab }));

/** Tools: what assistants can do while they talk. */
export const toolResource = defineResource({
  name: "Tool",
  path: "tools",
  texts: "tools",
  schema: CreateTool,
  initial: { type: "function", function: { parameters: { type: "object", properties: {} } } },
  nameOf: (tool) => nameOfEntity(tool) ?? humanName(tool.type),
  columns: [
    { id: "type", text: ({ type }, t) => toolKind(t, type), width: "220px" },
    { id: "description", text: descriptionOf, from: "wide" },
  ],
  mainFields: [
    "name",
    "description",
    "function",
    "server",
    "credentialId",
    "messages",
    "destinations",
    "knowledgeBases",
    "knowledgeBaseId",
  ],
  tabs: [
    { id: "test", component: TestTab },
    { id: "runs", component: RunsTab },
    { id: "uses", component: UsesTab },
  ],
  usesTab: "uses",
  listActions: FromTemplateLink,
  emptyState: ToolsEmpty,
});

/** What tells the model when to use it. Takes any entity: comparing all kinds of tools with one another takes the compiler seconds. */
function descriptionOf({ description, function: called }: ResourceEntity): string {
  if (typeof description === "string" && description !== "") return description;
  const ofFunction = (called as { description?: string } | undefined)?.description;
  return ofFunction ?? "";
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
  const navigate = useNavigate();
  const mayCreate = useMayEdit("createTool");
  return (
    <EmptyNote
      title={t("resource.empty", { one: t("tools.one"), many: t("tools.many") })}
      body={t("tools.what")}
      action={
        mayCreate && (
          <ToolKinds
            onChoose={(kind) => void navigate({ to: "/$resource/new", params: { resource: "tools" }, search: { kind } })}
          />
        )
      }
    />
  );
}
