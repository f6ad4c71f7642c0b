import { Badge, Group, NativeSelect, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FormChange, formDifference } from '#contract/templates/custom-forms.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from './form-library.module.css'
import { propertyName } from './property-names.ts'

const kinds = {
  added: 'library.added',
  removed: 'library.removed',
  renamed: 'library.renamed',
  moved: 'library.moved',
  changed: 'library.changedKind',
} as const

interface Props {
  id: string
  /** The newest first. */
  versions: readonly number[]
}

/** What changed from one version to another, or to the draft. */
export function Difference({ id, versions }: Props) {
  const [from, setFrom] = useState(String(versions[0] ?? 1))
  const [to, setTo] = useState('draft')
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
      {data && data.data.length > 0 && <Changes changes={data.data} />}
    </section>
  )
}

/** By section, in the order in which they are told. */
function Changes({ changes }: { changes: readonly FormChange[] }) {
  const sections = new Map<string, FormChange[]>()
  for (const change of changes)
    sections.set(change.section, [...(sections.get(change.section) ?? []), change])
  return (
    <Stack gap="md">
      {[...sections].map(([section, own]) => (
        <div key={section} className={classes.card}>
          <Text fw={600}>
            {section === ''
              ? t('library.wholeForm')
              : (own.find(({ field }) => field === null)?.name ?? section)}
          </Text>
          {own.map((change) => (
            <div key={`${change.kind} ${change.field} ${change.property}`} className={classes.change}>
              <Badge variant="default" tt="none">
                {t(kinds[change.kind])}
              </Badge>
              <span>
                {change.name}
                {change.property !== null &&
                  change.kind !== 'renamed' &&
                  ` · ${propertyName(change.property)}`}
                {(change.from !== null || change.to !== null) && (
                  <Text component="span" display="block" size="sm" c="dimmed">
                    {change.from ?? t('library.nothing')}
                    {' → '}
                    {change.to ?? t('library.nothing')}
                  </Text>
                )}
              </span>
            </div>
          ))}
        </div>
      ))}
    </Stack>
  )
}
