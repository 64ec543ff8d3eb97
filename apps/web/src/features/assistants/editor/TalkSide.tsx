import type { CreateAssistant } from "@callwright/contract";
import { Skeleton, Stack } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { variablesOf } from "../variables/template-variables.ts";
import { VariablesDialog } from "../variables/VariablesDialog.tsx";
import classes from "./assistant-editor.module.css";

const TalkPanel = lazy(async () => ({ default: (await import("../../talk/TalkPanel.tsx")).TalkPanel }));

const route = getRouteApi("/shell/assistants/$id");

/** Moves the focus into the panel when it opens. Defined outside the component, so that the ref callback runs once. */
function focusOnce(panel: HTMLElement | null) {
  panel?.focus();
}

interface Props {
  config: CreateAssistant;
  assistantId: string;
  /** Is `config` the published version? */
  isPublished: boolean;
}

/** The container of the Talk panel: beside the editor, or over it on narrow screens. One element, so that a resize keeps the call. */
export function TalkSide({ config, assistantId, isPublished }: Props) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const close = () => void navigate({ search: ({ talk: _, ...rest }) => rest });
  // The variables of the draft when Talk is pressed.
  const [names] = useState(() => variablesOf(config));
  const [values, setValues] = useState<Record<string, unknown>>();
  if (names.length > 0 && !values)
    return <VariablesDialog ownerId={assistantId} names={names} action={t("editor.talk")} onStart={setValues} onClose={close} />;
  return (
    <aside ref={focusOnce} tabIndex={-1} className={classes.talk} aria-label={t("editor.talk")}>
      <Suspense
        fallback={
          <Stack p="md" aria-busy="true">
            <Skeleton h={24} w={160} />
            <Skeleton h={64} />
          </Stack>
        }
      >
        <TalkPanel
          // A call with the published version belongs to the assistant and records its version.
          target={{ assistant: isPublished ? assistantId : config }}
          targetId={assistantId}
          name={config.name ?? t("assistants.unnamed")}
          voice={config.voice}
          variableValues={values}
          onClose={close}
        />
      </Suspense>
    </aside>
  );
}
