import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { ToolKinds } from "./ToolKinds.tsx";

/** The list of tools before the first one. */
export function ToolsEmpty() {
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
