// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PagedList } from './paged-list.tsx'

afterEach(cleanup)

function draw(error: Error | null, isFiltered: boolean, isEmpty: boolean | undefined = true): void {
  const read = { error, isFetching: false, isPlaceholderData: false, refetch: () => undefined }
  const words = {
    none: { text: 'Nothing yet', icon: null },
    noneFound: { text: 'Nothing fits', clear: 'Show all', onClear: () => undefined },
  }
  render(
    <MantineProvider env="test">
      <PagedList
        {...{ read, isFiltered, isEmpty, ...words }}
        name="Things"
        count="0 things"
        page={1}
        pages={0}
        onPage={() => undefined}
      >
        {null}
      </PagedList>
    </MantineProvider>,
  )
}

test.each([
  [false, 'Nothing yet'],
  [true, 'Nothing fits'],
])(
  'filtered: %s, an empty list says "%s", and its failure alone where it could not be read',
  (isFiltered, words) => {
    draw(null, isFiltered)
    screen.getByText(words)
    cleanup()
    draw(new Error('Broken'), isFiltered)
    screen.getByText('Broken')
    expect(screen.queryByText(words)).toBeNull()
  },
)

test('a list without a page shows no count, whether it loads or failed to load', () => {
  draw(null, false, undefined)
  expect(screen.queryByText('0 things')).toBeNull()
  cleanup()
  draw(new Error('Broken'), false, undefined)
  screen.getByText('Broken')
  expect(screen.queryByText('0 things')).toBeNull()
})
