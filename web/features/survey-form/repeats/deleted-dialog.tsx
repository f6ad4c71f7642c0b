import { Button, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { momentText } from '#web/lib/language/moment.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { restorePart } from '#web/offline/draft/draft-actions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import rows from '#web/ui/row-list.module.css'
import { useDraft, useSurvey } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import type { DeletedItem, DeletedParts } from './use-deleted-parts.ts'

interface Props {
  readonly sectionId: string
  readonly deleted: DeletedParts
  readonly onClose: () => void
}

/**
 * Deleted sub-sections of a section, each with a restore button. Restoring the last one closes the dialog and opens
 * it.
 */
export function DeletedDialog({ sectionId, deleted, onClose }: Props) {
  const draft = useDraft()
  const navigate = useNavigate()
  const section = useSurvey(
    ({ sections }) => sections.find(({ id }) => id === sectionId)?.definition.name ?? '',
  )
  const { parts, unread } = deleted
  async function restore({ id, called }: DeletedItem): Promise<void> {
    const isLast = parts.length === 1
    if (!(await restorePart(draft, id, called)) || !isLast) return
    const { survey } = draft
    onClose()
    if (!draft.part(id)) return
    navigate(formPath(survey.template.id, survey.id, sectionId, id), { state: { jump: id }, replace: true })
  }
  return (
    <Dialog opened onClose={onClose} title={t('form.deletedTitle', { section })}>
      <Text c="dimmed" size="sm" mb="xs">
        {t('form.deletedText')}
      </Text>
      <ul className={rows.list}>
        {parts.map((one) => (
          <Part key={one.id} name={one.called || section} part={one} onRestore={() => restore(one)} />
        ))}
      </ul>
      {unread && (
        <Text size="sm" mt="xs" role="status">
          {t('form.deletedUnread')}
        </Text>
      )}
      <Button variant="default" fullWidth mt="md" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Dialog>
  )
}

interface PartProps {
  readonly name: string
  readonly part: DeletedItem
  readonly onRestore: () => Promise<void>
}

function Part({ name, part, onRestore }: PartProps) {
  const [busy, setBusy] = useState(false)
  const facts = [
    t('form.deletedAt', { time: momentText(part.at) }),
    ...(part.holds ? [t('form.deletedHolds', part.holds)] : []),
  ]
  async function restore(): Promise<void> {
    setBusy(true)
    await onRestore()
    setBusy(false)
  }
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <Text fw={600}>{name}</Text>
        <p className={rows.quiet}>{facts.join(' · ')}</p>
        {part.returns && (
          <p className={rows.quiet} role="status">
            {t('form.deletedReturns')}
          </p>
        )}
      </div>
      {!part.returns && (
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          aria-label={t('form.restorePartOf', { name })}
          loading={busy}
          onClick={() => void restore()}
        >
          {t('form.restorePart')}
        </Button>
      )}
    </li>
  )
}
