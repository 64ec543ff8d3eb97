import { type CallwrightCall, listMicrophones, type MicrophoneDevice, type MicrophoneState } from "@callwright/call";
import { Menu, UnstyledButton } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { MicrophoneMeter } from "./MicrophoneMeter.tsx";
import css from "./talk.module.css";

interface Props {
  call: CallwrightCall | undefined;
  microphone: MicrophoneState | undefined;
}

/** The microphone's level; a press opens the choice of microphones, which may change during a call. */
export function MicrophoneMenu({ call, microphone }: Props) {
  const { t } = useTranslation();
  const devices = useMicrophones(microphone);
  const inUse = microphone?.status === "active" ? microphone : undefined;
  const label = inUse ? t("talk.microphoneLevel", { label: inUse.label }) : t("talk.noMicrophone");
  return (
    <Menu position="top-start">
      <Menu.Target>
        <UnstyledButton className={css.meterButton} aria-label={label} title={label}>
          <MicrophoneMeter call={inUse && call} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("talk.microphone")}</Menu.Label>
        {devices.length === 0 && <Menu.Item disabled>{t("talk.noMicrophone")}</Menu.Item>}
        {devices.map(({ deviceId, label: name }) => (
          <Menu.Item
            key={deviceId}
            role="menuitemradio"
            aria-checked={deviceId === inUse?.deviceId}
            rightSection={deviceId === inUse?.deviceId && <IconCheck size={14} aria-hidden="true" />}
            onClick={() => void call?.setInputDevice(deviceId)}
          >
            {name || t("talk.microphone")}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The microphones of this computer, as they come and go. Asked again when one was allowed: only then they have names. */
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
    // Absent on pages that are not secure.
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    mediaDevices?.addEventListener("devicechange", read);
    return () => {
      isCurrent = false;
      mediaDevices?.removeEventListener("devicechange", read);
    };
  }, [microphone]);
  return devices;
}
