import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconTrashOff, IconTrashX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { listDeleted } from '#contract/surveys/surveys-deleted.ts'
import type { Failure } from '#web/lib/http/call.ts'
import { ReadFailed } from '#web/lib/http/query-client.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { syncDeletedSurveys } from '#web/offline/incoming/deleted-copy.ts'
import { type DeletedSurvey, useDeletedList } from '#web/offline/list/deleted-list.ts'
import { recordPermanentDeletion } from '#web/offline/record/record-permanent-deletion.ts'
import { recordRestore } from '#web/offline/record/record-survey.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { BackButton } from '#web/ui/back-button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListLine } from '#web/ui/list-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import classes from './deleted-surveys.module.css'

const day = 24 * 3_600_000

/** Milliseconds between retries without network. */
const again = 20_000

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

interface DeletedCheck {
  /** Why the last read failed, or null. */
  readonly failure: Failure | null
  readonly busy: boolean
  readonly retry: () => void
}

/** Syncs the list with the server; the screen reads it from the device. */
function useDeletedCheck(account: string): DeletedCheck {
  const { error, isFetching, refetch } = useQuery({
    queryKey: [listDeleted.name, account],
    queryFn: async () => {
      const failure = await syncDeletedSurveys(account)
      if (failure) throw new ReadFailed(failure)
      return true
    },
    staleTime: 0,
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => (state.status === 'error' ? again : false),
  })
  return {
    failure: error instanceof ReadFailed ? error.failure : null,
    busy: isFetching,
    retry: () => void refetch(),
  }
}

interface Props {
  readonly account: string
  readonly survey: DeletedSurvey
  readonly onClose: () => void
  readonly onGone: () => void
}

/** Confirms the only deletion that cannot be undone. */
function DeleteForeverDialog({ account, survey, onClose, onGone }: Props) {
  const [error, setError] = useState<string | null>(null)

  async function remove() {
    setError(null)
    try {
      await recordPermanentDeletion(account, survey.id)
    } catch (failed) {
      reportStorageFailure(failed)
      return setError(t('common.somethingWrong'))
    }
    onClose()
    onGone()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void remove()}
      title={t('deleted.forGoodTitle')}
      text={t('deleted.forGoodConfirm', { name: survey.attributes.survey_name })}
      confirm={t('deleted.forGood')}
      danger
      error={error}
    />
  )
}

interface DeletedCardProps {
  readonly survey: DeletedSurvey
  readonly onRestore: () => void
  readonly onForGood: () => void
}

function DeletedCard({ survey, onRestore, onForGood }: DeletedCardProps) {
  const { survey_name: name, owner } = survey.attributes
  const days = Math.max(1, Math.ceil((Date.parse(survey.until) - Date.now()) / day))
  return (
    <li className={classes.card}>
      <Text component="h2" size="md" fw={600} className={classes.words ?? ''}>
        {name}
      </Text>
      <Text size="sm" c="dimmed" className={classes.words ?? ''}>
        {owner}
      </Text>
      <Text size="sm">
        {t('deleted.deletedOn', { date: shortDate(survey.deletedAt) })}
        {' · '}
        {t('deleted.daysLeft', { days })}
      </Text>
      {survey.waits && (
        <Text size="sm" c="dimmed">
          {t('deleted.waits')}
        </Text>
      )}
      <Group gap="xs" mt="auto" pt="xs">
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={onRestore}
          aria-label={t('deleted.restoreOf', { name })}
        >
          {t('deleted.restore')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrashX size={18} aria-hidden />}
          onClick={onForGood}
          aria-label={t('deleted.forGoodOf', { name })}
        >
          {t('deleted.forGood')}
        </Button>
      </Group>
    </li>
  )
}
