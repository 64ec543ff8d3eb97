import { ApiError } from "@callwright/client";
import { type Assistant, GATE_REASON_MAX_CHARACTERS, UNPUBLISHED_VERSION } from "@callwright/contract";
import { Button, Group, Modal, Stack, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { Failure, Warning } from "../../../kit/Failure.tsx";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
import { isBlocked, usePublishGate } from "../../simulations/publish-gate.ts";
import { suiteRunKeys } from "../../simulations/suite-run-keys.ts";
import { TestBeforePublish } from "../../simulations/TestBeforePublish.tsx";
import { assistantDraftQuery, assistantKeys, rememberAssistant } from "../assistant-queries.ts";
import { ChangeList } from "../versions/ChangeList.tsx";
import classes from "../versions/change-list.module.css";
import type { ConfigChange } from "../versions/config-diff.ts";
import type { Draft } from "./use-draft.ts";

interface PublishDialogProps {
  assistant: Assistant;
  draft: Draft;
  changes: readonly ConfigChange[];
  onClose: () => void;
}

/** Shows the changes since the published version, and publishes. */
export function PublishDialog({ assistant, draft, changes, onClose }: PublishDialogProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const publish = usePublish(assistant, draft, onClose);
  const gate = usePublishGate(assistant.id, draft.state.seen.revision);
  const [reason, setReason] = useState("");
  const isFirst = assistant.latestVersion === UNPUBLISHED_VERSION;
  const refusal = publish.error instanceof ApiError ? publish.error.code : undefined;
  const isConflict = refusal === "draft-conflict";
  const hasMoved = refusal === "draft-moved";
  const needsReason = isBlocked(gate);
  const gateReason = needsReason ? reason.trim() : "";
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={t("editor.publishTitle", { name: draft.state.config.name ?? t("assistants.unnamed") })}
    >
      <Stack>
        <Text c="dimmed">{isFirst ? t("editor.publishFirstBody") : t("editor.publishBody")}</Text>
        <div role="alert">
          <Warning>{isConflict && t("editor.publishConflict", { current: assistant.latestVersion })}</Warning>
          <Warning>{hasMoved && t("editor.publishMoved")}</Warning>
          <Failure>
            {publish.error && !isConflict && !hasMoved && t("editor.publishFailed", { reason: publish.error.message })}
          </Failure>
        </div>
        {!isFirst && <ChangeList changes={changes} />}
        <TestBeforePublish assistantId={assistant.id} draft={draft.state.config} gate={gate} />
        {needsReason && (
          <Textarea
            label={t("editor.gateReason")}
            description={t("editor.gateReasonHint")}
            autosize
            maxLength={GATE_REASON_MAX_CHARACTERS}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" className={classes.actions ?? ""}>
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button
            variant="filled"
            color={isConflict ? "red" : "teal"}
            loading={publish.isPending}
            disabled={(!isFirst && changes.length === 0) || (needsReason && gateReason === "")}
            onClick={() => publish.mutate({ force: isConflict, gateReason })}
            data-autofocus
          >
            {t(`editor.${buttonText({ isConflict, hasReason: gateReason !== "" })}`)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function buttonText({ isConflict, hasReason }: { isConflict: boolean; hasReason: boolean }) {
  if (isConflict) return "publishAnyway";
  return hasReason ? "publishWithReason" : "publishConfirm";
}

function usePublish(assistant: Assistant, draft: Draft, onClose: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries(assistantDraftQuery(client, assistant.id));
  return useMutation({
    mutationFn: async ({ force, gateReason }: { force: boolean; gateReason: string }) => {
      const isSaved = await draft.store.flush();
      const state = draft.store.state();
      if (state.phase === "failed") throw state.error;
      if (!isSaved) throw new Error(t("editor.publishUnsaved"));
      const reason = gateReason === "" ? {} : { gateReason };
      // Publishes only if no other tab has changed the draft since this list of changes was shown.
      const body = { force, revision: state.seen.revision, ...reason };
      return client.assistants.publishDraft({ id: assistant.id, body });
    },
    onSuccess: async (published) => {
      draft.heed(published);
      await reload();
      rememberAssistant(queryClient, published);
      onClose();
      notifications.show({ message: t("editor.published", { version: published.latestVersion }) });
    },
    // After a conflict, compare with the newest published version and the newest draft.
    onError: async () => {
      const stale = [assistantKeys.one(assistant.id), suiteRunKeys.all].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      );
      await Promise.all([reload(), ...stale]);
    },
  });
}
