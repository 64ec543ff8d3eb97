import type { PERSONALITIES } from "@callwright/contract";
import {
  type Icon,
  IconArrowsShuffle,
  IconClockBolt,
  IconDeviceSpeaker,
  IconDots,
  IconEarOff,
  IconHorseToy,
  IconMessageOff,
  IconMessages,
  IconMoodAngry,
  IconNumber123,
  IconSpy,
  IconUser,
  IconVolumeOff,
} from "@tabler/icons-react";

const ICONS: Record<(typeof PERSONALITIES)[number]["icon"], Icon> = {
  IconArrowsShuffle,
  IconClockBolt,
  IconDeviceSpeaker,
  IconDots,
  IconEarOff,
  IconHorseToy,
  IconMessageOff,
  IconMessages,
  IconMoodAngry,
  IconNumber123,
  IconSpy,
  IconVolumeOff,
};

/** The icon of a caller of the gallery; a person for any other. */
export const callerIcon = (name: string | undefined): Icon => ICONS[name as keyof typeof ICONS] ?? IconUser;
