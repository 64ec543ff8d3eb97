import { Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Failure } from "../../kit/Failure.tsx";
import { Mark } from "../../kit/Mark.tsx";
import classes from "./auth-card.module.css";

interface AuthCardProps {
  title: string;
  /** A sentence under the title. */
  note?: ReactNode;
  problem?: ReactNode;
  children?: ReactNode;
}

/** The frame of sign-in and account pages outside the shell. */
export function AuthCard({ title, note, problem, children }: AuthCardProps) {
  const { t } = useTranslation();
  return (
    <main className={classes.page}>
      <title>{`${title} · ${t("app.name")}`}</title>
      <div className={classes.column}>
        <div className={classes.brand}>
          <Mark size={28} />
          <span>{t("app.name")}</span>
        </div>
        <Paper p="lg">
          <Stack gap="md">
            <div>
              <Title order={1} fz="lg" className={classes.title ?? ""}>
                {title}
              </Title>
              {note && (
                <Text c="dimmed" mt={4} className={classes.note ?? ""}>
                  {note}
                </Text>
              )}
              <Failure mt="sm">{problem}</Failure>
            </div>
            {children}
          </Stack>
        </Paper>
        <Text c="dimmed" fz="xs" ta="center">
          {t("app.tagline")}
        </Text>
      </div>
    </main>
  );
}
