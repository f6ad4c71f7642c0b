import { ActionIcon, Button, Group } from '@mantine/core'
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

export interface ActionProps {
  survey: ListedSurvey
  onChoose: (chosen: Chosen) => void
}

/** What can be done with a survey, as icons; for a row of the table. */
export function SurveyActions(props: ActionProps) {
  return (
    <Group gap={2} wrap="nowrap">
      {buttons.map((button) => (
        <IconAction key={button.action} button={button} {...props} />
      ))}
    </Group>
  )
}

/** The same with the first one in words; for cards and the details. */
export function SurveyActionBar({ survey, onChoose }: ActionProps) {
  return (
    <Group gap="xs" justify="space-between">
      <Button
        variant="light"
        leftSection={<IconPencil size={18} aria-hidden />}
        aria-label={say('history.editOf', { name: survey.attributes.survey_name })}
        onClick={() => onChoose({ action: 'edit', survey })}
      >
        {say('history.edit')}
      </Button>
      <Group gap={0} wrap="nowrap">
        {buttons.slice(1).map((button) => (
          <IconAction key={button.action} button={button} survey={survey} onChoose={onChoose} />
        ))}
      </Group>
    </Group>
  )
}

function IconAction({ button, survey, onChoose }: ActionProps & { button: (typeof buttons)[number] }) {
  const { action, Icon } = button
  return (
    <ActionIcon
      color={action === 'delete' ? 'red' : 'gray'}
      title={say(button.text)}
      aria-label={say(button.label, { name: survey.attributes.survey_name })}
      onClick={() => onChoose({ action, survey })}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
