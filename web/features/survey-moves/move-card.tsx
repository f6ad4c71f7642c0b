import { Alert, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MovePlan } from '#contract/surveys/survey-moves.ts'
import { t } from '#web/lib/language/translate.ts'
import { PlanFacts } from './plan-facts.tsx'
import classes from './survey-moves.module.css'

interface Props {
  version: number
  /** null while unknown; the children say why. */
  plan: MovePlan | null
  problem: string | null
  busy: boolean
  onMove: () => void
  children?: ReactNode
}

/** A newer template version: what moving the survey would change, with a Move button. */
export function MoveCard({ version, plan, problem, busy, onMove, children }: Props) {
  const move = t('surveyMoves.move', { version })
  return (
    <section className={classes.card} aria-label={move}>
      <Text>{t('surveyMoves.newer', { version })}</Text>
      {children}
      {plan && (
        <>
          <PlanFacts plan={plan} />
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <div className={classes.act}>
            <Button onClick={onMove} loading={busy}>
              {move}
            </Button>
            <Text size="sm" c="dimmed">
              {t('surveyMoves.reassure')}
            </Text>
          </div>
        </>
      )}
    </section>
  )
}
