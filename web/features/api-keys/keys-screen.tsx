import { Box, Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { revokeApiKey } from '#contract/accounts/api-keys.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { type ApiKey, keysQuery, reloadKeys } from './queries.ts'

/** The account's API keys. */
export function ApiKeysScreen() {
  const { data, error, refetch, isFetching } = useQuery(keysQuery)
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  useTitle(t('apiKeys.title'))

  async function revoke({ id }: ApiKey): Promise<string | null> {
    const result = await call(revokeApiKey, { params: { id } })
    // 404: already revoked.
    if (!result.ok && result.status !== 404) return result.message
    void reloadKeys()
    setRevoking(null)
    setNotice(t('apiKeys.revoked'))
    return null
  }

  return (
    <>
      <PageHeader title={t('apiKeys.title')} />
      <Box maw="44rem">
        <NoticeLine text={notice} onClose={() => setNotice(null)} />
        <Text c="dimmed" mb="lg">
          {t('apiKeys.lead')}
        </Text>
        <Paper withBorder radius="lg" p="lg">
          {error && !data && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
          {!data && !error && <Skeleton height={120} />}
          {data?.data.length === 0 && (
            <EmptyState text={t('apiKeys.none')} icon={<IconKey size={40} stroke={1.5} aria-hidden />} />
          )}
          {data && data.data.length > 0 && (
            <Stack component="section" gap="lg" mb="lg" aria-label={t('apiKeys.title')}>
              {data.data.map((key) => (
                <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
              ))}
            </Stack>
          )}
          {data && <Button onClick={() => setMaking(true)}>{t('apiKeys.add')}</Button>}
        </Paper>
      </Box>
      {making && <NewKeyDialog onClose={() => setMaking(false)} />}
      {revoking && (
        <ConfirmCall
          run={() => revoke(revoking)}
          onClose={() => setRevoking(null)}
          title={t('apiKeys.revokeTitle')}
          text={t('apiKeys.revokeText', { name: revoking.attributes.name })}
          confirm={t('apiKeys.revoke')}
          cancel={t('common.cancel')}
          danger
        />
      )}
    </>
  )
}
