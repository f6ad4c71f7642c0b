import { ActionIcon, Group } from '@mantine/core'
import { IconDownload, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { say } from '#web/lib/say.ts'
import type { ListedSurvey } from './queries.ts'

export type Action = 'details' | 'edit' | 'share' | 'download' | 'delete'

export interface Chosen {
  readonly action: Action
  readonly survey: ListedSurvey
}

const buttons = [
  { action: 'edit', text: 'history.edit', label: 'history.editOf', Icon: IconPencil },
  { action: 'share', text: 'history.share', label: 'history.shareOf', Icon: IconShare },
  { action: 'download', text: 'history.download', label: 'history.downloadOf', Icon: IconDownload },
  { action: 'delete', text: 'history.delete', label: 'history.deleteOf', Icon: IconTrash },
] as const

interface Props {
  survey: ListedSurvey
  onChoose: (chosen: Chosen) => void
}

export function SurveyActions({ survey, onChoose }: Props) {
  return (
    <Group gap={2} wrap="nowrap">
      {buttons.map(({ action, text, label, Icon }) => (
        <ActionIcon
          key={action}
          color={action === 'delete' ? 'red' : 'gray'}
          title={say(text)}
          aria-label={say(label, { name: survey.attributes.survey_name })}
          onClick={() => onChoose({ action, survey })}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}
