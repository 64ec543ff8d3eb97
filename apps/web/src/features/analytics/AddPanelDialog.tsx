import { NAME_MAX_CHARACTERS } from "@callwright/contract";
import { Checkbox, NativeSelect, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { FormDialog } from "../../kit/FormDialog.tsx";
import { savedViewsQuery, viewKeys } from "../../resource/list/view-queries.ts";
import type { AnalyticsSearch } from "./analytics-search.ts";
import { panelsOf } from "./panels.ts";

interface AddPanelDialogProps {
  search: AnalyticsSearch;
  title: string;
  onClose: () => void;
}

/** Puts the query of the builder into a new or a saved dashboard. */
export function AddPanelDialog({ search, title: proposed, onClose }: AddPanelDialogProps) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const { data: dashboards = [] } = useQuery(savedViewsQuery(client, "dashboards"));
  const [target, setTarget] = useState("");
  const [name, setName] = useState("");
  const [title, setTitle] = useState(proposed.slice(0, NAME_MAX_CHARACTERS));
  const [isShared, setIsShared] = useState(false);
  const add = useMutation({
    mutationFn: async () => {
      // The dashboard has the range.
      const { range: _, timezone: __, ...query } = search;
      const panel = { title: title.trim(), search: query };
      const known = dashboards.find(({ id }) => id === target);
      const saved = known
        ? await client.savedViews.update({
            id: known.id,
            body: { state: { ...known.state, panels: [...panelsOf(known.state), panel] } },
          })
        : await client.savedViews.create({ body: { screen: "dashboards", name, isShared, state: { panels: [panel] } } });
      await queryClient.invalidateQueries({ queryKey: viewKeys.all });
      return saved;
    },
  });
  const isReady = title.trim() !== "" && (target !== "" || name.trim() !== "");
  return (
    <FormDialog
      title={t("analytics.addPanel")}
      action={t("analytics.add")}
      isReady={isReady}
      isPending={add.isPending}
      failure={add.error?.message}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t("analytics.panelTitle")}
        maxLength={NAME_MAX_CHARACTERS}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        data-autofocus
      />
      <NativeSelect
        label={t("analytics.addTo")}
        value={target}
        data={[
          { value: "", label: t("analytics.newDashboard") },
          ...dashboards.map(({ id, name: label }) => ({ value: id, label })),
        ]}
        onChange={(event) => setTarget(event.currentTarget.value)}
      />
      {target === "" && (
        <>
          <TextInput
            label={t("analytics.dashboardName")}
            maxLength={NAME_MAX_CHARACTERS}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Checkbox label={t("views.share")} checked={isShared} onChange={(event) => setIsShared(event.currentTarget.checked)} />
        </>
      )}
      {add.data && (
        <Text role="status">
          {t("analytics.added", { name: add.data.name })}{" "}
          <Link to="/views/$id" params={{ id: add.data.id }}>
            {t("analytics.openDashboard")}
          </Link>
        </Text>
      )}
    </FormDialog>
  );
}
