import { Button, Menu, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Failure } from "../../kit/Failure.tsx";
import { type Creatable, useCreateEntity } from "../use-create-entity.ts";
import { useMay } from "../use-may.ts";

interface TemplateMenuProps {
  resource: Creatable;
  templates: readonly { name: string; about: string; body: object }[];
}

/** Creates an entity as a copy of a template. */
export function TemplateMenu({ resource, templates }: TemplateMenuProps) {
  const { t } = useTranslation();
  const may = useMay(resource);
  const { mutate, isPending, error } = useCreateEntity(resource);
  if (!may("create")) return null;
  return (
    <>
      <Failure py={4}>{error && t("resource.failed", { reason: error.message })}</Failure>
      <Menu width={320}>
        <Menu.Target>
          <Button loading={isPending}>{t("resource.fromTemplate")}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templates.map(({ name, about, body }) => (
            <Menu.Item key={name} onClick={() => mutate(body)}>
              {name}
              <Text size="xs" c="dimmed">
                {about}
              </Text>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
