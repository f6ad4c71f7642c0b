import { Modal, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { say } from '#web/lib/say.ts'
import classes from './template-dialog.module.css'

export interface Template {
  readonly id: string
  readonly name: string
}

interface Props {
  /** undefined = on their way */
  templates: readonly Template[] | undefined
  onChoose: (template: Template) => void
  onClose: () => void
}

export function TemplateDialog({ templates, onChoose, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={say('history.chooseTemplate')}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <Stack gap="sm">
        {!templates && [1, 2].map((place) => <Skeleton key={place} height={60} />)}
        {templates?.length === 0 && <Text>{say('history.noTemplates')}</Text>}
        {templates?.map((template) => (
          <UnstyledButton
            key={template.id}
            className={classes.template ?? ''}
            onClick={() => onChoose(template)}
          >
            {template.name}
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </UnstyledButton>
        ))}
      </Stack>
    </Modal>
  )
}
