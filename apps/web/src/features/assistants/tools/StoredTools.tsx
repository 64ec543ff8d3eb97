import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Pill } from "../../../kit/Pill.tsx";
import { MoveButtons } from "../../../resource/form/MoveButtons.tsx";
import { referenceTo } from "../../../resource/form/references.ts";
import { type ConfigProblem, problemAt } from "../../../resource/problems.ts";
import { nameOfEntity } from "../../../resource/resource-entity.ts";
import { useReferred } from "../../../resource/use-choices.ts";
import { toolKind } from "../../tools/tool-kind.ts";
import { messagesOf } from "./messages-of.ts";
import classes from "./stored-tools.module.css";

const TOOLS = referenceTo("tools");

interface StoredToolsProps {
  ids: readonly string[];
  problems: readonly ConfigProblem[];
  onChange: (ids: string[]) => void;
}

/** The attached tools of the organization, in their order. */
export function StoredTools({ ids, problems, onChange }: StoredToolsProps) {
  const { t } = useTranslation();
  const tools = useReferred(TOOLS, ids);
  if (ids.length === 0) return null;
  return (
    <section className={classes.list} aria-label={t("assistantTools.attached")}>
      <h2 className={classes.title}>{t("assistantTools.attached")}</h2>
      <ol className={classes.rows}>
        {ids.map((id, index) => {
          const tool = tools.get(id);
          const kind = tool && toolKind(t, String(tool.type));
          const name = (tool && nameOfEntity(tool)) ?? kind ?? id;
          const problem = problemAt(problems, `model.toolIds.${index}`);
          return (
            <li key={id} className={classes.row} data-path={`model.toolIds.${index}`}>
              <div className={classes.what}>
                <Link className={classes.name} to="/$resource/$id" params={{ resource: "tools", id }}>
                  {name}
                </Link>
                {kind && kind !== name && <Pill>{kind}</Pill>}
                {tool && messagesOf(tool.messages, t).map((text) => <Pill key={text}>{text}</Pill>)}
                {problem && <span className={classes.problem}>{problem}</span>}
              </div>
              <MoveButtons
                name={name}
                index={index}
                count={ids.length}
                onMove={(to) => onChange(ids.with(index, ids[to] ?? id).with(to, id))}
              />
              <ActionIcon
                name={`model.toolIds.${index}`}
                aria-label={t("resource.form.remove", { name })}
                onClick={() => onChange(ids.filter((each) => each !== id))}
              >
                <IconX size={15} aria-hidden="true" />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
