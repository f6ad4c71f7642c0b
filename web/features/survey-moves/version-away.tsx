import { Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { say } from '#web/lib/say.ts'
import { moveHere, type VersionHere, versionHere } from '#web/offline/draft/version-here.ts'
import { AwayLine } from '#web/ui/away-line.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MoveCard } from './move-card.tsx'
import { OpenSurvey } from './open-survey.tsx'
import classes from './survey-moves.module.css'

interface Props {
  account: string
  surveyId: string
  message: string
  retry: () => void
  busy: boolean
  onMoved: (text: string) => void
}

/** The same without a connection: what this device knows, and a move that the server hears of later. */
export function VersionAway({ account, surveyId, message, retry, busy, onMoved }: Props) {
  const [known, setKnown] = useState<VersionHere | null | undefined>(undefined)
  const [round, setRound] = useState(0)
  const [moving, setMoving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is read again
  useEffect(() => {
    let gone = false
    const put = (read: VersionHere | null) => !gone && setKnown(read)
    versionHere(account, surveyId).then(put, () => put(null))
    return () => {
      gone = true
    }
  }, [account, surveyId, round])

  async function move(templateId: string, version: number) {
    setMoving(true)
    setProblem(null)
    try {
      await moveHere(account, surveyId, templateId)
      onMoved(say('surveyMoves.doneHere', { version }))
      setRound((now) => now + 1)
    } catch {
      setProblem(say('surveyMoves.notKept'))
    }
    setMoving(false)
  }

  if (known === undefined)
    return <Skeleton height={160} radius="lg" role="status" aria-label={say('common.loading')} />
  if (known === null) return <ErrorState text={message} onRetry={retry} busy={busy} />
  const { name, version, mayMove, newer } = known
  return (
    <Stack gap="lg">
      <AwayLine
        problem={{ unreached: true, message }}
        checkedAt={null}
        never={say('surveyMoves.here')}
        busy={busy}
        retry={retry}
      />
      <div>
        <Text fw={600} className={classes.name ?? ''}>
          {name}
        </Text>
        <Text>{say('surveyMoves.follows', { version })}</Text>
        {!newer && <Text>{say('surveyMoves.newestHere')}</Text>}
      </div>
      {newer && !mayMove && <Text>{say('surveyMoves.onlyOwner', { version: newer.version })}</Text>}
      {newer && mayMove && (
        <MoveCard
          version={newer.version}
          plan={newer.plan}
          problem={problem}
          busy={moving}
          onMove={() => void move(newer.templateId, newer.version)}
        />
      )}
      <OpenSurvey surveyId={surveyId} quiet={newer !== null && mayMove} />
    </Stack>
  )
}
