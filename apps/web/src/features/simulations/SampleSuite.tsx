import { type CreateSuiteTest, LIST_LIMIT } from "@callwright/contract";
import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { useResourceTexts } from "../../resource/use-resource-texts.ts";
import { SUITES } from "./suites.ts";

/** Seeds of the sample: enough to see an interval, and a run of seconds. */
const SAMPLE_SEEDS = 5;
const ANSWER_MS = 3_000;

/** No suite yet: what they are for, a new one, and a sample that runs at once. */
export function SampleSuite() {
  const { t } = useTranslation();
  const client = useClient();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const texts = useResourceTexts(SUITES);
  const mayCreate = useMayEdit("createTestSuite");
  const assistants = useQuery({
    queryKey: resourceKeys.found("assistants", "published"),
    queryFn: ({ signal }) => client.assistants.list({ query: { limit: LIST_LIMIT.default }, signal }),
    enabled: mayCreate,
  }).data;
  const assistant = assistants?.find(({ latestVersion }) => latestVersion !== "v0");
  const make = useMutation({
    mutationFn: async () => {
      const body = {
        name: t("simulations.sample.name", { name: assistant?.name ?? t("assistants.unnamed") }).slice(0, 80),
        iterations: SAMPLE_SEEDS,
        ...(assistant && { targetPlan: { assistantId: assistant.id } }),
      };
      const suite = await client.testSuites.create({ body });
      const latency = { type: "latency" as const, maxMs: ANSWER_MS };
      const says = (name: string, lines: readonly string[]): CreateSuiteTest => ({
        type: "chat",
        name,
        script: lines.join("\n"),
        steps: lines.map((say) => ({ say })),
        scorers: [{ type: "ai", rubric: t("simulations.sample.answers"), check: latency }],
      });
      const tests = [
        says(t("simulations.sample.hours"), [t("simulations.sample.hoursLine"), t("simulations.sample.thanks")]),
        says(t("simulations.sample.person"), [t("simulations.sample.personLine"), t("simulations.sample.thanks")]),
      ];
      for (const each of tests) await client.suiteTests.create({ id: suite.id, body: each });
      return suite;
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: resourceKeys.all(SUITES.path) });
      void navigate({ to: "/simulations/$id", params: { id }, search: { tab: "tests" } });
    },
    onError: ({ message }) => notifications.show({ color: "red", message: t("simulations.sample.failed", { reason: message }) }),
  });
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <Title order={2} fz="lg">
        {t("resource.empty", texts.nouns)}
      </Title>
      <Text c="dimmed" maw={460}>
        {texts.what}
      </Text>
      {mayCreate && (
        <Group justify="center" mt="xs">
          <Button renderRoot={(props) => <Link to="/$resource/new" params={{ resource: SUITES.path }} {...props} />}>
            {t("resource.create", texts.nouns)}
          </Button>
          <Button variant="subtle" loading={make.isPending} disabled={!assistants} onClick={() => make.mutate()}>
            {t("simulations.sample.make")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
