import { Badge, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { systemState } from '#contract/admin/admin-system.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { inMbOrGb } from '#web/lib/language/file-size.ts'
import { dayAndTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { jobText } from './labels.ts'
import { systemQuery } from './queries.ts'

type State = ReplyOf<typeof systemState>['data']

const healthText = { ok: 'admin.systemOk', down: 'admin.systemDown', full: 'admin.systemFull' } as const

/** Version, health and background jobs of the server. */
export function SystemPanel() {
  const { data, error, refetch, isFetching } = useQuery(systemQuery)
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <Skeleton height={320} maw="44rem" role="status" aria-label={t('common.loading')} />
  const state = data.data
  return (
    <Stack gap="lg" maw="44rem">
      <Section id="system-program" title={t('admin.systemTitle')}>
        <Facts facts={programFacts(state)} />
      </Section>
      <Section id="system-health" title={t('admin.systemHealth')}>
        <Facts facts={healthFacts(state)} />
      </Section>
      <Section id="system-loads" title={t('admin.systemLoads')}>
        {state.app_loaded.is_counted ? (
          <Facts facts={loadFacts(state.app_loaded)} />
        ) : (
          <Text c="dimmed">{t('admin.systemLoadsOff')}</Text>
        )}
      </Section>
      <Section id="system-jobs" title={t('admin.systemJobs')}>
        <Text size="sm" c="dimmed" mb="md">
          {t('admin.systemJobsText')}
        </Text>
        <Jobs jobs={state.jobs} />
      </Section>
    </Stack>
  )
}

function programFacts(state: State) {
  return [
    [t('admin.systemVersion'), state.version] as const,
    ['Node.js', state.node] as const,
    [t('admin.systemDatabase'), state.database_version] as const,
    [t('admin.systemStarted'), dayAndTime(state.started_at)] as const,
  ]
}

function backupText(last: State['last_backup']): string {
  if (!last) return t('admin.systemNoBackup')
  const { at, missing_files: count } = last
  return count === 0 ? dayAndTime(at) : t('admin.systemBackupLacks', { time: dayAndTime(at), count })
}

function healthFacts({ health, disk, last_backup, messages }: State) {
  const missing = health.missing_files
  return [
    [t('admin.systemHealthDatabase'), t(healthText[health.database])] as const,
    [t('admin.systemHealthFiles'), t(healthText[health.files])] as const,
    [t('admin.systemMissing'), missing === null ? t('admin.systemNotCounted') : missing] as const,
    ...(disk
      ? [
          [
            t('admin.systemDisk'),
            t('admin.systemDiskOf', {
              free: inMbOrGb(disk.free_bytes),
              total: inMbOrGb(disk.total_bytes),
            }),
          ] as const,
        ]
      : []),
    [t('admin.systemBackup'), backupText(last_backup)] as const,
    [t('admin.systemMessages'), t('admin.systemMessagesOf', messages)] as const,
  ]
}

function loadFacts(loads: State['app_loaded']) {
  return [
    [t('admin.systemToday'), loads.today] as const,
    [t('admin.systemWeek'), loads.last_7_days] as const,
    [t('admin.systemMonth'), loads.last_30_days] as const,
  ]
}

function Jobs({ jobs }: { jobs: State['jobs'] }) {
  return (
    <Table verticalSpacing="xs" horizontalSpacing="xs" layout="fixed" aria-labelledby="system-jobs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('admin.systemJob')}</Table.Th>
          <Table.Th scope="col">{t('admin.systemLastRun')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jobs.map(({ name, last_run_at, failed }) => (
          <Table.Tr key={name}>
            <Table.Td style={{ overflowWrap: 'break-word' }}>{t(jobText[name])}</Table.Td>
            <Table.Td>
              {last_run_at ? (
                <Group gap="0.25rem 0.75rem">
                  {dayAndTime(last_run_at)}
                  {failed ? (
                    <Badge color="red.8">{t('admin.systemFailed')}</Badge>
                  ) : (
                    <Text span size="sm" c="dimmed">
                      {t('admin.systemDone')}
                    </Text>
                  )}
                </Group>
              ) : (
                t('admin.systemNotYet')
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
