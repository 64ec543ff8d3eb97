import { KNOWLEDGE_QUESTION_MAX_CHARACTERS, type PassageFound } from "@callwright/contract";
import { Button, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient, useDataHost, useServices } from "../../data/services.tsx";
import { Failure, Warning } from "../../kit/Failure.tsx";
import { Form } from "../../kit/Form.tsx";
import { Pill } from "../../kit/Pill.tsx";
import classes from "./ask-box.module.css";
import { markedParts } from "./matched-words.ts";

interface AskBoxProps {
  route: "searchFile" | "searchKnowledgeBase";
  id: string;
}

/** A question to files: the passages that assistants would get for it, with their scores. */
export function AskBox({ route, id }: AskBoxProps) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const isKnown = useDataHost() !== undefined;
  const [question, setQuestion] = useState("");
  const search = useMutation({
    mutationFn: (asked: string) =>
      client[route === "searchFile" ? "files" : "knowledgeBases"].search({ id, body: { question: asked } }),
  });
  if (!isKnown || !dataHost.offers(route)) return null;
  const submit = () => {
    if (question.trim() !== "" && !search.isPending) search.mutate(question.trim());
  };
  const { data, variables = "" } = search;
  return (
    <section className={classes.box} aria-label={t("ask.title")}>
      <Form onSubmit={submit} className={classes.form}>
        <TextInput
          label={t("ask.title")}
          description={t("ask.hint")}
          placeholder={t("ask.example")}
          value={question}
          maxLength={KNOWLEDGE_QUESTION_MAX_CHARACTERS}
          onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
        {/* Not disabled while it searches: a disabled button loses the keyboard focus. */}
        <Button type="submit" aria-disabled={search.isPending || question.trim() === ""}>
          {t(search.isPending ? "ask.searching" : "ask.ask")}
        </Button>
      </Form>
      <div role="status">
        <Failure>{search.error && t("ask.failed", { reason: search.error.message })}</Failure>
        {data && (
          <Text c="dimmed">{t(data.passages.length === 0 ? "ask.nothing" : "ask.found", { count: data.passages.length })}</Text>
        )}
        {data && data.rankedBy !== "words" && data.passages.length > 0 && <Text c="dimmed">{t(`ask.${data.rankedBy}`)}</Text>}
        <Warning>{data?.note !== undefined && t("ask.note", { reason: data.note })}</Warning>
      </div>
      {data && data.passages.length > 0 && (
        <ol className={classes.passages}>
          {data.passages.map((passage, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an answer is replaced as a whole
            <Passage key={place} passage={passage} question={variables} namesFile={route === "searchKnowledgeBase"} />
          ))}
        </ol>
      )}
    </section>
  );
}

interface PassageProps {
  passage: PassageFound;
  question: string;
  namesFile: boolean;
}

function Passage({ passage: { fileName, url, page, heading, text, score }, question, namesFile }: PassageProps) {
  const { t, i18n } = useTranslation();
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" }).format(score);
  const where = [namesFile ? (fileName ?? url) : "", page === null ? "" : t("ask.page", { page: String(page) }), heading].filter(
    (part) => part !== "",
  );
  return (
    <li className={classes.passage}>
      <div className={classes.head}>
        <span>{where.join(" · ")}</span>
        <Pill kind="accent">
          <span className="num">{t("ask.score", { percent })}</span>
        </Pill>
      </div>
      <p className={classes.text}>
        {markedParts(text, question).map(({ text: part, isMarked, at }) => (isMarked ? <mark key={at}>{part}</mark> : part))}
      </p>
    </li>
  );
}
