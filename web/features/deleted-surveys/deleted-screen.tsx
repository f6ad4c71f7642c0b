import { Skeleton, Stack, Text } from '@mantine/core'
import { IconTrashOff } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { type DeletedSurvey, useDeletedList } from '#web/offline/list/deleted-list.ts'
import { recordRestore } from '#web/offline/record/record-survey.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { BackButton } from '#web/ui/back-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListLine } from '#web/ui/list-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DeleteForeverDialog } from './delete-forever-dialog.tsx'
import { DeletedCard } from './deleted-card.tsx'
import classes from './deleted-surveys.module.css'
import { useDeletedCheck } from './use-deleted-check.ts'

/** Deleted surveys that can still be restored: from the device first, then updated by the server. */
export function DeletedSurveysScreen() {
  const account = useSession()?.userId ?? ''
  const list = useDeletedList(account)
  const check = useDeletedCheck(account)
  const [asked, setAsked] = useState<DeletedSurvey | null>(null)
  const [notice, setNotice] = useState('')
  useTitle(t('deleted.title'))

  async function restore(survey: DeletedSurvey) {
    const name = survey.attributes.survey_name
    try {
      await recordRestore(account, survey)
      setNotice(t('deleted.restored', { name }))
    } catch (error) {
      reportStorageFailure(error)
      setNotice(t('common.somethingWrong'))
    }
  }

  const away = {
    problem: check.failure && { unreached: check.failure.status === 0, message: check.failure.message },
    checkedAt: list?.checkedAt ?? null,
    never: t('deleted.unreachedNever'),
    busy: check.busy,
    retry: check.retry,
  }
  const known = list && (list.surveys.length > 0 || list.checkedAt !== null || check.failure !== null)
  // Show an empty list only after a server reply. Offline, the last reply counts.
  const isConfirmed = list?.checkedAt != null && (check.failure === null || check.failure.status === 0)
  return (
    <>
      <PageHeader title={t('deleted.title')}>
        <BackButton to="/dashboard">{t('deleted.back')}</BackButton>
      </PageHeader>
      <Text c="dimmed" mb="md" maw="44rem">
        {t('deleted.intro', { days: limits.restoreDays })}
      </Text>
      <Text role="status" mb={notice === '' ? 0 : 'md'} fw={600}>
        {notice}
      </Text>
      {!known && (
        <Stack gap="sm">
          <Skeleton height={150} />
          <Skeleton height={150} />
        </Stack>
      )}
      {known && list.surveys.length === 0 && (
        <>
          <ListLine away={away} />
          {isConfirmed && <None />}
        </>
      )}
      {known && list.surveys.length > 0 && (
        <section aria-label={t('deleted.title')}>
          <ListLine away={away}>
            <Text size="sm" c="dimmed">
              {t('deleted.count', { count: list.surveys.length })}
            </Text>
          </ListLine>
          <ul className={classes.cards}>
            {list.surveys.map((survey) => (
              <DeletedCard
                key={survey.id}
                survey={survey}
                onRestore={() => void restore(survey)}
                onForGood={() => setAsked(survey)}
              />
            ))}
          </ul>
        </section>
      )}
      {asked && (
        <DeleteForeverDialog
          account={account}
          survey={asked}
          onClose={() => setAsked(null)}
          onGone={() => setNotice(t('deleted.gone', { name: asked.attributes.survey_name }))}
        />
      )}
    </>
  )
}

function None() {
  return (
    <EmptyState text={t('deleted.none')} icon={<IconTrashOff size={40} stroke={1.5} aria-hidden />}>
      <Text size="sm" ta="center">
        {t('deleted.noneHint', { days: limits.restoreDays })}
      </Text>
    </EmptyState>
  )
}
