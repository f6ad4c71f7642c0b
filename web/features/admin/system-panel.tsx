import { Badge, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { systemState } from '#contract/admin-system.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { inMbOrGb } from '#web/lib/file-size.ts'
import { dayAndTime } from '#web/lib/format-time.ts'
import { say } from '#web/lib/say.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/section.tsx'
import { systemQuery } from './queries.ts'
import { jobText } from './words.ts'

type State = ReplyOf<typeof systemState>['data']

const healthText = { ok: 'admin.systemOk', down: 'admin.systemDown', full: 'admin.systemFull' } as const

/** What runs here, whether it is well, and what it does by itself. */
export function SystemPanel() {
  const { data, error, refetch, isFetching } = useQuery(systemQuery)
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <Skeleton height={320} maw="44rem" role="status" aria-label={say('common.loading')} />
  const state = data.data
  return (
    <Stack gap="lg" maw="44rem">
      <Section id="system-program" title={say('admin.systemTitle')}>
        <Facts facts={programFacts(state)} />
      </Section>
      <Section id="system-health" title={say('admin.systemHealth')}>
        <Facts facts={healthFacts(state)} />
      </Section>
      <Section id="system-loads" title={say('admin.systemLoads')}>
        {state.app_loaded.is_counted ? (
          <Facts facts={loadFacts(state.app_loaded)} />
        ) : (
          <Text c="dimmed">{say('admin.systemLoadsOff')}</Text>
        )}
      </Section>
      <Section id="system-jobs" title={say('admin.systemJobs')}>
        <Text size="sm" c="dimmed" mb="md">
          {say('admin.systemJobsText')}
        </Text>
        <Jobs jobs={state.jobs} />
      </Section>
    </Stack>
  )
}

function programFacts(state: State) {
  return [
    [say('admin.systemVersion'), state.version] as const,
    ['Node.js', state.node] as const,
    [say('admin.systemDatabase'), state.database_version] as const,
    [say('admin.systemStarted'), dayAndTime(state.started_at)] as const,
  ]
}

function healthFacts({ health, disk, messages }: State) {
  const missing = health.missing_files
  return [
    [say('admin.systemHealthDatabase'), say(healthText[health.database])] as const,
    [say('admin.systemHealthFiles'), say(healthText[health.files])] as const,
    [say('admin.systemMissing'), missing === null ? say('admin.systemNotCounted') : missing] as const,
    ...(disk
      ? [
          [
            say('admin.systemDisk'),
            say('admin.systemDiskOf', {
              free: inMbOrGb(disk.free_bytes),
              total: inMbOrGb(disk.total_bytes),
            }),
          ] as const,
        ]
      : []),
    [say('admin.systemMessages'), say('admin.systemMessagesOf', messages)] as const,
  ]
}

function loadFacts(loads: State['app_loaded']) {
  return [
    [say('admin.systemToday'), loads.today] as const,
    [say('admin.systemWeek'), loads.last_7_days] as const,
    [say('admin.systemMonth'), loads.last_30_days] as const,
  ]
}

function Jobs({ jobs }: { jobs: State['jobs'] }) {
  return (
    <Table verticalSpacing="xs" horizontalSpacing="xs" aria-labelledby="system-jobs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{say('admin.systemJob')}</Table.Th>
          <Table.Th scope="col">{say('admin.systemLastRun')}</Table.Th>
          <Table.Th scope="col">{say('admin.systemResult')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jobs.map(({ name, last_run_at, failed }) => (
          <Table.Tr key={name}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{say(jobText[name])}</Table.Td>
            <Table.Td>{last_run_at ? dayAndTime(last_run_at) : say('admin.systemNotYet')}</Table.Td>
            <Table.Td>
              {last_run_at && failed && <Badge color="red.8">{say('admin.systemFailed')}</Badge>}
              {last_run_at && !failed && say('admin.systemDone')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
