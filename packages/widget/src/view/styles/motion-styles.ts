import { css } from "lit";

/** Animations: the voice levels and the typing dots. */
export const motionStyles = css`
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
