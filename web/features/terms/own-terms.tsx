import { Alert, Anchor, Badge, Checkbox, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listTerms } from '#contract/admin/legal.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { type LegalText, termsStatusQuery, versionsQuery } from './queries.ts'
import { saveTermsAnswer } from './save-terms-answer.ts'
import { termsDate } from './terms-date.ts'
import classes from './version-list.module.css'

/** The account's answer to the terms, which it may change, and earlier versions. */
export function OwnTerms({ text }: { text: LegalText }) {
  return (
    <Stack gap="lg" mt="md">
      <OwnAnswer text={text} />
      <VersionList />
    </Stack>
  )
}

function OwnAnswer({ text }: { text: LegalText }) {
  const { data } = useQuery(termsStatusQuery)
  const [sending, setSending] = useState<boolean | null>(null)
  const [status, setStatus] = useState('')
  const [error, setError] = useState('')
  const accepted = data?.data.id === text.id && data.data.attributes.is_accepted

  async function saveAnswer(value: boolean) {
    setSending(value)
    setStatus('')
    setError('')
    const result = await saveTermsAnswer(text.id, value)
    setSending(null)
    if (result.ok) setStatus(result.reply.meta.message)
    else setError(result.message)
  }
  if (!data) return null
  return (
    <div>
      <Checkbox
        label={t('terms.accept')}
        checked={sending ?? accepted}
        disabled={sending !== null}
        onChange={(event) => saveAnswer(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" role="status">
        {status || t(accepted ? 'terms.acceptedOn' : 'terms.notAccepted')}
      </Text>
      {error && (
        <Alert color="red" role="alert" mt="sm">
          {error}
        </Alert>
      )}
    </div>
  )
}

type Version = ReplyOf<typeof listTerms>['data'][number]

/** All versions of the terms, newest first; admins also see how many accepted each. */
function VersionList() {
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
