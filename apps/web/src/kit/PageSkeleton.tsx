import { Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

/** Stands where a page will be. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <Stack p="lg" gap="sm" aria-busy="true" role="status" aria-label={t("app.loading")}>
      <Skeleton h={28} w={240} />
      <Skeleton h={36} />
      <Skeleton h={36} />
      <Skeleton h={36} />
    </Stack>
  );
}
