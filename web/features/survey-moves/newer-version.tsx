import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moveSurveys } from '#contract/surveys/survey-moves.ts'
import { call } from '#web/lib/http/call.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MoveCard } from './move-card.tsx'

interface Props {
  surveyId: string
  newer: { readonly survey_template_id: string; readonly version: number }
  onMoved: (text: string) => Promise<void>
}

/** Shows the effects of a move before it runs. */
export function NewerVersion({ surveyId, newer, onMoved }: Props) {
  const { survey_template_id, version } = newer
  const wanted = { survey_ids: [surveyId], survey_template_id }
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(moveSurveys, { body: { ...wanted, dry_run: true } }),
    staleTime: 0,
  })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const plan = data?.data[0]?.attributes.plan

  async function move() {
    setBusy(true)
    setProblem(null)
    const result = await call(moveSurveys, { body: wanted })
    if (result.ok) await onMoved(t('surveyMoves.done', { version }))
    else setProblem(result.message)
    setBusy(false)
  }

  return (
    <MoveCard
      version={version}
      plan={(!error && plan) || null}
      problem={problem}
      busy={busy}
      onMove={() => void move()}
    >
      {error && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!error && !plan && <Skeleton height={96} radius="lg" />}
    </MoveCard>
  )
}
