import { css } from "lit";

/** Isolates the widget from the page's styles: `!important` in a shadow root overrides the page. */
export const frameStyles = css`
  :host {
    all: initial !important;
    display: contents !important;
  }
  :host([hidden]) {
    display: none !important;
  }
  .frame {
    position: fixed;
    z-index: var(--callwright-z-index, 2147483000);
    display: block;
    font: 400 14px / 1.5 var(--callwright-font, Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif);
    color: var(--text);
    text-align: start;
    color-scheme: light;
    -webkit-text-size-adjust: 100%;
  }
  .frame.dark {
    color-scheme: dark;
  }
  @media (prefers-color-scheme: dark) {
    .frame.auto {
      color-scheme: dark;
    }
  }
  .bottom-right {
    inset: auto var(--margin) var(--margin) auto;
  }
  .bottom-left {
    inset: auto auto var(--margin) var(--margin);
  }
  .top-right {
    inset: var(--margin) var(--margin) auto auto;
  }
  .top-left {
    inset: var(--margin) auto auto var(--margin);
  }
  .bottom-center {
    inset: auto auto var(--margin) 50%;
    transform: translateX(-50%);
  }
  @media print {
    .frame {
      display: none;
    }
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  p,
  ul,
  ol,
  blockquote,
  pre {
    margin: 0;
    padding: 0;
  }
  button,
  textarea {
    font: inherit;
    color: inherit;
    letter-spacing: inherit;
  }
  svg {
    flex: none;
    display: block;
  }
  :focus-visible {
    outline: 2px solid var(--text);
    outline-offset: 2px;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
