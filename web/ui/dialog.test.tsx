// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { noteTaps } from '#web/lib/page/second-tap.ts'
import { Dialog, SideDialog } from './dialog.tsx'

beforeAll(noteTaps)
afterEach(cleanup)

function Opener({ Kind }: { Kind: typeof Dialog | typeof SideDialog }) {
  const [opened, setOpened] = useState(false)
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => setOpened(true)}>
        Search
      </button>
      <Kind opened={opened} onClose={() => setOpened(false)} title="Search anywhere">
        Words
      </Kind>
    </MantineProvider>
  )
}

/** Taps at this time (ms) and horizontal position. */
function tap(on: Element, at: number, x = 350): void {
  const event = new MouseEvent('click', {
    ...{ bubbles: true, cancelable: true, detail: 1 },
    ...{ clientX: x, clientY: 30 },
  })
  Object.defineProperties(event, { timeStamp: { value: at }, pointerType: { value: 'touch' } })
  fireEvent(on, event)
}

test.each([
  ['A dialog', Dialog],
  ['A drawer', SideDialog],
])('%s stays open where its Close lies under the finger that opened it twice', async (_, Kind) => {
  render(<Opener Kind={Kind} />)
  tap(screen.getByRole('button', { name: 'Search' }), 1000)
  const close = await screen.findByRole('button', { name: 'Close' })
  tap(close, 1150)
  expect(screen.queryByRole('dialog')).not.toBeNull()
  tap(close, 1500)
  expect(screen.queryByRole('dialog')).toBeNull()
})
