import { Alert, Button, Text } from '@mantine/core'
import type { MovePlan } from '#contract/survey-moves.ts'
import { say } from '#web/lib/say.ts'
import { PlanFacts } from './plan-facts.tsx'
import classes from './survey-moves.module.css'

interface Props {
  version: number
  plan: MovePlan
  problem: string | null
  busy: boolean
  onMove: () => void
}

/** What a move would do, and the way to do it. */
export function MoveCard({ version, plan, problem, busy, onMove }: Props) {
  return (
    <>
      <PlanFacts plan={plan} />
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <div className={classes.act}>
        <Button onClick={onMove} loading={busy}>
          {say('surveyMoves.move', { version })}
        </Button>
        <Text size="sm" c="dimmed">
          {say('surveyMoves.reassure')}
        </Text>
      </div>
    </>
  )
}
