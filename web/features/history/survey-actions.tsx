import { ActionIcon, Button, Group } from '@mantine/core'
import { IconDownload, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { isOwn } from './is-own.ts'

export type Action = 'details' | 'edit' | 'share' | 'download' | 'export' | 'delete' | 'names'

export interface Chosen {
  readonly action: Action
  readonly survey: DeviceSurvey
}

const buttons = [
  { action: 'edit', text: 'history.edit', label: 'history.editOf', Icon: IconPencil },
  { action: 'share', text: 'history.share', label: 'history.shareOf', Icon: IconShare },
  { action: 'download', text: 'history.download', label: 'history.downloadOf', Icon: IconDownload },
  { action: 'delete', text: 'history.delete', label: 'history.deleteOf', Icon: IconTrash },
] as const

export interface ActionProps {
  survey: DeviceSurvey
  /** True if offline and the survey is not on this device. */
  away: boolean
  onChoose: (chosen: Chosen) => void
}

/** All actions on a survey, as icons in a table row. */
export function SurveyActions(props: ActionProps) {
  return (
    <Group gap={2} wrap="nowrap">
      {buttonsFor(props.survey).map((button) => (
        <IconAction key={button.action} button={button} {...props} />
      ))}
    </Group>
  )
}

/** All actions on a survey: Edit with a label, focused when the details open, and the others as icons. */
export function SurveyActionBar({ survey, away, onChoose }: ActionProps) {
  return (
    <Group gap="xs" justify="space-between">
      <Button
        data-autofocus
        leftSection={<IconPencil size={18} aria-hidden />}
        aria-label={t('history.editOf', { name: survey.attributes.survey_name })}
        disabled={away}
        onClick={() => onChoose({ action: 'edit', survey })}
      >
        {t('history.edit')}
      </Button>
      <Group gap={0} wrap="nowrap">
        {buttonsFor(survey)
          .filter(({ action }) => action !== 'edit')
          .map((button) => (
            <IconAction key={button.action} button={button} survey={survey} away={away} onChoose={onChoose} />
          ))}
      </Group>
    </Group>
  )
}

/** The only action in a phone's row; the details show the others. */
export function EditAction(props: ActionProps) {
  return <IconAction button={buttons[0]} {...props} />
}

/** Only the owner may delete a survey. */
function buttonsFor(survey: DeviceSurvey) {
  return buttons.filter(({ action }) => action !== 'delete' || isOwn(survey))
}

function IconAction({ button, survey, away, onChoose }: ActionProps & { button: (typeof buttons)[number] }) {
  const { action, Icon } = button
  return (
    <ActionIcon
      color={action === 'delete' ? 'red' : 'gray'}
      title={t(button.text)}
      disabled={away && action === 'edit'}
      aria-label={t(button.label, { name: survey.attributes.survey_name })}
      onClick={() => onChoose({ action, survey })}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
