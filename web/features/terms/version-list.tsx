import { Anchor, Badge, Group, Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listTerms } from '#contract/admin/legal.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { versionsQuery } from './queries.ts'
import { termsDate } from './terms-date.ts'
import classes from './version-list.module.css'

type Version = ReplyOf<typeof listTerms>['data'][number]

/** All versions of the terms, newest first; admins also see how many accepted each. */
export function VersionList() {
  const [page, setPage] = useState(1)
  const { data } = useQuery({ ...versionsQuery(page), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby="versions">
      <Title order={2} id="versions" mb="xs">
        {t('terms.versions')}
      </Title>
      {!data && <Skeleton height={52} />}
      <ul className={classes.list}>
        {data?.data.map((version, at) => (
          <Row key={version.id} version={version} current={page === 1 && at === 0} />
        ))}
      </ul>
      {data && data.meta.total_pages >= limits.pagerFromPages && (
        <Pager total={data.meta.total_pages} page={page} onChange={setPage} />
      )}
    </section>
  )
}

function Row({ version: { id, attributes: a }, current }: { version: Version; current: boolean }) {
  return (
    <li className={classes.item}>
      <Group gap="sm">
        <Anchor component={Link} to={`/TermsConditionsDetail?id=${id}`} className={classes.link ?? ''}>
          {t('terms.version', { version: a.version })}
        </Anchor>
        {current && (
          <Badge variant="light" size="lg" tt="none">
            {t('terms.current')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {a.accepted_count !== undefined && `${t('terms.acceptedCount', { count: a.accepted_count })} · `}
        {termsDate(a.created_at)}
      </Text>
    </li>
  )
}
