import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { lossText } from '#web/features/survey-form/notices/loss-text.ts'
import { RenameSurveyDialog } from '#web/features/survey-form/notices/rename-survey-dialog.tsx'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { loadSurvey } from '#web/offline/draft/load-survey.ts'
import { retryParked } from '#web/offline/operations/entries.ts'
import type { QueuedSurvey } from '#web/offline/outbox/queue-list.ts'
import { discardEntries, type RejectedChanges, readRejected } from '#web/offline/record/discard.ts'
import { publish } from '#web/offline/store/bus.ts'
import { logError } from '#web/offline/store/journal.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { isTooLargeForProxy } from '../../lib/http/call.ts'
import classes from './device-storage.module.css'

interface Props {
  readonly account: string
  readonly survey: QueuedSurvey
}

/** One survey's unsent work: age, attempts, and actions for rejected entries. */
export function QueuedCard({ account, survey }: Props) {
  const [asked, setAsked] = useState<'mend' | 'discard' | null>(null)
  const { id, template, refused, failed, held, tries, since } = survey
  const name = survey.name || t('storage.unknownSurvey')
  const mend = refused.find((entry) => entry.mend !== null)
  const problems = [...new Set(refused.map(problemText))]
  return (
    <li className={classes.queued} data-refused={refused.length > 0}>
      <Group gap="xs" wrap="nowrap" align="start">
        <SyncMark state={survey.state} className={classes.mark} />
        <div className={classes.words}>
          <Text component="h3" fw={600} className={classes.name ?? ''}>
            {name}
          </Text>
          <Text size="sm">{unsentText(survey)}</Text>
          <Text size="sm" c="dimmed">
            {[
              t('storage.since', { time: shortTime(since) }),
              tries > 0 && t('storage.tries', { count: tries }),
            ]
              .filter((part) => part)
              .join(' · ')}
          </Text>
          {failed && (
            <Text size="sm" c="dimmed">
              {t('storage.lastTry', { time: shortTime(failed.at), failure: failureText(failed.words) })}
            </Text>
          )}
          {held && (
            <Text size="sm" c="dimmed">
              {t(held === 'staged' ? 'storage.staged' : 'storage.held')}
            </Text>
          )}
          {problems.map((problem) => (
            <Text key={problem} size="sm" className={classes.problem ?? ''}>
              {problem}
            </Text>
          ))}
        </div>
      </Group>
      <Group gap="xs" mt="xs" className={classes.ways ?? ''}>
        {mend && (
          <Button variant="default" onClick={() => setAsked('mend')}>
            {t('storage.rename')}
          </Button>
        )}
        {refused.length > 0 && !mend && (
          <Button variant="default" onClick={() => void tryAgain(account, id)}>
            {t('storage.tryAgain')}
          </Button>
        )}
        {template !== '' && (
          <Button
            variant="default"
            component={Link}
            to={`/survey?${new URLSearchParams({ templateId: template, surveyId: id })}`}
            aria-label={`${t('storage.open')}: ${name}`}
          >
            {t('storage.open')}
          </Button>
        )}
        {refused.length > 0 && (
          <Button variant="light" color="red" onClick={() => setAsked('discard')}>
            {t('storage.discard')}
          </Button>
        )}
      </Group>
      {asked === 'mend' && mend && (
        <RenameSurveyDialog
          account={account}
          survey={survey}
          problem={mend.problem}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'discard' && (
        <DiscardDialog account={account} survey={{ ...survey, name }} onClose={() => setAsked(null)} />
      )}
    </li>
  )
}

function failureText(words: string): string {
  return words === t('common.network') ? t('storage.notReached') : words
}

function problemText({ mend, problem }: QueuedSurvey['refused'][number]): string {
  if (isTooLargeForProxy(problem)) return t('common.proxyTooLarge')
  if (mend === 'creation') return t('storage.refusedCreate', { problem })
  if (mend === 'names') return t('storage.refusedRename', { problem })
  return t('storage.refusedWords', { problem })
}

function unsentText({ answers, photos, videos, others }: QueuedSurvey): string {
  return [
    answers > 0 && t('storage.answers', { count: answers }),
    photos > 0 && t('storage.photos', { count: photos }),
    videos > 0 && t('storage.videos', { count: videos }),
    others > 0 && t('storage.otherChanges', { count: others }),
  ]
    .filter((part) => part)
    .join(', ')
}

async function tryAgain(account: string, survey: string): Promise<void> {
  await retryParked(account, survey)
  publish(account, { kind: 'changed', survey })
  publish(account, { kind: 'queue', now: true })
}

interface DiscardDialogProps {
  readonly account: string
  readonly survey: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Lists everything that would be lost. */
function DiscardDialog({ account, survey, onClose }: DiscardDialogProps) {
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

async function read(account: string, { id, name }: DiscardDialogProps['survey']) {
  const { entries, losses } = await readRejected(account, id)
  const loaded = await loadSurvey(account, id)
  if (!loaded) return { entries, texts: [t('storage.discardSurvey', { name })] }
  return { entries, texts: [...new Set(losses.map((loss) => lossText(loaded.survey, loss)))] }
}
