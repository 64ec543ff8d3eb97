import type { CreateAssistant } from "@callwright/contract";
import { Button, UnstyledButton } from "@mantine/core";
import { IconBrain, IconChevronDown, IconChevronRight, IconMicrophone, IconVolume } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { PartName } from "../../../data/capabilities.ts";
import { useClient, useServices } from "../../../data/services.tsx";
import { late } from "../../../kit/late.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { isInstalled, recognizersOf, useLocalSpeech } from "../../../resource/local-speech/local-speech.ts";
import { latestCallsKey } from "../assistant-queries.ts";
import type { WAITED_FOR } from "../presets/expected.ts";
import { isPresetSet } from "../presets/pick-preset.ts";
import { PRESETS } from "../presets/preset-choices.ts";
import { useExpected, useExpectedText } from "../presets/use-expected.ts";
import { usePartLabel } from "../presets/use-part-label.ts";
import { usePresets } from "../presets/use-presets.ts";
import { WaitBar } from "../presets/WaitBar.tsx";
import { useDefaultProvider } from "../use-default-provider.ts";
import classes from "./answer-stack.module.css";
import type { EditorFields } from "./editor-fields.ts";
import { ProviderNote } from "./ProviderNote.tsx";

const PartSheet = late(async () => (await import("./PartSheet.tsx")).PartSheet);

const route = getRouteApi("/shell/assistants/$id");

const ICONS = { transcriber: IconMicrophone, model: IconBrain, voice: IconVolume };
/** The shortest scale, in milliseconds. */
const SCALE_MS = 900;

/** What hears, thinks and speaks, in the order in which a caller waits for them, each with its share of the wait and its price. */
export function AnswerStack({ assistantId, ...fields }: EditorFields & { assistantId: string }) {
  const { t } = useTranslation();
  const id = useId();
  const { part: open } = route.useSearch();
  const navigate = route.useNavigate();
  const { config } = fields;
  const presets = usePresets(config);
  const preset = PRESETS.find((each) => isPresetSet(config, presets, each));
  const expected = useExpected()(config);
  const text = useExpectedText();
  const { dollars } = useFormat();
  const labelOf = usePartLabel();
  const figures = useFigures(assistantId);
  const { transportMs = 0 } = figures ?? {};
  const waitMs = expected.waitMs + (expected.waitMs > 0 ? transportMs : 0);
  const scaleMs = Math.max(SCALE_MS, waitMs);
  const show = (part: PartName | undefined) => void navigate({ search: (search) => withPart(search, part), replace: true });
  let fromMs = 0;
  return (
    <section className={classes.stack} aria-labelledby={id}>
      <div className={classes.head}>
        <span className={classes.title}>
          <h2 id={id}>{t("answering.title")}</h2>
          <Button
            size="compact-xs"
            radius="xl"
            aria-haspopup="dialog"
            rightSection={<IconChevronDown size={12} aria-hidden="true" />}
            onClick={() => show("model")}
          >
            {preset ? t(`presets.names.${preset}`) : t("answering.ownSetup")}
          </Button>
        </span>
        <span className={classes.bar}>{t("answering.waits")}</span>
        <span className={classes.figure}>{t("answering.time")}</span>
        <span className={classes.cost}>{t("answering.minute")}</span>
      </div>
      {expected.times.map((time) => {
        const { part } = time;
        const Icon = ICONS[part];
        const startMs = fromMs;
        const cost = expected.costs?.[part];
        if (time.from !== "unknown") fromMs += time.ms;
        return (
          <div key={part} className={classes.part}>
            <UnstyledButton
              className={classes.row}
              aria-haspopup="dialog"
              aria-expanded={open === part}
              onClick={() => show(part)}
            >
              <Icon size={16} className={classes.icon} aria-hidden="true" />
              <span className={classes.kind}>{t(`editor.${part}`)}</span>
              <b className={classes.name}>{labelOf(part, config)}</b>
              <span className={classes.bar}>
                <WaitBar times={[time]} scaleMs={scaleMs} fromMs={startMs} />
              </span>
              <span className={classes.figure}>
                {time.from === "unknown" ? t("answering.unknown") : t("latency.ms", { value: time.ms.toLocaleString() })}
              </span>
              <span className={classes.cost}>{cost === undefined ? t("answering.unknown") : dollars(cost)}</span>
              <IconChevronRight size={16} className={classes.icon} aria-hidden="true" />
            </UnstyledButton>
            <PartNote part={part} config={config} />
          </div>
        );
      })}
      <div className={classes.sum}>
        <span className={classes.total}>
          {t("answering.expected")}
          {figures && <small>{` · ${factsOf(t, figures)}`}</small>}
        </span>
        <span className={classes.bar}>
          {waitMs > 0 && <WaitBar times={expected.times} scaleMs={scaleMs} transportMs={transportMs} />}
        </span>
        <b className={classes.figure}>{text.wait({ ...expected, waitMs })}</b>
        <b className={classes.cost}>{text.cost(expected)}</b>
      </div>
      {open && <PartSheet key={open} part={open} fields={fields} onClose={() => show(undefined)} />}
    </section>
  );
}

function withPart<Search extends { part?: PartName }>({ part: _, ...search }: Search, part: PartName | undefined) {
  return part === undefined ? search : { ...search, part };
}

/** Why a part does not run, or which key it needs. */
function PartNote({ part, config }: { part: (typeof WAITED_FOR)[number]; config: CreateAssistant }) {
  const { t } = useTranslation();
  const byDefault = useDefaultProvider(part);
  const provider = config[part]?.provider ?? byDefault;
  const isOffline = part === "transcriber" && provider === "callwright" && byDefault === "callwright";
  const missing = recognizersOf(useLocalSpeech(isOffline).data).find(
    (recognizer) => isOffline && recognizer.id === config.transcriber?.model && !isInstalled(recognizer),
  );
  return (
    <p className={classes.note}>
      {missing ? t("editor.hearing.notInstalled", { name: missing.name }) : <ProviderNote part={part} provider={provider} />}
    </p>
  );
}

/** The figures of the assistant's own calls of 30 days; undefined without calls. */
function useFigures(assistantId: string) {
  const client = useClient();
  const { dataHost } = useServices();
  const { data } = useQuery({
    queryKey: [...latestCallsKey, "figures", assistantId],
    queryFn: ({ signal }) => client.analytics.listAssistantFigures({ query: { assistantIdAny: assistantId }, signal }),
    enabled: dataHost.offers("listAssistantFigures"),
    staleTime: 0,
  });
  return data?.[0];
}

type Figures = NonNullable<ReturnType<typeof useFigures>>;

/** "12 calls: p50 870 ms, p95 1,240 ms · network 70 ms". */
function factsOf(t: TFunction, { calls, responseP50Ms, responseP95Ms, transportMs }: Figures): string {
  const ms = (value: number) => t("latency.ms", { value: value.toLocaleString() });
  const percentiles = [
    ...(responseP50Ms === undefined ? [] : [t("answering.p50", { ms: ms(responseP50Ms) })]),
    ...(responseP95Ms === undefined ? [] : [t("answering.p95", { ms: ms(responseP95Ms) })]),
  ];
  return [
    t("answering.calls", { count: calls }) + (percentiles.length > 0 ? `: ${percentiles.join(", ")}` : ""),
    ...(transportMs ? [t("answering.network", { ms: ms(transportMs) })] : []),
  ].join(" · ");
}
