import { ActionIcon, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconEye } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { type TemplateContents, watchTemplates } from '#web/offline/list/template-contents.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type StaleData, StaleDataNotice } from '#web/ui/stale-data-notice.tsx'
import classes from './template-dialog.module.css'

export interface Template {
  readonly id: string
  readonly name: string
}

interface Props {
  account: string
  /** undefined while loading. */
  templates: readonly Template[] | undefined
  /** Why the list may be incomplete. */
  away: StaleData
  onChoose: (template: Template) => void
  onPreview: (template: Template) => void
  onClose: () => void
}

export function TemplateDialog({ account, templates, away, onChoose, onPreview, onClose }: Props) {
  const holds = useContents(account, templates)
  // The stored list may be in another language.
  const named = ({ id, name }: Template): Template => ({ id, name: holds.get(id)?.name ?? name })
  return (
    <Dialog opened onClose={onClose} title={t('history.chooseTemplate')}>
      <Stack gap="sm">
        {!templates && [1, 2].map((place) => <Skeleton key={place} height={60} />)}
        {templates?.length === 0 && <Text>{t('history.noTemplates')}</Text>}
        {templates?.map(named).map((template, index) => (
          <div key={template.id} className={classes.row}>
            <UnstyledButton
              data-autofocus={index === 0 || undefined}
              className={classes.template ?? ''}
              onClick={() => onChoose(template)}
            >
              <span className={classes.words}>
                <span id={`template-${template.id}`}>{template.name}</span>
                <Text component="span" size="sm" c="dimmed" className={classes.holds ?? ''}>
                  {holds.get(template.id)?.sections.join(', ')}
                </Text>
              </span>
              <IconChevronRight size={20} stroke={1.75} aria-hidden />
            </UnstyledButton>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={t('builder.preview')}
              aria-describedby={`template-${template.id}`}
              title={t('builder.preview')}
              onClick={() => onPreview(template)}
            >
              <IconEye size={20} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {/* Below the templates, so the one the user is about to press does not move. */}
        <StaleDataNotice {...away} />
      </Stack>
    </Dialog>
  )
}

const nothing: ReadonlyMap<string, TemplateContents> = new Map()

/** The section names of each template on this device. */
function useContents(account: string, templates: Props['templates']) {
  const [holds, setHolds] = useState(nothing)
  const ids = templates?.map(({ id }) => id).join(' ') ?? ''
  useEffect(() => {
    // If this fails, the names are still shown.
    return watchTemplates(account, ids.split(' '), setHolds, reportStorageFailure)
  }, [account, ids])
  return holds
}
