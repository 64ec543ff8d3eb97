import { Pagination } from "@mantine/core";
import "@mantine/core/styles/Pagination.css";
import { useTranslation } from "react-i18next";

interface PagesProps {
  total: number;
  page: number;
  onChange: (page: number) => void;
}

/** Nothing for a single page. */
export function Pages({ total, page, onChange }: PagesProps) {
  const { t } = useTranslation();
  if (total <= 1) return null;
  return (
    <nav aria-label={t("campaign.progress.page")}>
      <Pagination total={total} value={page} onChange={onChange} size="sm" getControlProps={controlLabel} />
    </nav>
  );
}

const controlLabel = (control: string) => ({ "aria-label": control });
