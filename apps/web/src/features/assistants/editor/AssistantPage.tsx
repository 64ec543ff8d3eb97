import { type Assistant, type AssistantDraft, CreateAssistant, roleAtLeast, UNPUBLISHED_VERSION } from "@callwright/contract";
import { Tabs } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../../data/services.tsx";
import { late } from "../../../kit/late.tsx";
import { PageSkeleton } from "../../../kit/PageSkeleton.tsx";
import { problemsOfEntries } from "../../../resource/page/edited-object.ts";
import { LeaveGuard } from "../../../resource/page/LeaveGuard.tsx";
import { assistantDraftQuery, assistantQuery } from "../assistant-queries.ts";
import { EDITOR_TABS, type EditorTab } from "../assistant-search.ts";
import { DraftNotices } from "../draft/DraftNotices.tsx";
import { useDraft } from "../draft/use-draft.ts";
import { AssistantTab } from "../settings/AssistantTab.tsx";
import type { EditorFields } from "../settings/editor-fields.ts";
import { variablesOf } from "../variables/template-variables.ts";
import { VariablesDialog } from "../variables/VariablesDialog.tsx";
import { configDiff, configOf } from "../versions/config-diff.ts";
import classes from "./assistant-editor.module.css";
import { EditorHeader } from "./EditorHeader.tsx";

const route = getRouteApi("/shell/assistants/$id");

export function AssistantPage() {
  const { id } = route.useParams();
  const client = useClient();
  const assistant = useSuspenseQuery(assistantQuery(client, id)).data;
  const draft = useSuspenseQuery(assistantDraftQuery(client, id)).data;
  return <AssistantEditor key={id} assistant={assistant} draft={draft} />;
}

const AdvancedTab = late(async () => (await import("../settings/AdvancedTab.tsx")).AdvancedTab, <PageSkeleton />);
const AnalysisTab = late(async () => (await import("../settings/AnalysisTab.tsx")).AnalysisTab, <PageSkeleton />);
const HooksTab = late(async () => (await import("../hooks/HooksTab.tsx")).HooksTab, <PageSkeleton />);
const MessagesTab = late(async () => (await import("../messages/MessagesTab.tsx")).MessagesTab, <PageSkeleton />);
const ToolsTab = late(async () => (await import("../tools/ToolsTab.tsx")).ToolsTab, <PageSkeleton />);
const JsonTab = late(async () => (await import("../../../resource/json/JsonTab.tsx")).JsonTab, <PageSkeleton />);
const VersionsTab = late(async () => (await import("../versions/VersionsTab.tsx")).VersionsTab, <PageSkeleton />);

/** The editor of one assistant: its draft in tabs, its versions, and the Talk panel beside it. */
function AssistantEditor({ assistant, draft: loaded }: { assistant: Assistant; draft: AssistantDraft }) {
  const { t } = useTranslation();
  const { tab = "assistant", talk, phone = false } = route.useSearch();
  const isTalking = talk !== undefined;
  const navigate = route.useNavigate();
  const session = useSession();
  const draft = useDraft(loaded);
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
    versions: <VersionsTab assistant={assistant} mayEdit={mayEdit} />,
  };
  return (
    <div className={classes.editor} data-talk={isTalking || phone || undefined}>
      <LeaveGuard isUnsaved={() => draft.store.state().phase !== "settled"} save={draft.store.flush} />
      <EditorHeader assistant={assistant} draft={draft} changes={changes} onProblem={() => setAsked(true)} />
      <Tabs
        className={classes.tabs ?? ""}
        value={tab}
        onChange={(next) => {
          const chosen = EDITOR_TABS.find((each) => each === next);
          void navigate({
            search: ({ tab: _, ...rest }) => (chosen && chosen !== "assistant" ? { ...rest, tab: chosen } : rest),
          });
        }}
      >
        <Tabs.List className={classes.tabList ?? ""}>
          {EDITOR_TABS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`editor.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <div className={classes.scroll}>
          <DraftNotices assistant={assistant} draft={draft} changed={changes.length > 0} />
          {EDITOR_TABS.map((each) => (
            <Tabs.Panel key={each} value={each}>
              {panels[each]}
            </Tabs.Panel>
          ))}
        </div>
      </Tabs>
      {(isTalking || phone) && (
        <TalkSide
          key={isTalking ? "talk" : "phone"}
          mode={isTalking ? "talk" : "phone"}
          config={config}
          assistantId={assistant.id}
          isPublished={changes.length === 0 && assistant.latestVersion !== UNPUBLISHED_VERSION}
        />
      )}
    </div>
  );
}

const TalkPanel = late(async () => (await import("../../talk/TalkPanel.tsx")).TalkPanel, <PageSkeleton />);

const HandsetPanel = late(async () => (await import("../../handset/HandsetPanel.tsx")).HandsetPanel, <PageSkeleton />);

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
function TalkSide({ mode, config, assistantId, isPublished }: Props) {
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
      {mode === "talk" ? (
        <TalkPanel {...agent} targetId={assistantId} voice={config.voice} />
      ) : (
        <HandsetPanel {...agent} agentId={assistantId} />
      )}
    </aside>
  );
}
