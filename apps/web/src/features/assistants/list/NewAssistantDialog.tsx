import { type CreateAssistant, NAME_MAX_CHARACTERS } from "@callwright/contract";
import { Radio, Skeleton, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { pinnedTemplatesQuery } from "../../../data/pinned-templates-query.ts";
import { useClient, useServices } from "../../../data/services.tsx";
import { FormDialog } from "../../../kit/FormDialog.tsx";
import { BUILT_IN, useDefaultProvider } from "../use-default-provider.ts";
import classes from "./new-assistant-dialog.module.css";
import { useCreateAssistant } from "./use-create-assistant.ts";

const route = getRouteApi("/shell/assistants");

/** One card of the gallery. */
interface StartingPoint {
  /** Id of the template; `BLANK` for none. */
  id: string;
  name: string;
  description: string;
  config: CreateAssistant;
}

const BLANK = "blank";

/** Name and starting point of a new assistant. */
export function NewAssistantDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { template: chosen = BLANK } = route.useSearch();
  const navigate = route.useNavigate();
  const { dataHost } = useServices();
  const [name, setName] = useState("");
  const galleryId = useId();
  const { points, isPending } = useStartingPoints();
  const create = useCreateAssistant();
  const point = points.find(({ id }) => id === chosen) ?? points[0];
  return (
    <FormDialog
      title={t("assistants.new")}
      size={760}
      action={t("assistants.create")}
      isReady={point !== undefined}
      isPending={create.isPending}
      failure={create.error && t("assistants.createFailed", { reason: create.error.message })}
      onSubmit={() => point && create.mutate({ ...point.config, name: name.trim() || point.name })}
      onClose={onClose}
    >
      <TextInput
        label={t("assistants.name")}
        placeholder={point?.name}
        maxLength={NAME_MAX_CHARACTERS}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <Radio.Group
        label={t("assistants.startWith")}
        value={point?.id ?? BLANK}
        onChange={(id) => void navigate({ search: (search) => ({ ...search, template: id }), replace: true })}
      >
        <div className={classes.gallery}>
          {points.map(({ id, name: title, description }) => (
            <Radio.Card
              key={id}
              value={id}
              className={classes.card ?? ""}
              aria-labelledby={`${galleryId}-${id}`}
              aria-describedby={`${galleryId}-${id}-about`}
              onKeyDown={submitOnEnter}
            >
              <Text span fw={550} id={`${galleryId}-${id}`}>
                {title}
              </Text>
              <Text span c="dimmed" id={`${galleryId}-${id}-about`}>
                {description}
              </Text>
            </Radio.Card>
          ))}
          {isPending && <Skeleton h={84} />}
        </div>
      </Radio.Group>
      <Text c="dimmed">
        {dataHost.offers("createUnpublishedAssistant") ? t("assistants.newBody") : t("assistants.newBodyElsewhere")}
      </Text>
    </FormDialog>
  );
}

/** Like a native radio button: Enter submits the form instead of pressing the card. */
function submitOnEnter(event: KeyboardEvent<HTMLButtonElement>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Blank first, then the templates of the host. */
function useStartingPoints(): { points: StartingPoint[]; isPending: boolean } {
  const { t } = useTranslation();
  const hasBuiltIn = useDefaultProvider("model") !== undefined;
  const { data = [], isPending } = useQuery(pinnedTemplatesQuery(useClient()));
  const templates = data.flatMap(({ id, name = "", description = "", assistant }) =>
    assistant ? [{ id, name, description, config: assistant }] : [],
  );
  const blank: CreateAssistant = {
    firstMessage: t("assistants.newFirstMessage"),
    // Another host has its own providers: leave them out, so that its defaults apply.
    ...(hasBuiltIn && BUILT_IN),
  };
  return {
    points: [{ id: BLANK, name: t("assistants.blank"), description: t("assistants.blankBody"), config: blank }, ...templates],
    isPending,
  };
}
