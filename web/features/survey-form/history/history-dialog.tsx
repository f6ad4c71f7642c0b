import { Button, Group, Loader, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { restorableValues } from '#survey/earlier-values.ts'
import { asText } from '#survey/fields/registry.ts'
import { findAnswer } from '#survey/navigation.ts'
import type { Answer } from '#survey/survey.ts'
import { momentText } from '#web/lib/language/moment.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import rows from '#web/ui/row-list.module.css'
import { useAnswer, useDraft } from '../draft-context.ts'
import type { HistoryEntry } from './history-calls.ts'

interface Props {
  readonly answerId: string
  readonly onClose: () => void
}

type Read = { readonly entries: readonly HistoryEntry[] } | { readonly problem: string } | null

/** A field's earlier values with their authors. Restoring one is a new edit, so nothing is lost. */
export function HistoryDialog({ answerId, onClose }: Props) {
  const draft = useDraft()
  const answer = useAnswer(answerId)
  const [read, setRead] = useState<Read>(null)
  const [tries, setTries] = useState(0)
  const { id: survey } = draft.survey
  // biome-ignore lint/correctness/useExhaustiveDependencies: each retry loads the history again
  useEffect(() => {
    let left = false
    setRead(null)
    void readHistory(survey, answerId).then((found) => {
      if (!left) setRead(found)
    })
    return () => {
      left = true
    }
  }, [survey, answerId, tries])
  if (!answer) return null
  function use({ value, values }: HistoryEntry): void {
    const place = findAnswer(draft.survey, answerId)
    onClose()
    if (!place) return
    const { section, subSection, answer: now } = place
    draft.type({ section: section.id, subSection: subSection.id }, now, { value, values })
  }
  return (
    <Dialog opened onClose={onClose} title={t('form.historyOf', { name: answer.field.name })}>
      <Text size="sm" c="dimmed" className={rows.words ?? ''} mb="xs">
        {t('form.historyNow', { value: asText(answer) || t('form.conflictEmpty') })}
      </Text>
      {read === null && (
        <Group justify="center" py="lg" role="status" aria-label={t('common.loading')}>
          <Loader size="sm" />
        </Group>
      )}
      {read && 'problem' in read && (
        <ErrorState text={read.problem} onRetry={() => setTries((count) => count + 1)} />
      )}
      {read && 'entries' in read && <Entries answer={answer} entries={read.entries} onUse={use} />}
      <Button variant="default" fullWidth mt="md" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Dialog>
  )
}

/** Loads the code on demand. If that fails, the history cannot be loaded either. */
async function readHistory(survey: string, answer: string): Promise<Exclude<Read, null>> {
  // The next retry imports it again.
  const calls = await import('./history-calls.ts').catch(() => null)
  return calls ? calls.readHistory(survey, answer) : { problem: t('common.network') }
}

interface EntriesProps {
  readonly answer: Answer
  readonly entries: readonly HistoryEntry[]
  readonly onUse: (entry: HistoryEntry) => void
}

function Entries({ answer, entries, onUse }: EntriesProps) {
  const shown = restorableValues(answer.field, answer, entries)
  if (shown.length === 0) return <Text py="sm">{t('form.historyNone')}</Text>
  return (
    <ul className={rows.list}>
      {shown.map((entry) => {
        const value = asText({ ...answer, value: entry.value, values: entry.values })
        return (
          <li key={entry.id} className={rows.row}>
            <div className={rows.words}>
              <p style={{ whiteSpace: 'pre-line' }}>{value}</p>
              <p className={rows.quiet}>
                {t('together.givenBy', { name: entry.by, time: momentText(entry.at) })}
                {entry.lost && ` · ${t('form.historyLost')}`}
              </p>
            </div>
            <Button
              variant="default"
              aria-label={t('form.historyUseOf', { value })}
              onClick={() => onUse(entry)}
            >
              {t('form.historyUse')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
