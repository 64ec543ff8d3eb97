import { Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import css from "./latency.module.css";
import { type WaitPart, waitOf } from "./wait-parts.ts";

interface Props {
  parts: readonly WaitPart[];
  /** The wait that fills the whole width, in milliseconds. Default: this one. */
  longestMs?: number;
}

/** One wait as a bar of its parts, to scale. Pointing at it, or focusing it, shows the parts as a table. */
export function LatencyBar({ parts, longestMs }: Props) {
  const { t } = useTranslation();
  const [isOpen, { open, close, toggle }] = useDisclosure(false);
  const totalMs = waitOf(parts);
  const named = parts.map(({ name, ms }) => t("latency.part", { name: t(`latency.segment.${name}`), ms: ms.toLocaleString() }));
  return (
    <Popover opened={isOpen} onChange={(opened) => !opened && close()} position="bottom-start" shadow="sm" withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={css.target}
          style={{ width: `${widthPercent(totalMs, longestMs)}%` }}
          aria-label={t("latency.waited", {
            total: t("latency.ms", { value: totalMs.toLocaleString() }),
            parts: named.join(", "),
          })}
          onMouseEnter={open}
          onMouseLeave={close}
          onFocus={open}
          onBlur={close}
          onClick={toggle}
        >
          <span className={css.bar}>
            {parts.map(({ name, ms }) => (
              <span key={name} className={`${css.part} ${css[name]}`} style={{ flex: ms }} />
            ))}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <LatencyTable parts={parts} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The shortest bar: its parts must stay visible. */
const LEAST_WIDTH_PERCENT = 15;

function widthPercent(totalMs: number, longestMs = totalMs): number {
  return longestMs > 0 ? Math.max(LEAST_WIDTH_PERCENT, Math.min(100, (100 * totalMs) / longestMs)) : 100;
}

/** The parts of one wait as a table, each with what it means. */
function LatencyTable({ parts }: { parts: readonly WaitPart[] }) {
  const { t } = useTranslation();
  return (
    <table className={`${css.table} num`}>
      <tbody>
        {parts.map(({ name, ms }) => (
          <tr key={name}>
            <td>
              <span className={`${css.swatch} ${css[name]}`} />
            </td>
            <th scope="row">{t(`latency.segment.${name}`)}</th>
            <td className={css.meaning}>{t(`latency.meaning.${name}`)}</td>
            <td>{t("latency.ms", { value: ms.toLocaleString() })}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td />
          <th scope="row" colSpan={2}>
            {t("latency.total")}
          </th>
          <td>{t("latency.ms", { value: waitOf(parts).toLocaleString() })}</td>
        </tr>
      </tfoot>
    </table>
  );
}
