import { Group, NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formDifference } from '#contract/templates/custom-forms.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Changes } from './changes.tsx'

interface Props {
  id: string
  /** Newest first. */
  versions: readonly number[]
  /** Names by key, for sections that still exist. */
  names: ReadonlyMap<string, string>
}

/** Compares two versions or the draft. Starts with the last two published versions. */
export function Difference({ id, versions, names }: Props) {
  const [newest, before] = versions
  const [from, setFrom] = useState(String(before ?? newest ?? 1))
  const [to, setTo] = useState(before === undefined ? 'draft' : String(newest))
  const { data, error, refetch, isFetching } = useQuery({
    ...reading(formDifference, { params: { id }, query: { from, to } }),
    staleTime: 0,
  })
  const choices = [
    { value: 'draft', label: t('library.draft') },
    ...versions.map((version) => ({ value: String(version), label: t('library.version', { version }) })),
  ]
  return (
    <section aria-labelledby="difference">
      <Title order={2} id="difference" mb="sm">
        {t('library.difference')}
      </Title>
      <Group gap="md" mb="md">
        <NativeSelect
          label={t('library.from')}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data={choices}
        />
        <NativeSelect
          label={t('library.to')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          data={choices}
        />
      </Group>
      {error && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
      {!error && !data && <Skeleton height={80} radius="lg" />}
      {data?.data.length === 0 && <Text>{t('library.same')}</Text>}
      {data && data.data.length > 0 && <Changes changes={data.data} names={names} />}
    </section>
  )
}
