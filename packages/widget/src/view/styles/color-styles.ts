import { css } from "lit";

/**
 * All colors derive from four. Text is black or white, depending on the background's lightness, so that the contrast is at least
 * 4.5:1. Lines and secondary text are a mix of both. Sizes are in px, because the root font size belongs to the page.
 * A transparent background is drawn on the theme's background, because the page behind it is unknown.
 */
export const colorStyles = css`
  .frame {
    --given: var(--callwright-base-bg-color, var(--option-base-bg-color, #ffffff));
    --under: 255;
    --bg: var(--given);
    --accent: var(--callwright-accent-color, var(--option-accent-color));
    --cta: var(--callwright-cta-button-color, var(--option-cta-button-color));
    --on-cta: var(--callwright-cta-button-text-color, var(--option-cta-button-text-color));
    --radius: var(--callwright-border-radius, var(--option-border-radius));
    --margin: var(--callwright-margin, 20px);
    --ink: #000000;
    --bad: #c81e1e;
  }
  .frame.dark {
    --given: var(--callwright-base-bg-color, var(--option-base-bg-color, #131316));
    --under: 19;
    --ink: #ffffff;
    --bad: #f87171;
  }
  @media (prefers-color-scheme: dark) {
    .frame.auto {
      --given: var(--callwright-base-bg-color, var(--option-base-bg-color, #131316));
      --under: 19;
      --ink: #ffffff;
      --bad: #f87171;
    }
  }
  @supports (color: lch(from red l c h)) {
    /* At lightness 49.44, black and white have the same contrast. */
    .frame,
    .frame.dark,
    .frame.auto {
      --bg: rgb(
        from var(--given) calc(r * alpha + var(--under) * (1 - alpha)) calc(g * alpha + var(--under) * (1 - alpha))
          calc(b * alpha + var(--under) * (1 - alpha)) / 1
      );
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
