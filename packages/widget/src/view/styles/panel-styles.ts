import { css } from "lit";

/** The open widget, except its messages. */
export const panelStyles = css`
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
    /* With smaller text, phones zoom into the field. */
    textarea {
      font-size: 16px;
    }
  }
  /* On a phone, the panel fills the screen. */
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
