import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from './legal-body.module.css'
import { fragmentQuery } from './queries.ts'

/** A legal text from HTML or markdown. Always sanitized here. */
export function LegalBody(source: { html?: string; markdown?: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...fragmentQuery(source),
    // While typing, keep the last preview until the next is ready.
    placeholderData: (before) => before,
  })
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (data) place.current?.replaceChildren(data.cloneNode(true))
  }, [data])
  if (error) return <ErrorState text={t('terms.notLoaded')} onRetry={() => refetch()} busy={isFetching} />
  return (
    <>
      {!data && <LinesSkeleton />}
      <article className={classes.text} ref={place} />
    </>
  )
}

/** A legal text in a scrollable box of fixed height. */
export function LegalBox({ title, html, low = false }: { title: string; html: string; low?: boolean }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need keyboard access
    <section tabIndex={0} aria-label={t('terms.scrollBox', { title })} className={boxClass(low)}>
      <LegalBody html={html} />
    </section>
  )
}

export function BoxSkeleton({ low = false }: { low?: boolean }) {
  return (
    <div className={boxClass(low)} role="status" aria-label={t('common.loading')}>
      <LinesSkeleton />
    </div>
  )
}

function LinesSkeleton() {
  return [96, 88, 92, 60].map((width) => <Skeleton key={width} height={14} my="md" width={`${width}%`} />)
}

function boxClass(low: boolean): string {
  return low ? `${classes.box} ${classes.low}` : (classes.box ?? '')
}
