import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listReviews } from '#contract/surveys/reviews.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './review-history.module.css'

type ReviewEntry = ReplyOf<typeof listReviews>['data'][number]['attributes']

const words = {
  sent_back: 'reviews.chipSentBack',
  resubmitted: 'reviews.chipResubmitted',
  accepted: 'reviews.chipAccepted',
  taken_back: 'reviews.takenBack',
} as const

/** A survey's reviews, newest first. Renders nothing offline. */
export function ReviewHistory({ survey }: { survey: string }) {
  const { data } = useQuery({ ...reading(listReviews, { params: { id: survey } }), staleTime: 0 })
  if (!data || data.data.length === 0) return null
  return (
    <section className={classes.history}>
      <Text component="h3" fw={600}>
        {t('reviews.barTitle')}
      </Text>
      <ul>
        {data.data.map(({ id, attributes }) => (
          <li key={id}>{lineOf(attributes)}</li>
        ))}
      </ul>
    </section>
  )
}

function lineOf({ kind, done_by, done_at, notes }: ReviewEntry): string {
  const what = t(words[kind])
  const summary = notes > 0 ? `${what} (${t('reviews.notesCount', { count: notes })})` : what
  return [summary, done_by, shortTime(done_at)].filter(Boolean).join(' · ')
}
