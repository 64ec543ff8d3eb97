import { Radio } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { countryName } from "../../kit/country-names.ts";
import { CHOSEN_ENCODINGS, decodeAs } from "../../kit/decode-text.ts";
import { clocksIn } from "../../kit/zone-clocks.ts";
import { type PeopleImport, readTable } from "./contact-table.ts";
import people from "./people.module.css";
import type { sortRows } from "./use-row-checks.ts";

type ImportedFile = NonNullable<PeopleImport["file"]>;
type ChosenEncoding = (typeof CHOSEN_ENCODINGS)[number];

const SPECIAL = /[^ -~]/;
const SHOWN_CELLS = 3;

interface EncodingCardProps {
  file: ImportedFile;
  onChoose: (text: string, encoding: ChosenEncoding) => void;
}

/** A row in each reading, so that a person sees which one is right. Nothing for a file that reads alike in all of them. */
export function EncodingCard({ file: { bytes, encoding }, onChoose }: EncodingCardProps) {
  const { t } = useTranslation();
  const sample = useMemo(() => sampleOf(bytes), [bytes]);
  if (!sample || encoding === "UTF-16") return null;
  return (
    <section className={people.card} aria-labelledby="encoding">
      <header>
        <h2 id="encoding">{t("campaign.people.encodingTitle")}</h2>
        <span className={people.quiet}>{t("campaign.people.encodingRow", { row: String(sample.line) })}</span>
      </header>
      <Radio.Group
        aria-labelledby="encoding"
        value={encoding}
        onChange={(value) => onChoose(decodeAs(bytes, value as ChosenEncoding), value as ChosenEncoding)}
      >
        {CHOSEN_ENCODINGS.map((each) => (
          <Radio key={each} value={each} label={t(`campaign.people.encodings.${each}`)} description={sample.texts[each]} p="xs" />
        ))}
      </Radio.Group>
    </section>
  );
}

/** The first row with a letter that the readings tell apart. */
function sampleOf(bytes: Uint8Array) {
  const tables = CHOSEN_ENCODINGS.map((encoding) => ({ encoding, table: readTable(decodeAs(bytes, encoding)) }));
  const place = tables[0]?.table?.rows.findIndex(({ cells }) => cells.some((cell) => SPECIAL.test(cell))) ?? -1;
  if (place < 0) return undefined;
  const texts = Object.fromEntries(
    tables.map(({ encoding, table }) => {
      const special = (table?.rows[place]?.cells ?? []).filter((cell) => SPECIAL.test(cell));
      return [encoding, special.slice(0, SHOWN_CELLS).join(", ")];
    }),
  ) as Record<ChosenEncoding, string>;
  return { line: tables[0]?.table?.rows[place]?.line ?? 0, texts };
}

const SHOWN_COUNTRIES = 4;

/** How many are called, why others are not, and what time it is where they are. */
export function PeopleSums({ rows }: { rows: ReturnType<typeof sortRows> }) {
  const { t } = useTranslation();
  const parts = [
    { name: "ready", count: rows.ready.length },
    { name: "wrong", count: rows.wrong.length },
    { name: "twice", count: rows.twice.length },
    { name: "inList", count: rows.inList.length },
    { name: "listed", count: rows.listed.length },
  ] as const;
  return (
    <section className={people.card} aria-labelledby="will-be-called">
      <header>
        <h2 id="will-be-called">{t("campaign.people.called")}</h2>
        <b className={`num ${people.big}`}>{rows.ready.length.toLocaleString()}</b>
      </header>
      <div className={people.sums}>
        <div className={people.stack} aria-hidden="true">
          {parts.map(({ name, count }) => count > 0 && <i key={name} data-part={name} style={{ flex: count }} />)}
        </div>
        <dl>
          {parts
            .filter(({ name, count }) => count > 0 || name === "ready")
            .map(({ name, count }) => (
              <div key={name}>
                <dt>
                  <i data-part={name} aria-hidden="true" />
                  {t(`campaign.people.parts.${name}`)}
                </dt>
                <dd className="num">{count.toLocaleString()}</dd>
              </div>
            ))}
        </dl>
      </div>
      <TheirTime rows={rows} />
    </section>
  );
}

function TheirTime({ rows: { ready } }: { rows: ReturnType<typeof sortRows> }) {
  const { t, i18n } = useTranslation();
  const counts = new Map<string, number>();
  for (const { check } of ready)
    if (check?.country !== undefined) counts.set(check.country, (counts.get(check.country) ?? 0) + 1);
  if (counts.size === 0) return null;
  const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, SHOWN_COUNTRIES);
  return (
    <div className={people.sums}>
      <h2>{t("campaign.people.theirTime")}</h2>
      <dl>
        {most.map(([country, count]) => (
          <div key={country}>
            <dt>{countryName(i18n.language, country)}</dt>
            <dd className="num">{[count.toLocaleString(), clockIn(i18n.language, country)].filter(Boolean).join(" · ")}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Not every browser knows the zones of a country. */
type ZonedLocale = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined };

/** "9:24", or from the earliest to the latest clock of the country. */
function clockIn(language: string, country: string): string {
  const locale = new Intl.Locale(`und-${country}`) as ZonedLocale;
  const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  const { first, last } = clocksIn(language, zones);
  return first === last ? first : `${first} – ${last}`;
}
