import { Button, FileButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { SessionUser } from "../../../data/auth-api.ts";
import { useServices } from "../../../data/services.tsx";
import { PersonPicture } from "../../../kit/PersonPicture.tsx";
import { nameProblems } from "../auth-problems.ts";
import { useAuthForm } from "../use-auth-form.ts";
import { AccountSection } from "./AccountSection.tsx";
import classes from "./account.module.css";
import { FormProblem } from "./FormProblem.tsx";
import { shrinkPicture } from "./shrink-picture.ts";

/** Name and picture. */
export function ProfileSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi, session } = useServices();
  const form = useAuthForm({
    initial: { name: user.name },
    check: ({ name }) => nameProblems(name),
    send: async ({ name }) => {
      await authApi.call((client) => client.updateUser({ name }));
      await session.reloadUser();
      notifications.show({ message: t("account.profileSaved") });
    },
  });
  const isChanged = form.fields.name.trim() !== user.name;
  return (
    <AccountSection title={t("account.profile")}>
      <PictureControl user={user} />
      <form onSubmit={form.onSubmit} noValidate className={classes.form}>
        <TextInput label={t("account.name")} autoComplete="name" {...form.field("name")} />
        <FormProblem text={form.formProblem} />
        <Button type="submit" variant="filled" disabled={!isChanged} loading={form.sending}>
          {t("account.save")}
        </Button>
      </form>
    </AccountSection>
  );
}

function PictureControl({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi, session } = useServices();
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const image = file && (await shrinkPicture(file).catch(() => undefined));
      if (file && !image) throw new Error(t("account.pictureUnreadable", { name: file.name }));
      await authApi.call((client) => client.updateUser({ image: image ?? null }));
      await session.reloadUser();
    },
  });
  return (
    <Group gap="md" wrap="nowrap" align="center">
      <PersonPicture user={user} size={56} />
      <Stack gap={4}>
        <Group gap="xs">
          <FileButton onChange={(file) => file && change.mutate(file)} accept="image/png,image/jpeg,image/webp">
            {(props) => (
              <Button {...props} loading={change.isPending}>
                {t("account.choosePicture")}
              </Button>
            )}
          </FileButton>
          {user.image && <Button onClick={() => change.mutate(null)}>{t("account.removePicture")}</Button>}
        </Group>
        <Text c="dimmed" fz="xs">
          {t("account.pictureHint")}
        </Text>
        <FormProblem text={change.error?.message} />
      </Stack>
    </Group>
  );
}
