import { Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
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
    <Dialog opened onClose={onClose} title={say('history.chooseTemplate')}>
      <Stack gap="sm">
        {!templates && [1, 2].map((place) => <Skeleton key={place} height={60} />)}
        {templates?.length === 0 && <Text>{say('history.noTemplates')}</Text>}
        {templates?.map((template, index) => (
          <UnstyledButton
            key={template.id}
            data-autofocus={index === 0 || undefined}
            className={classes.template ?? ''}
            onClick={() => onChoose(template)}
          >
            {template.name}
            <IconChevronRight size={20} stroke={1.75} aria-hidden />
          </UnstyledButton>
        ))}
      </Stack>
    </Dialog>
  )
}
