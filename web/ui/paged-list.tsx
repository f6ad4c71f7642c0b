import { Button, Text } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { Pager } from './pager.tsx'

interface Props {
  /** The reading that the page comes from. */
  read: {
    readonly error: Error | null
    readonly isFetching: boolean
    readonly isPlaceholderData: boolean
    readonly refetch: () => unknown
  }
  /** What the list is called. */
  name: string
  /** How many there are, in words. */
  count: string
  isEmpty: boolean
  page: number
  pages: number
  onPage: (page: number) => void
  /** Something is looked for; else there is nothing at all. */
  isFiltered: boolean
  none: { readonly text: string; readonly icon: ReactNode }
  noneFound: { readonly text: string; readonly clear: string; readonly onClear: () => void }
  children: ReactNode
}

/** A page of a list that was read: what fits with its number, none, and what could not be read afresh. */
export function PagedList({ read, isEmpty, isFiltered, none, noneFound, ...list }: Props) {
  // Of a list that could not be read nobody knows whether something is in it.
  const isNone = isEmpty && !read.error
  return (
    <>
      {read.error && (
        <ErrorState text={read.error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
      )}
      {!isEmpty && (
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
