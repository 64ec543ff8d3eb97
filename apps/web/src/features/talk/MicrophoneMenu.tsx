import { type CallController, listMicrophones, type MicrophoneDevice, type MicrophoneState } from "@callwright/call";
import { Menu, UnstyledButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { MicrophoneMeter } from "./MicrophoneMeter.tsx";
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
