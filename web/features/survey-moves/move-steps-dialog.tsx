import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type MoveTarget, moveMany, type Outcome, type Totals, totalsOf, undoMany } from './move-many.ts'
import { PlanFacts } from './plan-facts.tsx'

interface Props {
  title: string
  /** Surveys by target version; null while loading. */
  towards: readonly MoveTarget[] | null
  /** Text before the move, or why there is nothing to move. */
  children: ReactNode
  /** Shown beside the effects. */
  note: string
  onClose: () => void
  onChanged: () => void
}

type Step =
  | { readonly step: 'reading' | 'moving' | 'undoing'; readonly done: number; readonly total: number }
  | {
      readonly step: 'planned'
      readonly towards: readonly MoveTarget[]
      readonly totals: Totals
      readonly failed: Failed
    }
  | { readonly step: 'moved'; readonly moves: readonly string[]; readonly failed: Failed }
  | { readonly step: 'undone'; readonly count: number; readonly failed: Failed }

type Failed = Outcome<unknown>['failed']

/** Moves many surveys: shows the effects first, then runs the move, and offers Undo. */
export function MoveStepsDialog({ title, towards, children, note, onClose, onChanged }: Props) {
  const [step, setStep] = useState<Step | null>(null)
  useEffect(() => {
    if (!towards || countOf(towards) === 0) return
    const onProgress = (done: number) => setStep({ step: 'reading', done, total: countOf(towards) })
    onProgress(0)
    void moveMany(towards, { dryRun: true, onProgress }).then(({ done, failed }) => {
      const known = new Set(done.map(({ id }) => id))
      setStep({
        step: 'planned',
        towards: towards.map((one) => ({ ...one, ids: one.ids.filter((id) => known.has(id)) })),
        totals: totalsOf(done.map(({ plan }) => plan)),
        failed,
      })
    })
  }, [towards])

  async function move(wanted: readonly MoveTarget[]) {
    const onProgress = (done: number) => setStep({ step: 'moving', done, total: countOf(wanted) })
    onProgress(0)
    const { done, failed } = await moveMany(wanted, { dryRun: false, onProgress })
    onChanged()
    setStep({ step: 'moved', moves: done.flatMap(({ move: id }) => id ?? []), failed })
  }

  async function undo(moves: readonly string[]) {
    const onProgress = (done: number) => setStep({ step: 'undoing', done, total: moves.length })
    onProgress(0)
    const { done, failed } = await undoMany(moves, onProgress)
    onChanged()
    setStep({ step: 'undone', count: done.length, failed })
  }

  const isBusy = step?.step === 'moving' || step?.step === 'undoing'
  const count = step?.step === 'planned' ? countOf(step.towards) : 0
  return (
    <Dialog opened onClose={isBusy ? () => undefined : onClose} title={title} size="lg">
      <Stack gap="md">
        {towards === null && <Skeleton height={80} radius="lg" />}
        {(step === null || step.step === 'planned' || step.step === 'reading') && children}
        <div role="status">{step && <StepText step={step} note={note} />}</div>
        {step && 'failed' in step && <Failures step={step.step} failed={step.failed} />}
        <Group justify="flex-end">
          {!isBusy && (
            <Button variant="default" onClick={onClose}>
              {t(step?.step === 'planned' ? 'common.cancel' : 'common.close')}
            </Button>
          )}
          {step?.step === 'planned' && count > 0 && (
            <Button onClick={() => void move(step.towards)}>{t('surveyMoves.manyMove', { count })}</Button>
          )}
          {step?.step === 'moved' && step.moves.length > 0 && (
            <Button variant="default" onClick={() => void undo(step.moves)}>
              {t('surveyMoves.manyUndo')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

function countOf(towards: readonly MoveTarget[]): number {
  return towards.reduce((sum, { ids }) => sum + ids.length, 0)
}

const underWay = {
  reading: 'surveyMoves.manyReading',
  moving: 'surveyMoves.manyMoving',
  undoing: 'surveyMoves.manyUndoing',
} as const

function StepText({ step, note }: { step: Step; note: string }) {
  if (step.step === 'moved') return <Text>{t('surveyMoves.manyMoved', { count: step.moves.length })}</Text>
  if (step.step === 'undone') return <Text>{t('surveyMoves.manyUndone', { count: step.count })}</Text>
  if (step.step === 'planned')
    return (
      <Stack gap="md">
        <PlanFacts plan={{ ...step.totals, answers: null }} />
        {step.totals.losing > 0 && <Text>{t('surveyMoves.manyStays', { count: step.totals.losing })}</Text>}
        <Text size="sm" c="dimmed">
          {note} {t('surveyMoves.reassure')}
        </Text>
      </Stack>
    )
  const { done, total } = step
  return (
    <Stack gap="xs">
      <Text>{t(underWay[step.step], { done, total })}</Text>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-hidden />
    </Stack>
  )
}

/** Distinct failure reasons, without names: other users' surveys have none here. */
function Failures({ step, failed }: { step: Step['step']; failed: Failed }) {
  if (failed.size === 0) return null
  const words = step === 'undone' ? 'surveyMoves.manyUndoFailed' : 'surveyMoves.manyFailed'
  return (
    <Alert color="red" role="alert">
      <Text>{t(words, { count: failed.size })}</Text>
      <ul>
        {[...new Set(failed.values())].map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Alert>
  )
}
