import { Paper, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { storageUse } from '#contract/admin/admin.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { inMb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { storageQuery } from './queries.ts'
import classes from './rows.module.css'

type Use = ReplyOf<typeof storageUse>['data']

const kinds = [
  ['photos', 'admin.storagePhotos'],
  ['videos', 'admin.storageVideos'],
  ['plans', 'admin.storagePlans'],
  ['profile_photos', 'admin.storageProfilePhotos'],
] as const

/** Storage used by photos, videos and the database, and the accounts that use most. */
export function StoragePanel() {
  const { data, error, refetch, isFetching } = useQuery(storageQuery)
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <Skeleton height={320} maw="44rem" role="status" aria-label={t('common.loading')} />
  return (
    <Stack gap="lg" maw="44rem">
      <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="storage">
        <Title order={2} id="storage" mb="md">
          {t('admin.storageTitle')}
        </Title>
        <Facts facts={factsOf(data.data)} />
      </Paper>
      <TopAccounts accounts={data.data.accounts} />
    </Stack>
  )
}

function factsOf(use: Use) {
  const total = kinds.reduce((sum, [kind]) => sum + use[kind].bytes, use.database_bytes)
  const files = ({ count, bytes }: Use['photos']) => t('admin.storageFiles', { count, size: inMb(bytes) })
  return [
    ...kinds.map(([kind, name]) => [t(name), files(use[kind])] as const),
    [t('admin.storageDatabase'), inMb(use.database_bytes)] as const,
    [t('admin.storageTotal'), inMb(total)] as const,
  ]
}

function TopAccounts({ accounts }: { accounts: Use['accounts'] }) {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="storage-top">
      <Title order={2} id="storage-top" mb={4}>
        {t('admin.storageTop')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t(accounts.length > 0 ? 'admin.storageTopText' : 'admin.storageNone')}
      </Text>
      {accounts.length > 0 && (
        <Table verticalSpacing="xs" aria-labelledby="storage-top">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('accounts.name')}</Table.Th>
              <Table.Th scope="col" className={classes.number ?? ''}>
                {t('admin.storageCount')}
              </Table.Th>
              <Table.Th scope="col" className={classes.number ?? ''}>
                {t('admin.storageSize')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {accounts.map(({ id, name, count, bytes }) => (
              <Table.Tr key={id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
                <Table.Td className={classes.number ?? ''}>{count}</Table.Td>
                <Table.Td className={classes.number ?? ''}>{inMb(bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}
