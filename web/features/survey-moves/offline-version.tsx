import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import {
  type DeviceTemplateVersion,
  readTemplateVersion,
  startMove,
  undoMove,
} from '#web/offline/draft/template-version.ts'
import { logError } from '#web/offline/store/journal.ts'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { StaleDataNotice } from '#web/ui/stale-data-notice.tsx'
import { MoveCard } from './move-card.tsx'
import { OpenSurvey } from './open-survey.tsx'
import classes from './survey-moves.module.css'

interface Props {
  account: string
  surveyId: string
  message: string
  retry: () => void
  busy: boolean
  notice: string | null
  onNotice: (text: string | null) => void
}

/** The version screen offline: shows this device's data and queues the move. */
export function OfflineVersion({ account, surveyId, message, retry, busy, notice, onNotice }: Props) {
  const [known, setKnown] = useState<DeviceTemplateVersion | null | undefined>(undefined)
  const [round, setRound] = useState(0)
  const [moving, setMoving] = useState(false)
  const [asked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads again
  useEffect(() => {
    let canceled = false
    const put = (read: DeviceTemplateVersion | null) => !canceled && setKnown(read)
    readTemplateVersion(account, surveyId).then(put, () => put(null))
    return () => {
      canceled = true
    }
  }, [account, surveyId, round])

  async function move(templateId: string, version: number) {
    setMoving(true)
    setProblem(null)
    try {
      await startMove(account, surveyId, templateId)
      onNotice(t('surveyMoves.doneHere', { version }))
      setRound((now) => now + 1)
    } catch (error) {
      logError('move survey')(error)
      setProblem(t('surveyMoves.notKept'))
    }
    setMoving(false)
  }

  async function undo(version: number): Promise<string | null> {
    // null is reported below; the survey stays unchanged.
    const undone = await undoMove(account, surveyId).catch(() => null)
    setRound((now) => now + 1)
    if (undone === null) return t('surveyMoves.notKept')
    setAsked(false)
    onNotice(t(undone ? 'surveyMoves.undone' : 'surveyMoves.leaving', { version }))
    return null
  }

  if (known === undefined)
    return <Skeleton height={160} radius="lg" role="status" aria-label={t('common.loading')} />
  if (known === null) return <ErrorState text={message} onRetry={retry} busy={busy} />
  const { name, version, mayMove, newer, waiting } = known
  return (
    <Stack gap="lg">
      <StaleDataNotice
        problem={{ unreached: true, message }}
        checkedAt={null}
        never={t('surveyMoves.here')}
        busy={busy}
        retry={retry}
      />
      <div>
        <Text fw={600} className={classes.name ?? ''}>
          {name}
        </Text>
        <Text>{t('surveyMoves.follows', { version })}</Text>
        {!newer && <Text>{t('surveyMoves.newestHere')}</Text>}
      </div>
      <OpenSurvey surveyId={surveyId} quiet={newer !== null && mayMove} notice={notice} onNotice={onNotice} />
      {newer && !mayMove && <Text>{t('surveyMoves.onlyOwner', { version: newer.version })}</Text>}
      {newer && mayMove && (
        <MoveCard
          version={newer.version}
          plan={newer.plan}
          problem={problem}
          busy={moving}
          onMove={() => void move(newer.templateId, newer.version)}
        />
      )}
      {waiting && (
        <Stack gap="xs" align="flex-start">
          <Text>{t(`surveyMoves.waits_${waiting.what}`, { version, before: waiting.before })}</Text>
          {waiting.what === 'undoable' && (
            <Button
              variant="default"
              onClick={() => setAsked(true)}
              aria-label={t('surveyMoves.undoOf', { from: waiting.before, to: version })}
            >
              {t('surveyMoves.undo')}
            </Button>
          )}
        </Stack>
      )}
      {asked && waiting && (
        <ConfirmCall
          onClose={() => setAsked(false)}
          run={() => undo(waiting.before)}
          title={t('surveyMoves.undoTitle', { version: waiting.before })}
          text={t('surveyMoves.undoHere')}
          confirm={t('surveyMoves.undo')}
          cancel={t('common.cancel')}
        />
      )}
    </Stack>
  )
}
