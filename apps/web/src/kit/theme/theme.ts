import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** The accent's scale; the roles it plays per theme are in tokens.css. */
const teal: MantineColorsTuple = [
  "#f0fdfa",
  "#ccfbf1",
  "#99f6e4",
  "#5eead4",
  "#2dd4bf",
  "#14b8a6",
  "#0d9488",
  "#0f766e",
  "#115e59",
  "#134e4a",
];

/** Greys of the dark theme, light to dark: text, borders (4, 5), fields and panels (6), page (7). */
const dark: MantineColorsTuple = [
  "#ececf0",
  "#b8b8c1",
  "#9a9aa5",
  "#6b6b76",
  "#34343a",
  "#26262b",
  "#131316",
  "#0c0c0e",
  "#0a0a0b",
  "#060607",
];

/** Text on a filled button: white has too little contrast on the dark theme's light fills. */
const ON_FILL: Record<string, string> = { teal: "var(--cw-on-accent)", red: "var(--cw-on-bad)" };

const buttonVars = { "--button-height": "32px", "--button-padding-x": "12px", "--button-fz": "14px" };

/**
 * Density and shape; colors come from tokens.css. 14 px base on a 4 px grid.
 * Components are named, not imported, so that unused components are not loaded.
 */
export const makeTheme = (closeLabel: string) =>
  createTheme({
    primaryColor: "teal",
    primaryShade: { light: 7, dark: 4 },
    colors: { teal, dark },
    autoContrast: true,
    fontFamily: "var(--cw-font)",
    fontFamilyMonospace: "var(--cw-font-mono)",
    headings: { fontFamily: "var(--cw-font)", fontWeight: "650" },
    fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "20px" },
    lineHeights: { xs: "1.4", sm: "1.45", md: "1.45", lg: "1.5", xl: "1.5" },
    spacing: { xs: "8px", sm: "12px", md: "16px", lg: "20px", xl: "32px" },
    radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
    defaultRadius: "md",
    cursorType: "pointer",
    respectReducedMotion: true,
    components: {
      Button: {
        defaultProps: { size: "sm", variant: "default" },
        vars: (_: unknown, { size, variant, color = "teal" }: { size?: string; variant?: string; color?: string }) => ({
          root: {
            ...(size === "sm" ? buttonVars : {}),
            ...(variant === "filled" && color in ON_FILL ? { "--button-color": ON_FILL[color] } : {}),
          },
        }),
        styles: { root: { fontWeight: 550 } },
      },
      ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 28 } },
      Input: { vars: () => ({ wrapper: { "--input-height": "34px", "--input-fz": "14px", "--input-padding-x": "10px" } }) },
      InputWrapper: {
        styles: {
          label: { fontSize: 13, fontWeight: 500, marginBottom: 4 },
          description: { fontSize: 12, color: "var(--cw-dim)" },
          error: { fontSize: 12 },
        },
      },
      // Lets a wide table scroll. Without it, the alert's content is wider than the alert and cut off.
      Alert: { styles: { body: { minWidth: 0 } } },
      Paper: { defaultProps: { withBorder: true, shadow: "none" } },
      Modal: {
        defaultProps: {
          centered: true,
          transitionProps: { duration: 120, transition: "fade" },
          closeButtonProps: { "aria-label": closeLabel },
        },
        styles: { title: { fontSize: 16, fontWeight: 650 } },
      },
      Notification: { defaultProps: { closeButtonProps: { "aria-label": closeLabel } } },
      // The first item gets the focus, not an invisible element before it.
      Menu: {
        defaultProps: {
          withInitialFocusPlaceholder: false,
          shadow: "sm",
          transitionProps: { duration: 100 },
          position: "bottom-end",
        },
      },
      // Names of keys are text: JetBrains Mono is loaded for ids and code alone.
      Kbd: { styles: { root: { fontFamily: "var(--cw-font)" } } },
      Tooltip: { defaultProps: { openDelay: 400 } },
      Table: { defaultProps: { verticalSpacing: 6 } },
      Tabs: { defaultProps: { keepMounted: false }, styles: { tab: { paddingInline: 12 } } },
    },
  });
