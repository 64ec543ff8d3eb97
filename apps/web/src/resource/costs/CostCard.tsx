import type { Call, Cost, PricedAmount, UnknownCost } from "@callwright/contract";
import { IconChevronDown } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { humanValue } from "../../kit/field-names.ts";
import { useFormat } from "../../kit/use-format.ts";
import classes from "./costs.module.css";

interface CostCardProps extends Pick<Call, "cost" | "costs" | "costUnknown"> {
  /** Only the sum, until it is opened. */
  isFolded?: boolean;
  className?: string | undefined;
}

/** The cost of a call, a chat or a session: each item with its calculation, and the usage without a known price. */
export function CostCard({ cost, costs = [], costUnknown = [], isFolded, className = classes.card }: CostCardProps) {
  const { t } = useTranslation();
  const { dollars } = useFormat();
  const id = useId();
  if (cost === undefined || costs.length + costUnknown.length === 0) return null;
  const head = (
    <>
      <h2 id={id}>{t("costs.title")}</h2>
      <b className="num">
        {costUnknown.length === 0 && dollars(cost)}
        {costUnknown.length > 0 && (cost > 0 ? t("costs.atLeast", { cost: dollars(cost) }) : t("costs.unknown"))}
      </b>
    </>
  );
  const items = (
    <ul className={classes.items}>
      {costs.map((item, index) => (
        // Items of a session can be equal.
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change their order.
        <li key={index}>
          <div className={classes.line}>
            <span>
              {item.type === "analysis" ? t(`costs.analyses.${item.analysisType}`) : t(`costs.types.${item.type}`)}{" "}
              <span className={classes.dim}>{whatOf(item)}</span>
            </span>
            <span className="num">{dollars(item.cost)}</span>
          </div>
          <Explanation item={item} />
        </li>
      ))}
      {costUnknown.map((unknown) => (
        <Unknown key={`${unknown.part} ${unknown.analysisType} ${unknown.provider} ${unknown.model}`} unknown={unknown} />
      ))}
    </ul>
  );
  return (
    <section aria-labelledby={id} className={className}>
      {isFolded ? (
        <details className={classes.folded}>
          <summary className={classes.head}>
            {head}
            <IconChevronDown size={14} aria-hidden="true" />
          </summary>
          {items}
        </details>
      ) : (
        <>
          <div className={classes.head}>{head}</div>
          {items}
        </>
      )}
    </section>
  );
}

/** The provider and the model of an item: "OpenAI gpt-4.1-mini". */
function whatOf(item: Cost): string {
  if (item.type === "transport") return item.local || !item.provider ? "" : humanValue(item.provider);
  const what = item.type === "model" || item.type === "analysis" ? item.model : item.type === "voice" ? item.voice : undefined;
  const { provider, model } = what ?? (item.type === "transcriber" ? item.transcriber : {});
  if (typeof provider !== "string") return "";
  return provider === "callwright" ? String(model) : `${humanValue(provider)} ${String(model)}`;
}

function Explanation({ item }: { item: Cost }) {
  const { t } = useTranslation();
  const { uncountedRequests } = item;
  const prices = (item.prices ?? []) as PricedAmount[];
  return (
    <ul className={classes.prices}>
      {item.local === true && <li>{t("costs.local")}</li>}
      {prices.map((price) => (
        <PriceLine key={`${price.unit} ${price.quantity}`} price={price} />
      ))}
      {typeof uncountedRequests === "number" && <li>{t("costs.uncounted", { count: uncountedRequests })}</li>}
    </ul>
  );
}

/** "1,200 input tokens × $0.40 a million, as of Sep 23, 2026 (npmjs.com)". */
function PriceLine({ price: { unit, quantity, usd, source, asOf } }: { price: PricedAmount }) {
  const { t } = useTranslation();
  const { dollars, date } = useFormat();
  const day = date(`${asOf}T12:00:00Z`);
  return (
    <li>
      <span className="num">
        {t(`costs.quantity.${unit}`, { quantity: quantity.toLocaleString(undefined, { maximumFractionDigits: 2 }) })} ×{" "}
        {t(`costs.price.${unit}`, { price: dollars(usd) })}
      </span>
      {" · "}
      {source ? (
        <a href={source} target="_blank" rel="noreferrer">
          {t("costs.source", { host: new URL(source).hostname.replace(/^www\./, ""), day })}
        </a>
      ) : (
        t("costs.own", { day })
      )}
    </li>
  );
}

function Unknown({ unknown: { part, analysisType, provider, model, amounts, missing } }: { unknown: UnknownCost }) {
  const { t } = useTranslation();
  const { inputTokens = 0, outputTokens = 0, characters = 0, seconds = 0 } = amounts;
  const used = {
    model: t("costs.usedTokens", { input: inputTokens.toLocaleString(), output: outputTokens.toLocaleString() }),
    voice: t("costs.usedCharacters", { count: characters }),
    transcriber: t("costs.usedMinutes", { minutes: (seconds / 60).toFixed(2) }),
    telephone: t("costs.usedMinutes", { minutes: (seconds / 60).toFixed(2) }),
  }[part];
  const price = { part, provider, model, ...(missing[0] && { unit: missing[0] }) };
  return (
    <li>
      <div className={classes.line}>
        <span>
          {analysisType ? t(`costs.analyses.${analysisType}`) : t(`costs.parts.${part}`)}{" "}
          <span className={classes.dim}>{`${humanValue(provider)} ${model}`}</span>
        </span>
        <span>{t("costs.unknown")}</span>
      </div>
      <ul className={classes.prices}>
        <li>
          {used}. {t("costs.notInSum")}{" "}
          <Link to="/settings/costs" search={price}>
            {t("costs.setPrice")}
          </Link>
        </li>
      </ul>
    </li>
  );
}
