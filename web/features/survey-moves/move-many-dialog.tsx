import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { surveysBehind } from '#contract/surveys/survey-moves.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useIsAdmin } from '#web/lib/session/role.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { MoveStepsDialog } from './move-steps-dialog.tsx'

interface Props {
  /** The version to move to. */
  templateId: string
  version: number
  /** Excludes submitted surveys. */
  openOnly?: boolean
  onClose: () => void
  onChanged: () => void
}

/** Moves surveys on older versions: the user's own, or everyone's for an admin. */
export function MoveManyDialog({ templateId, version, openOnly = false, onClose, onChanged }: Props) {
  const isAdmin = useIsAdmin()
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(surveysBehind, {
      query: { survey_template_id: templateId, ...(openOnly && { status: 'Started' as const }) },
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const towards = useMemo(() => {
    if (error) return []
    return data ? [{ templateId, ids: data.data.map(({ id }) => id) }] : null
  }, [data, error, templateId])
  return (
    <MoveStepsDialog
      title={t('surveyMoves.manyOf', { version })}
      towards={towards}
      note={isAdmin ? t('surveyMoves.manyPrivate') : ''}
      onClose={onClose}
      onChanged={onChanged}
    >
      {error && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!error && data && <Text>{t('surveyMoves.manyBehind', { count: data.meta.total })}</Text>}
    </MoveStepsDialog>
  )
}
