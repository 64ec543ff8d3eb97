import type { CreateAssistant } from "@callwright/contract";
import { Skeleton, Stack } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import classes from "./assistant-editor.module.css";

const TalkPanel = lazy(async () => ({ default: (await import("../talk/TalkPanel.tsx")).TalkPanel }));

const route = getRouteApi("/shell/assistants/$id");

/** Whoever opened the panel by keyboard goes on inside it. Outside the component: a ref callback that never changes runs once. */
function focusOnce(panel: HTMLElement | null) {
  panel?.focus();
}

interface Props {
  config: CreateAssistant;
  assistantId: string;
  /** Whether `config` is what is published. */
  isPublished: boolean;
}

/** The Talk panel's place: beside the editor where there is room, over it where there is not. One element, so that a resize keeps the call. */
export function TalkSide({ config, assistantId, isPublished }: Props) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
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
          assistant={config}
          assistantId={assistantId}
          isPublished={isPublished}
          assistantName={config.name ?? t("assistants.unnamed")}
          onClose={() => void navigate({ search: ({ talk: _, ...rest }) => rest })}
        />
      </Suspense>
    </aside>
  );
}
