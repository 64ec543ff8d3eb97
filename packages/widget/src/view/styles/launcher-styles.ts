import { css } from "lit";

/** The button in the corner, and the notice of a widget that is not set up. */
export const launcherStyles = css`
  .launcher {
    display: flex;
    align-items: center;
    gap: 10px;
    max-width: min(320px, calc(100vw - 2 * var(--margin)));
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
  .cta-title,
  .cta-subtitle {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  .cta-title {
    font-weight: 600;
  }
  .cta-subtitle {
    -webkit-line-clamp: 1;
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
