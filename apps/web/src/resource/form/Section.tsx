import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { createContext, type ReactNode, use, useId, useState } from "react";
import classes from "./form.module.css";

interface SectionProps {
  title: string;
  /** Summary of the content while it is collapsed. */
  gist?: string | undefined;
  /** A sentence about the content. Also shown while it is open. */
  sentence?: string | undefined;
  help?: string | undefined;
  /** Problem of the part as a whole. */
  problem?: string | undefined;
  /** The content has a problem, so it cannot be collapsed. */
  hasProblem: boolean;
  isRequired?: boolean;
  startsOpen: boolean;
  /** Buttons at the end of the head. */
  actions?: ReactNode;
  children: ReactNode;
}

/** How many sections are around: at 0, the parts of a page, with the title beside the fields. Only sections at 1 have a border. */
export const SectionDepth = createContext(1);

/** A collapsible part of a form, with a title. */
export function Section({
  title,
  gist,
  sentence,
  help,
  problem,
  hasProblem,
  isRequired,
  startsOpen,
  actions,
  children,
}: SectionProps) {
  const [isOpenByChoice, setOpen] = useState(startsOpen);
  const id = useId();
  const depth = use(SectionDepth);
  const isOpen = isOpenByChoice || hasProblem;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot hold the buttons of its head.
    <div
      role="group"
      aria-labelledby={`${id}-title`}
      className={classes.section}
      data-depth={Math.min(depth, 2)}
      data-problem={hasProblem || undefined}
    >
      <div className={classes.head}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          {...(isOpen ? { "aria-controls": `${id}-body` } : {})}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={15} aria-hidden="true" />
          <span id={`${id}-title`} className={sentence ? classes.numbered : undefined}>
            {title}
          </span>
          {isRequired && (
            <span className={classes.required} aria-hidden="true">
              *
            </span>
          )}
          {sentence ? (
            <span className={classes.sentence}>{sentence}</span>
          ) : (
            !isOpen && gist && <span className={classes.gist}>{gist}</span>
          )}
        </UnstyledButton>
        {actions}
      </div>
      {isOpen && (
        <div id={`${id}-body`} className={classes.body}>
          {help && <p className={classes.note}>{help}</p>}
          {problem && <p className={classes.problem}>{problem}</p>}
          <SectionDepth value={depth + 1}>{children}</SectionDepth>
        </div>
      )}
    </div>
  );
}
