import { coloursStyles } from "./colours-styles.ts";
import { frameStyles } from "./frame-styles.ts";
import { launcherStyles } from "./launcher-styles.ts";
import { messagesStyles } from "./messages-styles.ts";
import { motionStyles } from "./motion-styles.ts";
import { panelStyles } from "./panel-styles.ts";

/** Later ones win over earlier ones. */
export const styles = [coloursStyles, frameStyles, launcherStyles, panelStyles, messagesStyles, motionStyles];
