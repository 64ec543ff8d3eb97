import {
  type Assistant,
  type AssistantFigures,
  type Model,
  OFFLINE_VOICES,
  UNPUBLISHED_VERSION,
  type Voice,
} from "@callwright/contract";
import { useQueries } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../../data/services.tsx";
import { humanValue } from "../../../kit/field-names.ts";
import { Instant } from "../../../kit/Instant.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { PrivacyPill } from "../../../kit/PrivacyPill.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { useMinute } from "../../../kit/use-now.ts";
import { useSumText } from "../../../resource/costs/use-sum-text.ts";
import type { Resource, ResourceColumn } from "../../../resource/resource.ts";
import { ASSISTANTS } from "../assistant-queries.ts";

/** The assistants with the columns of their list. */
export function useListedAssistants(entities: readonly { id: string }[] | undefined): Resource {
  const { t } = useTranslation();
  const format = useFormat();
  const sumText = useSumText();
  const nowMs = useMinute();
  const { figures, hasFigures } = useAssistantFigures(entities);
  return useMemo(() => {
    const of = ({ id }: Assistant): Partial<AssistantFigures> => figures.get(id) ?? {};
    const shareOf = (assistant: Assistant) => {
      const { successful = 0, judged = 0 } = of(assistant);
      const share = judged > 0 ? Math.round((100 * successful) / judged) : -1;
      const words = t("assistants.ofJudged", { successful: String(successful), judged: String(judged) });
      return { share, text: share < 0 ? "–" : t("overview.percent", { share: String(share) }), words };
    };
    const figureColumns: ResourceColumn<Assistant>[] = [
      {
        id: "lastCall",
        text: (assistant) => {
          const { lastCallAt } = of(assistant);
          return lastCallAt === undefined ? "–" : format.age(lastCallAt, nowMs);
        },
        render: (assistant) => {
          const { lastCallAt } = of(assistant);
          return lastCallAt === undefined ? "–" : <Instant iso={lastCallAt}>{format.age(lastCallAt, nowMs)}</Instant>;
        },
        order: (assistant) => of(assistant).lastCallAt ?? "",
        width: "124px",
      },
      {
        id: "success",
        text: (assistant) => shareOf(assistant).text,
        render: (assistant) => <span title={shareOf(assistant).words}>{shareOf(assistant).text}</span>,
        order: (assistant) => shareOf(assistant).share,
        width: "80px",
        isNumeric: true,
        from: "narrow",
      },
      {
        id: "response",
        text: (assistant) => {
          const { responseP50Ms } = of(assistant);
          return responseP50Ms === undefined ? "–" : t("latency.ms", { value: responseP50Ms.toLocaleString() });
        },
        order: (assistant) => of(assistant).responseP50Ms ?? -1,
        width: "104px",
        isNumeric: true,
      },
      {
        id: "cost",
        text: (assistant) => {
          const { cost, unpriced } = of(assistant);
          return cost === undefined ? "–" : sumText(cost, unpriced);
        },
        order: (assistant) => of(assistant).cost ?? -1,
        width: "96px",
        isNumeric: true,
        from: "wide",
      },
    ];
    return {
      ...ASSISTANTS,
      marks: ({ latestVersion, compliancePlan }: Assistant) => (
        <>
          {latestVersion === UNPUBLISHED_VERSION && <Pill>{t("assistants.unpublished")}</Pill>}{" "}
          <PrivacyPill plan={compliancePlan} />
        </>
      ),
      columns: [...PART_COLUMNS, ...(hasFigures ? figureColumns : [])],
    } as unknown as Resource;
  }, [figures, hasFigures, format, nowMs, sumText, t]);
}

const PART_COLUMNS: readonly ResourceColumn<Assistant>[] = [
  { id: "model", text: ({ model }, t) => modelLabel(model, t), width: "12%" },
  { id: "voice", text: ({ voice }, t) => voiceLabel(voice, t), width: "12%", from: "wide" },
];

/** One short line: "OpenAI · gpt-4.1-mini". */
export function modelLabel(model: Model | undefined, t: TFunction): string {
  if (!model) return t("assistants.notSet");
  if (model.provider === "callwright") return t("assistants.builtInModel");
  return `${model.provider === "custom-llm" ? t("assistants.ownServer") : humanValue(model.provider)} · ${model.model}`;
}

/** One short line: "Offline · Slt". */
export function voiceLabel(voice: Voice | undefined, t: TFunction): string {
  if (!voice) return t("assistants.notSet");
  if (voice.provider !== "callwright") return `${humanValue(voice.provider)} · ${voice.voiceId}`;
  return `${t("assistants.offline")} · ${OFFLINE_VOICES.find(({ id }) => id === voice.voiceId)?.name ?? voice.voiceId}`;
}

/** Ids of one request: longer addresses are refused. */
const IDS_PER_REQUEST = 100;
/** Figures may be this old while the list is open. */
const POLL_MS = 60_000;

/** The figures of the loaded assistants, by id. They arrive after the list. */
function useAssistantFigures(entities: readonly { id: string }[] = []) {
  const client = useClient();
  const { dataHost } = useServices();
  const hasFigures = dataHost.offers("listAssistantFigures");
  const ids = entities.map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_PER_REQUEST) }, (_, index) =>
    ids.slice(index * IDS_PER_REQUEST, (index + 1) * IDS_PER_REQUEST).join(","),
  );
  const figures = useQueries({
    queries: parts.map((assistantIdAny) => ({
      queryKey: ["assistant-figures", assistantIdAny],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.analytics.listAssistantFigures({ query: { assistantIdAny }, signal }),
      enabled: hasFigures,
      refetchInterval: POLL_MS,
    })),
    combine: byId,
  });
  return { figures, hasFigures };
}

/** Outside of the hook, so that the map keeps its identity until a result changes. */
function byId(answers: readonly { data?: AssistantFigures[] | undefined }[]): ReadonlyMap<string, AssistantFigures> {
  return new Map(answers.flatMap(({ data = [] }) => data.map((each) => [each.assistantId, each] as const)));
}
