import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listMoves, moveSurveys } from '#contract/surveys/survey-moves.ts'
import { call } from '#web/lib/http/call.ts'
import { isUnreached, reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { currentSession, useSession } from '#web/lib/session/session.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'
import { hasCopy } from '#web/offline/incoming/server-copy.ts'
import { BackButton } from '#web/ui/back-button.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { MoveCard } from './move-card.tsx'
import { MoveHistory } from './move-history.tsx'
import { OfflineVersion } from './offline-version.tsx'
import { OpenSurvey } from './open-survey.tsx'
import classes from './survey-moves.module.css'

/** The survey's template version, the effects of moving to the newest, and past moves. */
export function VersionScreen() {
  const { surveyId = '' } = useParams()
  useTitle(t('surveyMoves.title'))
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(listMoves, { query: { user_survey_id: surveyId } }),
    staleTime: 0,
  })
  const isAway = isUnreached(error)
  const account = useSession()?.userId ?? ''
  const [notice, setNotice] = useState<string | null>(null)
  async function changed(text: string) {
    // If the copy can't be updated now, opening the survey reads it.
    void updateCopy(surveyId).catch(() => undefined)
    await refetch()
    // After the refetch: until then the page still shows the old version.
    setNotice(text)
  }
  return (
    <>
      <PageHeader title={t('surveyMoves.title')}>
        <BackButton to="/dashboard">{t('form.toHistory')}</BackButton>
      </PageHeader>
      {error && isAway && (
        <OfflineVersion
          account={account}
          surveyId={surveyId}
          message={error.message}
          retry={() => void refetch()}
          busy={isFetching}
          notice={notice}
          onNotice={setNotice}
        />
      )}
      {error && !isAway && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!error && !data && (
        <Skeleton height={160} radius="lg" role="status" aria-label={t('common.loading')} />
      )}
      {!error && data && (
        <Stack gap="lg">
          <div>
            <Text fw={600} className={classes.name ?? ''}>
              {data.meta.survey_name}
            </Text>
            <Text>
              {t('surveyMoves.follows', { version: data.meta.version })}
              {!data.meta.newer && ` ${t('surveyMoves.newest')}`}
            </Text>
          </div>
          <OpenSurvey
            surveyId={surveyId}
            quiet={data.meta.newer !== null && data.meta.may_move}
            notice={notice}
            onNotice={setNotice}
          />
          {data.meta.newer &&
            (data.meta.may_move ? (
              <NewerVersion surveyId={surveyId} newer={data.meta.newer} onMoved={changed} />
            ) : (
              <Text>{t('surveyMoves.onlyOwner', { version: data.meta.newer.version })}</Text>
            ))}
          <MoveHistory moves={data.data} mayUndo={data.meta.may_move} onUndone={changed} />
        </Stack>
      )}
    </>
  )
}

/** Updates the device's copy at once, if there is one. */
async function updateCopy(surveyId: string): Promise<void> {
  const account = currentSession()?.userId
  if (account && (await hasCopy(account, surveyId))) await fetchSurvey(account, surveyId)
}

interface Props {
  surveyId: string
  newer: { readonly survey_template_id: string; readonly version: number }
  onMoved: (text: string) => Promise<void>
}

/** Shows the effects of a move before it runs. */
function NewerVersion({ surveyId, newer, onMoved }: Props) {
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
