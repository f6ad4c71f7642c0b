import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { surveysBehind } from '#contract/survey-moves.ts'
import { reading } from '#web/lib/query-client.ts'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { moveMany, type Outcome, type Totals, totalsOf, undoMany } from './move-many.ts'
import { PlanFacts } from './plan-facts.tsx'

interface Props {
  /** The version that they are moved to. */
  templateId: string
  version: number
  onClose: () => void
  onChanged: () => void
}

type Step =
  | { readonly step: 'reading' | 'moving' | 'undoing'; readonly done: number; readonly total: number }
  | {
      readonly step: 'planned'
      readonly ids: readonly string[]
      readonly totals: Totals
      readonly failed: Failed
    }
  | { readonly step: 'moved'; readonly moves: readonly string[]; readonly failed: Failed }
  | { readonly step: 'undone'; readonly count: number; readonly failed: Failed }

type Failed = Outcome<unknown>['failed']

/** Moves the surveys of everybody that follow an older version: first what it does in numbers, then the move, and its undoing. */
export function MoveManyDialog({ templateId, version, onClose, onChanged }: Props) {
  const behind = useQuery({
    ...reading(surveysBehind, { query: { survey_template_id: templateId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [step, setStep] = useState<Step | null>(null)
  const ids = behind.data?.data.map(({ id }) => id)
  // biome-ignore lint/correctness/useExhaustiveDependencies: planned once, for the surveys that were found
  useEffect(() => {
    if (!ids || ids.length === 0) return
    const told = (done: number) => setStep({ step: 'reading', done, total: ids.length })
    told(0)
    void moveMany(ids, templateId, { dryRun: true, told }).then(({ done, failed }) =>
      setStep({
        step: 'planned',
        ids: done.map(({ id }) => id),
        totals: totalsOf(done.map(({ plan }) => plan)),
        failed,
      }),
    )
  }, [behind.data])

  async function move(wanted: readonly string[]) {
    const told = (done: number) => setStep({ step: 'moving', done, total: wanted.length })
    told(0)
    const { done, failed } = await moveMany(wanted, templateId, { dryRun: false, told })
    onChanged()
    setStep({ step: 'moved', moves: done.flatMap(({ move: id }) => id ?? []), failed })
  }

  async function undo(moves: readonly string[]) {
    const told = (done: number) => setStep({ step: 'undoing', done, total: moves.length })
    told(0)
    const { done, failed } = await undoMany(moves, told)
    onChanged()
    setStep({ step: 'undone', count: done.length, failed })
  }

  const isBusy = step?.step === 'moving' || step?.step === 'undoing'
  return (
    <Dialog
      opened
      onClose={isBusy ? () => undefined : onClose}
      title={say('surveyMoves.manyOf', { version })}
      size="lg"
    >
      <Stack gap="md">
        {behind.error && (
          <ErrorState text={behind.error.message} onRetry={() => behind.refetch()} busy={behind.isFetching} />
        )}
        {!behind.error && !behind.data && <Skeleton height={80} radius="lg" />}
        {behind.data && (step === null || step.step === 'planned' || step.step === 'reading') && (
          <Text>{say('surveyMoves.manyBehind', { count: behind.data.meta.total })}</Text>
        )}
        <div role="status">{step && <Told step={step} />}</div>
        {step && 'failed' in step && <Failures step={step.step} failed={step.failed} />}
        <Group justify="flex-end">
          {!isBusy && (
            <Button variant="default" onClick={onClose}>
              {say(step?.step === 'planned' ? 'common.cancel' : 'common.close')}
            </Button>
          )}
          {step?.step === 'planned' && step.ids.length > 0 && (
            <Button onClick={() => void move(step.ids)}>
              {say('surveyMoves.manyMove', { count: step.ids.length })}
            </Button>
          )}
          {step?.step === 'moved' && step.moves.length > 0 && (
            <Button variant="default" onClick={() => void undo(step.moves)}>
              {say('surveyMoves.manyUndo')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

const underWay = {
  reading: 'surveyMoves.manyReading',
  moving: 'surveyMoves.manyMoving',
  undoing: 'surveyMoves.manyUndoing',
} as const

function Told({ step }: { step: Step }) {
  if (step.step === 'moved') return <Text>{say('surveyMoves.manyMoved', { count: step.moves.length })}</Text>
  if (step.step === 'undone') return <Text>{say('surveyMoves.manyUndone', { count: step.count })}</Text>
  if (step.step === 'planned')
    return (
      <Stack gap="md">
        <PlanFacts plan={{ ...step.totals, answers: null }} />
        {step.totals.losing > 0 && <Text>{say('surveyMoves.manyStays', { count: step.totals.losing })}</Text>}
        <Text size="sm" c="dimmed">
          {say('surveyMoves.manyPrivate')} {say('surveyMoves.reassure')}
        </Text>
      </Stack>
    )
  const { done, total } = step
  return (
    <Stack gap="xs">
      <Text>{say(underWay[step.step], { done, total })}</Text>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-hidden />
    </Stack>
  )
}

/** Reasons, each once: a survey of somebody else has no name here. */
function Failures({ step, failed }: { step: Step['step']; failed: Failed }) {
  if (failed.size === 0) return null
  const words = step === 'undone' ? 'surveyMoves.manyUndoFailed' : 'surveyMoves.manyFailed'
  return (
    <Alert color="red" role="alert">
      <Text>{say(words, { count: failed.size })}</Text>
      <ul>
        {[...new Set(failed.values())].map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Alert>
  )
}
