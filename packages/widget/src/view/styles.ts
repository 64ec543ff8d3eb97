import { css } from "lit";

/**
 * Colours follow from four of them, whatever they are: text is black or white by the lightness behind it, so that it always reaches
 * 4.5:1, and lines and quiet text are mixed from the two. Sizes are in px: the root font size belongs to the page.
 */
const tokens = css`
  .frame {
    --bg: var(--callwright-base-bg-color, var(--option-base-bg-color, #ffffff));
    --accent: var(--callwright-accent-color, var(--option-accent-color));
    --cta: var(--callwright-cta-button-color, var(--option-cta-button-color));
    --on-cta: var(--callwright-cta-button-text-color, var(--option-cta-button-text-color));
    --radius: var(--callwright-border-radius, var(--option-border-radius));
    --margin: var(--callwright-margin, 20px);
    --ink: #000000;
    --bad: #c81e1e;
  }
  .frame.dark {
    --bg: var(--callwright-base-bg-color, var(--option-base-bg-color, #131316));
    --ink: #ffffff;
    --bad: #f87171;
  }
  @media (prefers-color-scheme: dark) {
    .frame.auto {
      --bg: var(--callwright-base-bg-color, var(--option-base-bg-color, #131316));
      --ink: #ffffff;
      --bad: #f87171;
    }
  }
  @supports (color: lch(from red l c h)) {
    /* 49.44 is the lightness at which black and white are equally far. */
    .frame,
    .frame.dark,
    .frame.auto {
      --ink: lch(from var(--bg) calc((49.44 - l) * infinity) 0 0);
    }
  }
  .frame {
    --text: color-mix(in srgb, var(--ink) 92%, var(--bg));
    --dim: color-mix(in srgb, var(--ink) 66%, var(--bg));
    --line: color-mix(in srgb, var(--ink) 14%, var(--bg));
    --line-strong: color-mix(in srgb, var(--ink) 48%, var(--bg));
    --sunk: color-mix(in srgb, var(--ink) 5%, var(--bg));
    --mine: color-mix(in srgb, var(--accent) 16%, var(--bg));
  }
`;

/** What surrounds the widget has no say in it: these are important declarations of a shadow root, which win over the page's. */
const host = css`
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

const launcher = css`
  .launcher {
    display: flex;
    align-items: center;
    gap: 10px;
    max-width: calc(100vw - 2 * var(--margin));
    min-height: 48px;
    padding: 8px 18px 8px 14px;
    border: 1px solid color-mix(in srgb, var(--on-cta) 25%, var(--cta));
    border-radius: min(var(--radius) * 2, 28px);
    background: var(--cta);
    color: var(--on-cta);
    cursor: pointer;
    text-align: start;
    box-shadow: 0 4px 16px rgb(0 0 0 / 18%);
  }
  .launcher.full {
    min-height: 56px;
    padding: 10px 22px 10px 18px;
  }
  .launcher.tiny {
    width: 56px;
    height: 56px;
    padding: 0;
    justify-content: center;
    border-radius: 50%;
  }
  .launcher:hover {
    background: color-mix(in srgb, var(--cta) 88%, var(--on-cta));
  }
  .launcher:focus-visible {
    outline-offset: 3px;
  }
  .cta {
    display: flex;
    flex-direction: column;
    min-width: 0;
  }
  .cta-title {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .cta-subtitle {
    font-size: 12px;
  }
  .broken {
    max-width: min(360px, calc(100vw - 2 * var(--margin)));
    padding: 12px 16px;
    border: 1px solid var(--bad);
    border-radius: 8px;
    background: var(--bg);
  }
  .broken ul {
    padding-inline-start: 18px;
  }
`;

const panel = css`
  .panel {
    --width: 448px;
    --height: 640px;
    display: flex;
    flex-direction: column;
    width: min(var(--callwright-width, var(--width)), calc(100vw - 2 * var(--margin)));
    height: min(var(--callwright-height, var(--height)), calc(100dvh - 2 * var(--margin)));
    overflow: hidden;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--bg);
    box-shadow: 0 8px 32px rgb(0 0 0 / 16%);
    outline: none;
  }
  .panel.compact {
    --width: 384px;
    --height: 512px;
  }
  .panel.tiny {
    --width: 288px;
    --height: 320px;
  }
  .header {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 56px;
    padding: 8px 8px 8px 16px;
    border-bottom: 1px solid var(--line);
  }
  .names {
    flex: 1;
    min-width: 0;
  }
  h2 {
    font-size: 15px;
    font-weight: 600;
    line-height: 20px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .status {
    font-size: 12px;
    line-height: 16px;
    color: var(--dim);
  }
  .plain,
  .filled {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 36px;
    padding: 0 12px;
    border-radius: min(var(--radius), 10px);
    font-weight: 500;
    white-space: nowrap;
    cursor: pointer;
  }
  .plain {
    border: 1px solid var(--line);
    background: none;
  }
  .plain:hover {
    background: var(--sunk);
  }
  .plain.end {
    border-color: var(--bad);
  }
  .filled {
    border: 1px solid color-mix(in srgb, var(--on-cta) 25%, var(--cta));
    background: var(--cta);
    color: var(--on-cta);
  }
  .filled:hover {
    background: color-mix(in srgb, var(--cta) 88%, var(--on-cta));
  }
  .icon {
    width: 40px;
    min-height: 40px;
    padding: 0;
    flex: none;
  }
  .header .icon {
    border-color: transparent;
  }
  .wide {
    width: 100%;
    min-height: 44px;
  }
  :disabled {
    opacity: 0.5;
    cursor: default;
  }
  .notices:empty {
    display: none;
  }
  .notice {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 8px 16px;
    border-bottom: 1px solid var(--line);
    border-inline-start: 3px solid var(--line-strong);
    background: var(--sunk);
    font-size: 13px;
  }
  .notice.bad {
    border-inline-start-color: var(--bad);
  }
  .stage {
    flex: 1;
    display: flex;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 16px;
    min-height: 0;
    padding: 16px;
    overflow: auto;
  }
  .empty {
    color: var(--dim);
    text-align: center;
  }
  .controls {
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 12px 16px max(12px, env(safe-area-inset-bottom));
    border-top: 1px solid var(--line);
  }
  .controls.two {
    flex-direction: row;
  }
  .call-bar {
    display: flex;
    align-items: center;
    justify-content: flex-end;
    gap: 8px;
  }
  .call-bar .levels {
    margin-inline-end: auto;
  }
  .composer {
    display: flex;
    align-items: flex-end;
    gap: 8px;
  }
  textarea {
    flex: 1;
    min-width: 0;
    min-height: 40px;
    max-height: 132px;
    padding: 9px 12px;
    border: 1px solid var(--line-strong);
    border-radius: min(var(--radius), 10px);
    background: var(--bg);
    line-height: 20px;
    resize: none;
    field-sizing: content;
  }
  .composer .filled {
    min-height: 40px;
  }
  textarea::placeholder {
    color: var(--dim);
    opacity: 1;
  }
  textarea:focus-visible {
    outline-offset: -1px;
  }
  .consent {
    flex: 1;
    min-height: 0;
    display: flex;
    flex-direction: column;
    gap: 8px;
    padding: 16px;
  }
  .consent-text {
    overflow: auto;
    color: var(--dim);
  }
  h3 {
    font-size: 14px;
    font-weight: 600;
  }
  @media (pointer: coarse) {
    .plain,
    .filled,
    .icon,
    textarea {
      min-height: 44px;
    }
    .icon {
      width: 44px;
    }
    /* Smaller text makes a phone zoom into the field. */
    textarea {
      font-size: 16px;
    }
  }
  /* On a phone the panel is the screen. */
  @media (max-width: 480px) {
    .frame.is-open {
      inset: 0;
      transform: none;
    }
    .panel,
    .panel.compact,
    .panel.tiny {
      width: 100%;
      height: 100dvh;
      border: none;
      border-radius: 0;
    }
  }
`;

const log = css`
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

const motion = css`
  .levels {
    --callwright-level: 0;
    display: inline-flex;
    align-items: center;
    gap: 3px;
    height: 20px;
    color: var(--accent);
  }
  .levels.large {
    gap: 8px;
    height: 96px;
  }
  .levels i {
    width: 3px;
    height: 100%;
    border-radius: 3px;
    background: currentcolor;
    transform: scaleY(calc(0.16 + 0.84 * var(--callwright-level) * var(--share)));
    transition: transform 100ms linear;
  }
  .levels.large i {
    width: 10px;
    border-radius: 10px;
  }
  .levels i:nth-child(1),
  .levels i:nth-child(5) {
    --share: 0.45;
  }
  .levels i:nth-child(2),
  .levels i:nth-child(4) {
    --share: 0.75;
  }
  .levels i:nth-child(3) {
    --share: 1;
  }
  .dots {
    display: inline-flex;
    gap: 4px;
    padding: 6px 0;
  }
  .dots i {
    width: 6px;
    height: 6px;
    border-radius: 50%;
    background: var(--dim);
    animation: wait 1.2s infinite;
  }
  .dots i:nth-child(2) {
    animation-delay: 0.15s;
  }
  .dots i:nth-child(3) {
    animation-delay: 0.3s;
  }
  @keyframes wait {
    50% {
      opacity: 0.25;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .levels i {
      transition: none;
      transform: scaleY(calc(0.3 + 0.7 * var(--share)));
    }
    .dots i {
      animation: none;
    }
  }
`;

export const styles = [tokens, host, launcher, panel, log, motion];
