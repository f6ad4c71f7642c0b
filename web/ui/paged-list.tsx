import { Button, Text } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { LoadingState } from './loading-state.tsx'
import { Pager } from './pager.tsx'

interface Props {
  /** The query of this page. */
  read: {
    readonly error: Error | null
    readonly isFetching: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  /** The list's accessible name. */
  name: string
  /** The number of entries, as text. */
  count: string
  /** Undefined until a page was read. */
  isEmpty: boolean | undefined
  page: number
  pages: number
  onPage: (page: number) => void
  /** A search or filter is active. */
  isFiltered: boolean
  none: { readonly text: string; readonly icon: ReactNode }
  noneFound: { readonly text: string; readonly clear: string; readonly onClear: () => void }
  children: ReactNode
}

/** Shows a page of a list: entries and count, an empty state, a loading state, or a load error. */
export function PagedList({ read, isEmpty, isFiltered, none, noneFound, ...list }: Props) {
  // A list that failed to load is not known to be empty.
  const isNone = isEmpty && !read.error
  return (
    <>
      {read.error && (
        <ErrorState text={read.error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
      )}
      {isEmpty === undefined && !read.error && <LoadingState>{null}</LoadingState>}
      {isEmpty === false && (
        <section aria-label={list.name} aria-busy={read.isPlaceholderData}>
          <Text size="sm" c="dimmed" mb="xs" role="status">
            {list.count}
          </Text>
          {list.children}
          {list.pages >= limits.pagerFromPages && (
            <Pager total={list.pages} page={list.page} onChange={list.onPage} />
          )}
        </section>
      )}
      {isNone && !isFiltered && <EmptyState text={none.text} icon={none.icon} />}
      {isNone && isFiltered && (
        <EmptyState text={noneFound.text} icon={<IconSearchOff size={40} stroke={1.5} aria-hidden />}>
          <Button variant="default" onClick={noneFound.onClear}>
            {noneFound.clear}
          </Button>
        </EmptyState>
      )}
    </>
  )
}
