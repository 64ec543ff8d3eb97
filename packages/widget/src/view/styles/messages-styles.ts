import { css } from "lit";

/** Messages and rendered Markdown. */
export const messagesStyles = css`
  .log {
    flex: 1;
    display: flex;
    flex-direction: column;
    gap: 12px;
    min-height: 0;
    padding: 16px;
    overflow: auto;
    overscroll-behavior: contain;
  }
  .log:focus-visible {
    outline-offset: -2px;
  }
  .log > .empty {
    margin: auto;
  }
  .message {
    max-width: 88%;
    overflow-wrap: anywhere;
  }
  .message.user {
    align-self: flex-end;
    padding: 8px 12px;
    border-radius: min(var(--radius), 12px);
    background: var(--mine);
  }
  .written {
    white-space: pre-line;
  }
  .text > * + *,
  li > * + * {
    margin-top: 8px;
  }
  .partial,
  .note,
  .mark {
    color: var(--dim);
  }
  .note {
    display: block;
    font-size: 12px;
  }
  .mark {
    font-size: 12px;
    text-align: center;
  }
  .failure {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-top: 6px;
    padding-inline-start: 8px;
    border-inline-start: 3px solid var(--bad);
    font-size: 13px;
  }
  .heading {
    font-weight: 600;
  }
  a {
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  ul,
  ol {
    padding-inline-start: 20px;
  }
  code,
  pre {
    font-family: "JetBrains Mono", ui-monospace, monospace;
    font-size: 13px;
  }
  code {
    padding: 1px 4px;
    border-radius: 4px;
    background: var(--sunk);
  }
  pre,
  .table {
    overflow-x: auto;
    border: 1px solid var(--line);
    border-radius: 6px;
  }
  pre {
    padding: 8px;
    background: var(--sunk);
  }
  pre code {
    padding: 0;
    background: none;
  }
  table {
    border-collapse: collapse;
    font-size: 13px;
  }
  th,
  td {
    padding: 4px 8px;
    border-bottom: 1px solid var(--line);
    text-align: start;
  }
  blockquote {
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--line);
    color: var(--dim);
  }
  hr {
    width: 100%;
    border: none;
    border-top: 1px solid var(--line);
  }
`;
