import { type CallController, listMicrophones, type MicrophoneDevice, type MicrophoneState } from "@callwright/call";
import { useCallLevels } from "@callwright/call/react";
import { Menu, UnstyledButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import css from "./talk.module.css";

interface Props {
  call: CallController | undefined;
  microphone: MicrophoneState | undefined;
}

/** The microphone's level. A click opens the list of microphones, which can be switched during a call. */
export function MicrophoneMenu({ call, microphone }: Props) {
  const { t } = useTranslation();
  const devices = useMicrophones(microphone);
  const inUse = microphone?.status === "active" ? microphone : undefined;
  const chosen = devices.find(({ deviceId }) => deviceId === inUse?.deviceId)?.deviceId ?? "";
  const label = inUse ? t("talk.microphoneLevel", { label: inUse.label }) : t("talk.noMicrophone");
  return (
    <Menu position="top-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={css.meterButton} aria-label={label} title={label}>
          <MicrophoneMeter call={inUse && call} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen} onChange={(deviceId) => void call?.setInputDevice(deviceId || undefined)}>
          <Menu.Label>{t("talk.microphone")}</Menu.Label>
          <Menu.RadioItem value="" closeMenuOnClick>
            {t("talk.defaultMicrophone")}
          </Menu.RadioItem>
          {devices.map(({ deviceId, label: name }) => (
            <Menu.RadioItem key={deviceId} value={deviceId} closeMenuOnClick>
              {name || t("talk.microphone")}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The available microphones. Read again after permission is granted, because names are hidden before. */
function useMicrophones(microphone: MicrophoneState | undefined): MicrophoneDevice[] {
  const [devices, setDevices] = useState<MicrophoneDevice[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again when the microphone changes.
  useEffect(() => {
    let isCurrent = true;
    const read = () =>
      void listMicrophones().then((found) => {
        if (isCurrent) setDevices(found);
      });
    read();
    // Undefined on insecure pages.
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    mediaDevices?.addEventListener("devicechange", read);
    return () => {
      isCurrent = false;
      mediaDevices?.removeEventListener("devicechange", read);
    };
  }, [microphone]);
  return devices;
}

/** Heights of the bars at full volume. */
const BARS = [0.4, 0.7, 1, 0.6, 0.85, 0.5];

/** The live level of the microphone. Hidden from screen readers; the button around it has a label. */
function MicrophoneMeter({ call }: { call: CallController | undefined }) {
  const { microphone: level } = useCallLevels(call);
  return (
    <span className={css.meter} data-silent={call ? undefined : true} aria-hidden="true">
      {BARS.map((share) => (
        <i key={share} style={{ transform: `scaleY(${Math.max(0.12, Math.min(1, Math.sqrt(level)) * share)})` }} />
      ))}
    </span>
  );
}
