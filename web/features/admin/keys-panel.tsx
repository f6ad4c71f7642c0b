import { Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allApiKeys, revokeAnyApiKey } from '#contract/accounts/api-keys.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { KeyRow } from '#web/features/api-keys/key-row.tsx'
import { call } from '#web/lib/http/call.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import { Pager } from '#web/ui/pager.tsx'
import type { ChangeState, ConsoleState } from './console-state.ts'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { useNotice } from './use-notice.ts'

type OwnedKey = ReplyOf<typeof allApiKeys>['data'][number]

function keysQuery(page: number) {
  return queryOptions({
    ...reading(allApiKeys, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

interface Props {
  state: ConsoleState
  onChange: ChangeState
}

/** The API keys of all accounts. */
export function KeysPanel({ state, onChange }: Props) {
  const { data, error, refetch, isFetching } = useQuery(keysQuery(state.page))
  const [asked, setAsked] = useState<OwnedKey | null>(null)
  const [notice, setNotice] = useNotice()

  async function revoke({ id }: OwnedKey): Promise<string | null> {
    const result = await call(revokeAnyApiKey, { params: { id } })
    // 404: already revoked.
    if (!result.ok && result.status !== 404) return result.message
    void queryClient.invalidateQueries({ queryKey: [allApiKeys.name] })
    setAsked(null)
    setNotice(t('apiKeys.revoked'))
    return null
  }

  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  return (
    <>
      <Text c="dimmed" mb="md" maw="44rem">
        {t('apiKeys.adminLead')}
      </Text>
      <NoticeLine text={notice || null} onClose={() => setNotice('')} />
      {!data && <RowsSkeleton height={140} />}
      {data?.data.length === 0 && (
        <EmptyState text={t('apiKeys.adminNone')} icon={<IconKey size={40} stroke={1.5} aria-hidden />} />
      )}
      {data && data.data.length > 0 && (
        <Stack component="section" gap="lg" maw="44rem" aria-label={t('apiKeys.title')}>
          {data.data.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setAsked(key)}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {ownerOf(key)}
              </Text>
            </KeyRow>
          ))}
        </Stack>
      )}
      {data && data.meta.total_pages > 1 && (
        <Pager total={data.meta.total_pages} page={state.page} onChange={(page) => onChange({ page })} />
      )}
      {asked && (
        <ConfirmCall
          run={() => revoke(asked)}
          onClose={() => setAsked(null)}
          title={t('apiKeys.revokeTitle')}
          text={t('apiKeys.revokeText', { name: asked.attributes.name })}
          confirm={t('apiKeys.revoke')}
          cancel={t('common.cancel')}
          danger
        />
      )}
    </>
  )
}

function ownerOf({ attributes: { account } }: OwnedKey): string {
  return [account.name, account.email].filter(Boolean).join(' · ')
}
