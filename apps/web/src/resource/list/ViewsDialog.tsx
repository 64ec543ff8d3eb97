import type { SavedScreen, SavedView, UpdateSavedView } from "@callwright/contract";
import { NAME_MAX_CHARACTERS } from "@callwright/contract";
import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { useCopy } from "../../kit/use-copy.ts";
import { viewKeys } from "./view-queries.ts";

interface ViewsDialogProps {
  screen: SavedScreen;
  state: Record<string, unknown>;
  title: string;
  views: readonly SavedView[];
  onClose: () => void;
}

/** Saves the current view under a name, and changes the saved views. */
export function ViewsDialog({ screen, state, title, views, onClose }: ViewsDialogProps) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const refresh = () => queryClient.invalidateQueries({ queryKey: viewKeys.all });
  const save = useMutation({
    mutationFn: () => client.savedViews.create({ body: { screen, name, state, isShared } }),
    onSuccess: () => {
      setName("");
      return refresh();
    },
  });
  const change = useMutation({
    mutationFn: ({ id, body }: { id: string; body: UpdateSavedView }) => client.savedViews.update({ id, body }),
    onSuccess: refresh,
  });
  const remove = useMutation({ mutationFn: (id: string) => client.savedViews.delete({ id }), onSuccess: refresh });
  const failure = save.error ?? change.error ?? remove.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== "") save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <Stack>
        <form onSubmit={submit}>
          <Stack gap="xs">
            <TextInput
              label={t("views.name")}
              description={t("views.nameHint")}
              maxLength={NAME_MAX_CHARACTERS}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              data-autofocus
            />
            <Checkbox
              label={t("views.share")}
              checked={isShared}
              onChange={(event) => setIsShared(event.currentTarget.checked)}
            />
            <Group justify="flex-end">
              <Button type="submit" variant="filled" loading={save.isPending} disabled={name.trim() === ""}>
                {t("views.saveAction")}
              </Button>
            </Group>
          </Stack>
        </form>
        <Failure>{failure?.message}</Failure>
        {views.map((view) => (
          <ViewRow
            key={view.id}
            view={view}
            onChange={(body) => change.mutate({ id: view.id, body })}
            onReplace={() => change.mutate({ id: view.id, body: { state } })}
            onDelete={() => remove.mutate(view.id)}
          />
        ))}
      </Stack>
    </Modal>
  );
}

interface ViewRowProps {
  view: SavedView;
  onChange: (body: UpdateSavedView) => void;
  onReplace: () => void;
  onDelete: () => void;
}

function ViewRow({ view: { id, name, isShared, userId, authorName }, onChange, onReplace, onDelete }: ViewRowProps) {
  const { t } = useTranslation();
  const { session } = useServices();
  const { copied, copy } = useCopy();
  const state = session.state();
  const me = state.kind === "signed-in" ? state : undefined;
  const isOwn = me?.user.id === userId;
  const mayChange = isOwn || me?.org.role === "admin";
  return (
    <Group justify="space-between" gap="xs" role="group" aria-label={name}>
      <Text>
        {name}{" "}
        <Text span c="dimmed" fz="sm">
          {isShared ? t("views.sharedBy", { name: authorName }) : t("views.private")}
        </Text>
      </Text>
      <Group gap={4}>
        {isShared && (
          <Button size="compact-sm" onClick={() => void copy(new URL(`/views/${id}`, window.location.origin).href)}>
            {copied ? t("views.copied") : t("views.copyLink")}
          </Button>
        )}
        {isOwn && (
          <Button size="compact-sm" onClick={() => onChange({ isShared: !isShared })}>
            {isShared ? t("views.unshare") : t("views.shareAction")}
          </Button>
        )}
        {mayChange && (
          <>
            <Button size="compact-sm" onClick={onReplace}>
              {t("views.replace")}
            </Button>
            <Button size="compact-sm" color="red" variant="outline" onClick={onDelete}>
              {t("resource.delete")}
            </Button>
          </>
        )}
      </Group>
    </Group>
  );
}
