import { type CreateAssistant, fieldChanges, type TestSuite } from "@callwright/contract";
import { Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { LineDiff } from "../../kit/diff/LineDiff.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { promptOf } from "../../resource/variables/template-variables.ts";
import { assistantIdOf } from "./start-body.ts";
import { suiteRunKeys } from "./suite-run-keys.ts";

interface ProposeFixProps {
  suite: TestSuite;
  runId: string;
  itemId: string;
  /** The proposal is in the draft. */
  onAccepted: () => void;
  onClose: () => void;
}

/** Why a conversation failed, and a prompt that may do better, as changes of the user's draft. */
export function ProposeFix({ suite, runId, itemId, onAccepted, onClose }: ProposeFixProps) {
  const { t } = useTranslation();
  const client = useClient();
  useReturnedFocus();
  const proposal = useQuery({
    queryKey: [...suiteRunKeys.item(runId, itemId), "proposal"],
    queryFn: ({ signal }) => client.simulationRuns.suggestForItem({ id: runId, itemId, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data, error } = proposal;
  const suggestions = data && [...data.systemPromptSuggestions, ...data.toolSuggestions, ...data.scenarioSuggestions];
  return (
    <Modal opened size="xl" onClose={onClose} title={t("simulations.fix.title")}>
      <Stack>
        {proposal.isPending && <PageSkeleton />}
        <Failure>{error && t("simulations.fix.failed", { reason: error.message })}</Failure>
        {data && <Text>{data.analysis}</Text>}
        {suggestions && suggestions.length > 0 && (
          <List spacing={8}>
            {suggestions.map(({ issue, suggestion }) => (
              <List.Item key={issue + suggestion}>
                {issue} <b>{suggestion}</b>
              </List.Item>
            ))}
          </List>
        )}
        {data && <PromptChange suite={suite} prompt={data.suggestedSystemPrompt} onAccepted={onAccepted} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

interface PromptChangeProps extends Pick<ProposeFixProps, "suite" | "onAccepted" | "onClose"> {
  /** Absent without a language model. */
  prompt: string | undefined;
}

/** The proposed prompt beside the one of the draft. */
function PromptChange({ suite, prompt, onAccepted, onClose }: PromptChangeProps) {
  const { t } = useTranslation();
  const client = useClient();
  const assistantId = assistantIdOf(suite);
  const draft = useQuery({
    queryKey: [...suiteRunKeys.all, "draft", assistantId],
    queryFn: ({ signal }) => client.assistants.getDraft({ id: assistantId ?? "", signal }),
    enabled: assistantId !== undefined,
    // Another tab may edit the same draft.
    staleTime: 0,
  }).data;
  const accept = useMutation({
    mutationFn: async () => {
      if (!draft || prompt === undefined) return;
      const changes = fieldChanges(draft.config, withPrompt(draft.config, prompt));
      await client.assistants.saveDraft({ id: draft.assistantId, body: { revision: draft.revision, changes } });
    },
    onSuccess: () => {
      notifications.show({ message: t("simulations.fix.accepted") });
      onAccepted();
      onClose();
    },
  });
  const edit = assistantId !== undefined && (
    <Button renderRoot={(props) => <Link to="/assistants/$id" params={{ id: assistantId }} {...props} />}>
      {t("simulations.fix.edit")}
    </Button>
  );
  if (prompt === undefined || !draft?.config.model) return <Group justify="flex-end">{edit}</Group>;
  return (
    <>
      <LineDiff before={promptOf(draft.config.model)} after={prompt} />
      <Failure>{accept.error && t("simulations.fix.notSaved", { reason: accept.error.message })}</Failure>
      <Group justify="flex-end">
        {edit}
        <Button variant="filled" loading={accept.isPending} onClick={() => accept.mutate()}>
          {t("simulations.fix.accept")}
        </Button>
      </Group>
    </>
  );
}

function withPrompt(config: CreateAssistant, content: string): CreateAssistant {
  const { model } = config;
  if (!model) return config;
  const { messages = [] } = model;
  const at = messages.findIndex(({ role }) => role === "system");
  const message = { role: "system" as const, content };
  return { ...config, model: { ...model, messages: at < 0 ? [message, ...messages] : messages.with(at, message) } };
}
