import type { ToolType } from "@callwright/contract";
import { Menu, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCapabilities } from "../../data/use-capabilities.ts";
import { KIND_GROUPS, type KindCard } from "./tool-card-kinds.ts";
import classes from "./tool-gallery.module.css";
import { toolKind } from "./tool-kind.ts";

/** The kinds that this server runs, by what they do, narrowed by a search. */
export function useKindGroups(search: string) {
  const { t } = useTranslation();
  const supports = useCapabilities().tools;
  const wanted = search.trim().toLowerCase();
  const isFound = ({ id, kinds }: KindCard) =>
    [t(`toolGallery.cards.${id}.title`), t(`toolGallery.cards.${id}.what`), ...kinds.map((kind) => toolKind(t, kind))].some(
      (text) => text.toLowerCase().includes(wanted),
    );
  return KIND_GROUPS.map(({ id, cards }) => ({
    id,
    cards: cards
      .map((card) => ({ ...card, kinds: card.kinds.filter((kind) => supports[kind]?.state !== "not-supported") }))
      .filter((card) => card.kinds.length > 0 && isFound(card)),
  })).filter(({ cards }) => cards.length > 0);
}

interface KindButtonProps {
  card: KindCard;
  onChoose: (kind: ToolType) => void;
}

/** A kind, or several of one service, which a menu offers. */
export function KindButton({ card: { id, icon: CardIcon, kinds }, onChoose }: KindButtonProps) {
  const { t } = useTranslation();
  const [only, ...others] = kinds;
  const content = (
    <>
      <span className={classes.icon}>
        <CardIcon size={16} aria-hidden="true" />
      </span>
      <span className={classes.name}>{t(`toolGallery.cards.${id}.title`)}</span>
      <span className={classes.what}>{t(`toolGallery.cards.${id}.what`)}</span>
    </>
  );
  if (others.length === 0) {
    return (
      <UnstyledButton className={classes.card} onClick={() => only && onChoose(only)}>
        {content}
      </UnstyledButton>
    );
  }
  return (
    <Menu position="bottom-start" width="target">
      <Menu.Target>
        <UnstyledButton className={classes.card}>{content}</UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => onChoose(kind)}>
            {toolKind(t, kind)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
