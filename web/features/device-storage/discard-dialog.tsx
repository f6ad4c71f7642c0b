import { Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { lossText } from '#web/features/survey-form/notices/loss-text.ts'
import { t } from '#web/lib/language/translate.ts'
import { loadSurvey } from '#web/offline/draft/load-survey.ts'
import { discardEntries, type RejectedChanges, readRejected } from '#web/offline/record/discard.ts'
import { publish } from '#web/offline/store/bus.ts'
import { logError } from '#web/offline/store/journal.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import classes from './device-storage.module.css'

interface Props {
  readonly account: string
  readonly survey: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Lists everything that would be lost. */
export function DiscardDialog({ account, survey, onClose }: Props) {
  const [refused, setRefused] = useState<{
    entries: RejectedChanges['entries']
    texts: readonly string[]
  } | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    read(account, survey).then(setRefused, () => setError(t('common.somethingWrong')))
  }, [account, survey])

  async function discard() {
    if (!refused) return
    setBusy(true)
    try {
      await discardEntries(account, refused.entries)
      publish(account, { kind: 'changed', survey: survey.id })
      publish(account, { kind: 'queue', now: true })
      onClose()
    } catch (failed) {
      logError('discard')(failed)
      setBusy(false)
      setError(t('common.somethingWrong'))
    }
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void discard()}
      title={t('storage.discardTitle')}
      text={t('storage.discardText', { name: survey.name })}
      confirm={t('storage.discard')}
      cancel={t('common.cancel')}
      danger
      busy={busy}
      error={error}
    >
      {refused ? (
        <ul className={classes.losses}>
          {refused.texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : (
        <Skeleton height={24} mb="md" />
      )}
      <Text size="sm" c="dimmed">
        {t('storage.discardExport')}
      </Text>
    </ConfirmDialog>
  )
}

async function read(account: string, { id, name }: Props['survey']) {
  const { entries, losses } = await readRejected(account, id)
  const loaded = await loadSurvey(account, id)
  if (!loaded) return { entries, texts: [t('storage.discardSurvey', { name })] }
  return { entries, texts: [...new Set(losses.map((loss) => lossText(loaded.survey, loss)))] }
}
