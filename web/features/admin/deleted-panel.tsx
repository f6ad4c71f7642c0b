import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconTrashOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { restoreForOwner } from '#contract/admin/admin-system.ts'
import { limits } from '#contract/limits.ts'
import { call, newKey } from '#web/lib/http/call.ts'
import { dayAndTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Pager } from '#web/ui/pager.tsx'
import type { ChangeState, ConsoleState } from './console-state.ts'
import { type DeletedSurvey, deletedQuery, reloadDeleted } from './queries.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { useNotice } from './use-notice.ts'

interface Props {
  state: ConsoleState
  onChange: ChangeState
}

/** Deleted surveys of all accounts that can still be restored. Shows the owner, never the survey's name. */
export function DeletedPanel({ state, onChange }: Props) {
  const { data, error, refetch, isFetching } = useQuery(deletedQuery(state))
  const [asked, setAsked] = useState<DeletedSurvey | null>(null)
  const [notice, setNotice] = useNotice()
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  return (
    <>
      <Text c="dimmed" mb="md" maw="44rem">
        {t('admin.deletedLead', { days: limits.restoreDays })}
      </Text>
      <div role="status">
        {notice && (
          <Alert mb="md" color="green" icon={<IconCheck aria-hidden />}>
            {notice}
          </Alert>
        )}
      </div>
      {!data && <RowsSkeleton height={140} />}
      {data?.data.length === 0 && (
        <EmptyState
          text={t('admin.deletedNone')}
          icon={<IconTrashOff size={40} stroke={1.5} aria-hidden />}
        />
      )}
      {data && data.data.length > 0 && (
        <section aria-label={t('admin.tabDeleted')}>
          <Text size="sm" c="dimmed" mb="xs" role="status">
            {t('admin.deletedCount', { count: data.meta.total_count })}
          </Text>
          <Stack gap="lg" maw="44rem">
            {data.data.map((one) => (
              <DeletedRow key={one.id} one={one} onRestore={() => setAsked(one)} />
            ))}
          </Stack>
          {data.meta.total_pages > 1 && (
            <Pager total={data.meta.total_pages} page={state.page} onChange={(page) => onChange({ page })} />
          )}
        </section>
      )}
      {asked && (
        <RestoreDialog
          one={asked}
          onClose={() => setAsked(null)}
          onDone={(text) => {
            setAsked(null)
            setNotice(text)
            void reloadDeleted()
          }}
        />
      )}
    </>
  )
}

/** The end of the id, as in the audit log. */
const markOf = ({ id }: DeletedSurvey) => id.slice(-6)

function DeletedRow({ one, onRestore }: { one: DeletedSurvey; onRestore: () => void }) {
  const a = one.attributes
  const named = { owner: a.owner_name, mark: markOf(one) }
  return (
    <article>
      <Text component="h2" fw={600} size="md" style={{ overflowWrap: 'anywhere' }}>
        {t('admin.deletedSurvey', named)}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {a.template_name} · {t('admin.deletedFiles', { count: a.files })}
      </Text>
      <Facts
        facts={[
          [t('admin.deletedOn'), dayAndTime(a.deleted_at)],
          [t('admin.deletedUntil'), dayAndTime(a.restorable_until)],
        ]}
      />
      <Group mt="xs">
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={onRestore}
          aria-label={t('admin.deletedRestoreOf', named)}
        >
          {t('admin.restore')}
        </Button>
      </Group>
    </article>
  )
}

interface RestoreProps {
  one: DeletedSurvey
  onClose: () => void
  onDone: (text: string) => void
}

function RestoreDialog({ one, onClose, onDone }: RestoreProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [key] = useState(newKey)

  async function restore() {
    setBusy(true)
    const result = await call(restoreForOwner, { params: { id: one.id } }, { key })
    setBusy(false)
    if (result.ok) onDone(result.reply.data.message)
    else setError(result.message)
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void restore()}
      title={t('admin.deletedTitle')}
      text={t('admin.deletedText', { owner: one.attributes.owner_name })}
      confirm={t('admin.restore')}
      cancel={t('common.cancel')}
      busy={busy}
      error={error}
    />
  )
}
