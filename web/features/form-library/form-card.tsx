import { Badge, Button, Group, Text } from '@mantine/core'
import {
  IconAntenna,
  IconBuilding,
  IconCheck,
  IconClipboardText,
  IconCopy,
  IconElevator,
  IconFlame,
  IconHome,
  IconHomeUp,
  IconKey,
  IconListCheck,
  IconPencil,
  IconServer,
} from '@tabler/icons-react'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import type { OpenDialog } from './form-dialogs.tsx'
import classes from './form-library.module.css'
import { FormMenu } from './form-menu.tsx'
import { nameOf, stateNames } from './labels.ts'
import type { Form } from './queries.ts'

/** Icons by the name in the template's document. */
const pictures: Readonly<Record<string, typeof IconHome>> = {
  antenna: IconAntenna,
  building: IconBuilding,
  checklist: IconListCheck,
  closet: IconServer,
  elevator: IconElevator,
  fire: IconFlame,
  house: IconHome,
  key: IconKey,
  roof: IconHomeUp,
}

interface Props {
  form: Form
  onOpen: (opened: OpenDialog) => void
  onOutcome: (text: string) => void
}

export function FormCard({ form, onOpen, onOutcome }: Props) {
  const { attributes: a } = form
  const name = nameOf(form)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <FormPicture name={a.picture} />
        <Text component="h2" size="md" fw={600} className={classes.name ?? ''}>
          {a.is_library ? name : <Link to={`/Templates/${form.id}`}>{name}</Link>}
        </Text>
      </div>
      <Group gap={6}>
        <Badge
          variant="default"
          tt="none"
          leftSection={a.state === 'published' && !a.is_library ? <IconCheck size={12} aria-hidden /> : null}
        >
          {t(
            a.is_library
              ? a.state === 'archived'
                ? 'library.hidden'
                : 'library.ready'
              : stateNames[a.state],
          )}
        </Badge>
        {a.state === 'published' && a.has_unpublished_changes && (
          <Badge variant="default" tt="none">
            {t('library.unpublished')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {a.category !== '' && `${a.category} · `}
        {a.version > 0 && `${t('library.version', { version: a.version })} · `}
        {t('library.size', { sections: a.sections, fields: a.fields })}
      </Text>
      {a.is_library && a.description !== '' && (
        <Text size="sm" lineClamp={3} title={a.description}>
          {a.description}
        </Text>
      )}
      {!a.is_library && (
        <Text size="sm" c="dimmed">
          {t(a.updated_by === '' ? 'library.changed' : 'library.changedBy', {
            date: shortDate(a.updated_at),
            name: a.updated_by,
          })}
        </Text>
      )}
      <Group gap="xs" mt="auto" pt="xs" justify="space-between" wrap="nowrap">
        {a.is_library ? (
          <Button
            variant="light"
            leftSection={<IconCopy size={18} aria-hidden />}
            aria-label={t('library.copyOf', { name })}
            onClick={() => onOpen({ what: 'copy', form })}
          >
            {t('library.copy')}
          </Button>
        ) : (
          <Button
            component={Link}
            to={`/Templates/${form.id}`}
            variant="light"
            leftSection={<IconPencil size={18} aria-hidden />}
            aria-label={t('library.editOf', { name })}
          >
            {t('library.edit')}
          </Button>
        )}
        <FormMenu form={form} onOpen={onOpen} onOutcome={onOutcome} />
      </Group>
    </li>
  )
}

/** The template's icon; decorative. */
function FormPicture({ name }: { name: string | null }) {
  const Picture = pictures[name ?? ''] ?? IconClipboardText
  return (
    <span className={classes.picture}>
      <Picture size={24} stroke={1.75} aria-hidden />
    </span>
  )
}
