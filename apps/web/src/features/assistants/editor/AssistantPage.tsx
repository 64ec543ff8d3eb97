import { type Assistant, CreateAssistant, type Draft, roleAtLeast, UNPUBLISHED_VERSION } from "@callwright/contract";
import { Tabs } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../../data/services.tsx";
import { late } from "../../../kit/late.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { TabRow } from "../../../kit/TabRow.tsx";
import { problemsOfEntries } from "../../../resource/page/edited-object.ts";
import { LeaveGuard } from "../../../resource/page/LeaveGuard.tsx";
import { configDiff, configOf } from "../../../resource/versions/config-diff.ts";
import { DraftNotices } from "../../../resource/versions/DraftNotices.tsx";
import { useDraft } from "../../../resource/versions/use-draft.ts";
import { draftQuery } from "../../../resource/versions/versioned-kind.ts";
import { ASSISTANT_KIND } from "../assistant-kind.ts";
import { assistantQuery } from "../assistant-queries.ts";
import { EDITOR_TABS, type EditorTab } from "../assistant-search.ts";
import { AssistantTab } from "../settings/AssistantTab.tsx";
import type { EditorFields } from "../settings/editor-fields.ts";
import { AssistantSide } from "./AssistantSide.tsx";
import classes from "./assistant-editor.module.css";
import { EditorHeader } from "./EditorHeader.tsx";
import { focusControl } from "./focus-control.ts";
import { PROMPT_FIELD } from "./place-of.ts";
import { TalkSide } from "./TalkSide.tsx";

const route = getRouteApi("/shell/assistants/$id");

export function AssistantPage() {
  const { id } = route.useParams();
  const client = useClient();
  const assistant = useSuspenseQuery(assistantQuery(client, id)).data;
  const draft = useSuspenseQuery(draftQuery<CreateAssistant>(client, "assistants", id)).data;
  return <AssistantEditor key={id} assistant={assistant} draft={draft} />;
}

const AdvancedTab = late(async () => (await import("../settings/AdvancedTab.tsx")).AdvancedTab, <PageSkeleton />);
const AnalysisTab = late(async () => (await import("../settings/AnalysisTab.tsx")).AnalysisTab, <PageSkeleton />);
const HooksTab = late(async () => (await import("../hooks/HooksTab.tsx")).HooksTab, <PageSkeleton />);
const MessagesTab = late(async () => (await import("../messages/MessagesTab.tsx")).MessagesTab, <PageSkeleton />);
const ToolsTab = late(async () => (await import("../tools/ToolsTab.tsx")).ToolsTab, <PageSkeleton />);
const JsonTab = late(async () => (await import("../../../resource/json/JsonTab.tsx")).JsonTab, <PageSkeleton />);
const VersionsTab = late(async () => (await import("../../../resource/versions/VersionsTab.tsx")).VersionsTab, <PageSkeleton />);

/** The editor of one assistant: its draft in tabs, its versions, and what stands beside them: its knowledge, or a conversation with it. */
function AssistantEditor({ assistant, draft: loaded }: { assistant: Assistant; draft: Draft<CreateAssistant> }) {
  const { t } = useTranslation();
  const { tab = "assistant", talk, chat, phone, focus, from, to } = route.useSearch();
  const mode = talk !== undefined ? "talk" : chat ? "chat" : phone ? "phone" : undefined;
  const navigate = route.useNavigate();
  const session = useSession();
  const draft = useDraft(ASSISTANT_KIND, assistant.id, loaded);
  const { config } = draft.state;
  const changes = useMemo(() => configDiff(configOf(assistant), config), [assistant, config]);
  const [isAsked, setAsked] = useState(false);
  // Empty fields are reported after the user went to a problem.
  const problems = useMemo(
    () => (isAsked ? draft.problems : problemsOfEntries(draft.problems, config)),
    [isAsked, draft.problems, config],
  );
  const fields: EditorFields = { config, edit: draft.store.edit, problems };
  const mayEdit = session.kind === "signed-in" && roleAtLeast(session.org.role ?? "viewer", "editor");
  const openTab = (next: EditorTab) =>
    void navigate({ search: ({ tab: _, ...rest }) => (next === "assistant" ? rest : { ...rest, tab: next }) });
  useEffect(() => {
    if (focus === undefined) return;
    focusControl(PROMPT_FIELD);
    void navigate({ search: ({ focus: _, ...rest }) => rest, replace: true });
  }, [focus, navigate]);

  const panels: Record<EditorTab, ReactNode> = {
    assistant: <AssistantTab {...fields} />,
    tools: <ToolsTab {...fields} />,
    hooks: <HooksTab {...fields} />,
    messages: <MessagesTab {...fields} />,
    analysis: <AnalysisTab {...fields} />,
    advanced: <AdvancedTab {...fields} />,
    json: (
      <JsonTab
        label={t("editor.jsonLabel")}
        hint={t("editor.jsonHint")}
        schema={CreateAssistant}
        value={config}
        onChange={(next, base) => draft.store.rewrite(base, next)}
        problems={draft.problems}
      />
    ),
    versions: (
      <VersionsTab
        kind={ASSISTANT_KIND}
        published={assistant}
        mayEdit={mayEdit}
        pair={{ from, to }}
        onPair={(pair) => void navigate({ search: (search) => ({ ...search, ...pair }), replace: true })}
      />
    ),
  };
  const { toolIds = [], tools = [] } = config.model ?? {};
  const toolCount = toolIds.length + tools.length;
  return (
    <div className={classes.editor}>
      <LeaveGuard isUnsaved={() => draft.store.state().phase !== "settled"} save={draft.store.flush} />
      <EditorHeader assistant={assistant} draft={draft} changes={changes} onProblem={() => setAsked(true)} />
      <Tabs
        className={classes.tabs ?? ""}
        value={tab}
        onChange={(next) => openTab(EDITOR_TABS.find((each) => each === next) ?? "assistant")}
      >
        <TabRow
          tabs={EDITOR_TABS.map((id) => ({
            id,
            title: t(`editor.tabs.${id}`),
            ...(id === "tools" && toolCount > 0 && { count: toolCount }),
          }))}
        />
        <div className={classes.body} data-side={tab === "assistant" || mode !== undefined || undefined}>
          <div className={classes.scroll}>
            <DraftNotices
              kind={ASSISTANT_KIND}
              published={assistant}
              draft={draft}
              changed={changes.length > 0}
              onCompare={(pair) => void navigate({ search: (search) => ({ ...search, tab: "versions", ...pair }) })}
            />
            {EDITOR_TABS.map((each) => (
              <Tabs.Panel key={each} value={each}>
                {panels[each]}
              </Tabs.Panel>
            ))}
          </div>
          {mode === undefined ? (
            tab === "assistant" && (
              <div className={classes.side}>
                <AssistantSide {...fields} assistantId={assistant.id} onTools={() => openTab("tools")} />
              </div>
            )
          ) : (
            <TalkSide
              mode={mode}
              config={config}
              assistantId={assistant.id}
              isPublished={changes.length === 0 && assistant.latestVersion !== UNPUBLISHED_VERSION}
            />
          )}
        </div>
      </Tabs>
    </div>
  );
}
