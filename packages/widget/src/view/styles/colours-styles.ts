import { css } from "lit";

/**
 * Colours follow from four of them, whatever they are: text is black or white by the lightness behind it, so that it always reaches
 * 4.5:1, and lines and quiet text are mixed from the two. Sizes are in px: the root font size belongs to the page.
 * A background that lets the page through is laid on the theme's own: what is behind it, and what can be read there, nobody knows.
 */
export const coloursStyles = css`
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
    /* 49.44 is the lightness at which black and white are equally far. */
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
