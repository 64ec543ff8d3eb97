import type { CreateAssistant } from "@callwright/contract";
import { Skeleton, Stack } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { variablesOf } from "../variables/template-variables.ts";
import { VariablesDialog } from "../variables/VariablesDialog.tsx";
import classes from "./assistant-editor.module.css";

const TalkPanel = lazy(async () => ({ default: (await import("../../talk/TalkPanel.tsx")).TalkPanel }));

const HandsetPanel = lazy(async () => ({ default: (await import("../../handset/HandsetPanel.tsx")).HandsetPanel }));

const route = getRouteApi("/shell/assistants/$id");

/** Moves the focus into the panel when it opens. Defined outside the component, so that the ref callback runs once. */
function focusOnce(panel: HTMLElement | null) {
  panel?.focus();
}

interface Props {
  mode: "talk" | "phone";
  config: CreateAssistant;
  assistantId: string;
  /** Is `config` the published version? */
  isPublished: boolean;
}

/** The container of the Talk panel or the Handset: beside the editor, or over it on narrow screens. One element, so that a resize keeps the call. */
export function TalkSide({ mode, config, assistantId, isPublished }: Props) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const close = () => void navigate({ search: ({ talk: _, phone: __, ...rest }) => rest });
  const action = t(mode === "talk" ? "editor.talk" : "handset.callMe");
  // The variables of the draft when the button is pressed.
  const [names] = useState(() => variablesOf(config));
  const [values, setValues] = useState<Record<string, unknown>>();
  if (names.length > 0 && !values)
    return <VariablesDialog ownerId={assistantId} names={names} action={action} onStart={setValues} onClose={close} />;
  const agent = {
    // A call with the published version belongs to the assistant and records its version.
    target: { assistant: isPublished ? assistantId : config },
    name: config.name ?? t("assistants.unnamed"),
    variableValues: values,
    onClose: close,
  };
  return (
    <aside ref={focusOnce} tabIndex={-1} className={classes.talk} aria-label={action}>
      <Suspense
        fallback={
          <Stack p="md" aria-busy="true">
            <Skeleton h={24} w={160} />
            <Skeleton h={64} />
          </Stack>
        }
      >
        {mode === "talk" ? (
          <TalkPanel {...agent} targetId={assistantId} voice={config.voice} />
        ) : (
          <HandsetPanel {...agent} agentId={assistantId} />
        )}
      </Suspense>
    </aside>
  );
}
