import { type Assistant, type CreateAssistant, GATE_REASON_MAX_CHARACTERS } from "@callwright/contract";
import { Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConfigChange } from "../../../resource/versions/config-diff.ts";
import { PublishDialog } from "../../../resource/versions/PublishDialog.tsx";
import type { EditedDraft } from "../../../resource/versions/use-draft.ts";
import { isBlocked, usePublishGate } from "../../simulations/publish-gate.ts";
import { suiteRunKeys } from "../../simulations/suite-run-keys.ts";
import { TestBeforePublish } from "../../simulations/TestBeforePublish.tsx";
import { ASSISTANT_KIND } from "../assistant-kind.ts";

interface PublishAssistantProps {
  assistant: Assistant;
  draft: EditedDraft<CreateAssistant>;
  changes: readonly ConfigChange[];
  onClose: () => void;
}

/** Publishes a draft whose suites have passed, or with a reason. */
export function PublishAssistant({ assistant, draft, changes, onClose }: PublishAssistantProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const gate = usePublishGate(assistant.id, draft.state.seen.revision);
  const [reason, setReason] = useState("");
  const needsReason = isBlocked(gate);
  const gateReason = needsReason ? reason.trim() : "";
  return (
    <PublishDialog
      kind={ASSISTANT_KIND}
      published={assistant}
      name={draft.state.config.name ?? t("assistants.unnamed")}
      draft={draft}
      changes={changes}
      onClose={onClose}
      isBlocked={needsReason && gateReason === ""}
      body={gateReason === "" ? {} : { gateReason }}
      action={t(gateReason === "" ? "editor.publishConfirm" : "editor.publishWithReason")}
      onRefused={() => queryClient.invalidateQueries({ queryKey: suiteRunKeys.all })}
    >
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
    </PublishDialog>
  );
}
