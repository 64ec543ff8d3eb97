import classes from "./page.module.css";

/** What of a kind of thing does not work on this server. */
export function ServerNotice({ text }: { text: string }) {
  return <p className={classes.serverNotice}>{text}</p>;
}
