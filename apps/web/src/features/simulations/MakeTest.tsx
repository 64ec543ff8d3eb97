import { type Client, readFittingPage } from "@callwright/client";
import {
  type Call,
  type CallEvent,
  type CallLine,
  type CreateTestSuite,
  LIST_LIMIT,
  linesOf,
  type TestSuite,
  turnsOf,
} from "@callwright/contract";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconFlask } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { useMayEdit } from "../../data/use-may-edit.ts";
import { privacyRule } from "../../kit/PrivacyPill.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { testOfCall } from "./test-of-call.ts";

/** Makes a test of an ended call, in a suite of its agent, and opens it. `events`: undefined until they are loaded. */
export function useMakeTest(call: Call, events: readonly CallEvent[] | undefined) {
  const { t } = useTranslation();
  const client = useClient();
  const format = useFormat();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutate: make, isPending } = useMutation({
    /** Up to the line `last`. Default: the whole call. */
    mutationFn: async (last: Pick<CallLine, "seq"> | undefined) => {
      const texts = {
        answer: (turn: number) => t("testRuns.ofCallAnswer", { number: String(turn) }),
        tool: (name: string) => t("testRuns.ofCallTool", { name }),
      };
      const agentName = String(call.assistant?.name ?? t("assistants.unnamed"));
      const suite = await suiteOf(client, call, t("testRuns.ofCallSuite", { name: agentName }));
      const name = t("testRuns.ofCallName", { time: format.dateTimeSeconds(call.startedAt ?? call.createdAt) });
      const all = linesOf(events ?? []);
      const lines = last ? all.slice(0, all.findIndex(({ seq }) => seq === last.seq) + 1) : all;
      return client.suiteTests.create({
        id: suite.id,
        body: { ...testOfCall(lines, turnsOf(events ?? []), texts), name, callId: call.id },
      });
    },
    onSuccess: ({ id, testSuiteId }) => {
      notifications.show({ message: t("testRuns.ofCallDone") });
      void queryClient.invalidateQueries({ queryKey: resourceKeys.all("suite-tests") });
      void queryClient.invalidateQueries({ queryKey: resourceKeys.all("simulations") });
      void navigate({ to: "/simulations/$id/tests/$testId", params: { id: testSuiteId, testId: id } });
    },
    onError: ({ message }) => notifications.show({ color: "red", message: t("testRuns.ofCallFailed", { reason: message }) }),
  });
  const isOffered = useMayEdit("createSuiteTest");
  return { make, isPending, isOffered, rule: privacyRule(call.compliance) };
}

/** The button of a test of the whole call. It keeps its place until the events are loaded. */
export function MakeTest({ call, events }: { call: Call; events: readonly CallEvent[] | undefined }) {
  const { t } = useTranslation();
  const { make, isPending, isOffered, rule } = useMakeTest(call, events);
  if (!isOffered) return null;
  return (
    <Button
      leftSection={<IconFlask size={16} aria-hidden="true" />}
      disabled={rule !== undefined || !events}
      {...(rule && { title: t("testRuns.ofCallPrivate", { rule }) })}
      loading={isPending}
      onClick={() => make(undefined)}
    >
      {t("testRuns.ofCall")}
    </Button>
  );
}

const NAME_MAX_CHARACTERS = 80;

/** The newest suite of the call's agent, or a new one. */
async function suiteOf(client: Client, call: Call, name: string): Promise<TestSuite> {
  const targetPlan = await targetOf(client, call);
  const { page } = await readFittingPage(LIST_LIMIT.max, (limit) => client.testSuites.list({ query: { limit } }));
  const of = ({ assistantId, squadId, workflowId }: NonNullable<CreateTestSuite["targetPlan"]>) =>
    assistantId ?? squadId ?? workflowId;
  const known = page.results.find((suite) => targetPlan && suite.targetPlan && of(suite.targetPlan) === of(targetPlan));
  return (
    known ?? client.testSuites.create({ body: { name: name.slice(0, NAME_MAX_CHARACTERS), ...(targetPlan && { targetPlan }) } })
  );
}

/** A call of a draft names no assistant: then it is the only one of the same name. Undefined: the suite gets its target later. */
async function targetOf(
  client: Client,
  { assistantId, squadId, workflowId, assistant }: Call,
): Promise<CreateTestSuite["targetPlan"]> {
  if (assistantId) return { assistantId };
  if (squadId) return { squadId };
  if (workflowId) return { workflowId };
  const search = typeof assistant?.name === "string" ? assistant.name : "";
  const found = await client.assistants.list({ query: { limit: LIST_LIMIT.max, search } });
  const same = found.filter(({ name = "" }) => name === search);
  return same.length === 1 && same[0] ? { assistantId: same[0].id } : undefined;
}
