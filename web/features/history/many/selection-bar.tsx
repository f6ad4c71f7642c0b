import { Button, Group, Text } from '@mantine/core'
import { IconDownload, IconShare, IconTableExport, IconTrash, IconVersions } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import type { ManyAction } from './many-dialogs.tsx'
import type { Selection } from './use-selection.ts'

const actions = [
  { action: 'download', text: 'history.download', Icon: IconDownload },
  { action: 'export', text: 'exports.export', Icon: IconTableExport },
  { action: 'share', text: 'history.share', Icon: IconShare },
  { action: 'move', text: 'many.moveShort', Icon: IconVersions },
  { action: 'delete', text: 'history.delete', Icon: IconTrash },
] as const

interface Props {
  selection: Selection
  onAction: (action: ManyAction) => void
}

/** The number of selected surveys and the actions on all of them. */
export function SelectionBar({ selection, onAction }: Props) {
  return (
    <Group gap="xs" role="group" aria-label={t('many.bar')}>
      <Text fw={600} size="sm" role="status">
        {t('many.chosen', { count: selection.surveys.length })}
      </Text>
      {actions.map(({ action, text, Icon }) => (
        <Button
          key={action}
          variant="default"
          size="compact-md"
          mih={44}
          leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
          onClick={() => onAction(action)}
        >
          {t(text)}
        </Button>
      ))}
      <Button variant="subtle" size="compact-md" mih={44} onClick={() => selection.clear()}>
        {t('many.none')}
      </Button>
    </Group>
  )
}
