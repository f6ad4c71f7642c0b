import { expect, test } from 'vitest'
import { openFairQueue, type Requester } from './fair-queue.ts'

function asking(most: Partial<Parameters<typeof openFairQueue>[0]> = {}) {
  const turns = openFairQueue({ ofSmall: 1, ofAccounts: 2, ofGuests: 1, ofLarge: 1, ...most })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, asker: Requester, ended = new AbortController()) => {
    const turn = turns.take(asker, ended.signal).then((end) => {
      begun.push(name)
      ends.set(name, end)
    })
    return { ended, turn }
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    // Admission happens in the next turn of the event loop.
    await new Promise((next) => setImmediate(next))
  }
  return { begun, ask, end }
}

const account = (line: string): Requester => ({ line, guest: false, size: 'usual' })
const link = (line: string): Requester => ({ line, guest: true, size: 'usual' })
const largeOf = (asker: Requester): Requester => ({ ...asker, size: 'large' })
const smallOf = (asker: Requester): Requester => ({ ...asker, size: 'small' })
const settled = () => new Promise((next) => setImmediate(next))

test('lines are served in rotation: a line with many requests delays others by one', async () => {
  const { begun, ask, end } = asking({ ofAccounts: 1, ofGuests: 1 })
  for (const name of ['a1', 'a2', 'a3']) ask(name, account('a'))
  ask('b1', account('b'))
  ask('c1', account('c'))
  await settled()
  for (const name of ['a1', 'b1', 'c1', 'a2']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('a line never has two slots, even if others are free', async () => {
  const { begun, ask, end } = asking()
  ask('a1', account('a'))
  ask('a2', account('a'))
  await settled()
  expect(begun).toEqual(['a1'])
  ask('b1', account('b'))
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
})

test('guests and accounts do not wait for each other', async () => {
  const { begun, ask } = asking()
  for (const name of ['g1', 'g2', 'g3']) ask(name, link(name))
  ask('a1', account('a'))
  ask('b1', account('b'))
  ask('c1', account('c'))
  await settled()
  expect(begun).toEqual(['g1', 'a1', 'b1'])
})

test('large reports wait only for large reports, and no other report waits for them', async () => {
  const { begun, ask, end } = asking({ ofAccounts: 1, ofGuests: 1 })
  ask('large a', largeOf(account('a')))
  ask('large b', largeOf(account('b')))
  ask('large g', largeOf(link('g')))
  ask('a1', account('a'))
  ask('g1', link('g'))
  await settled()
  expect(begun).toEqual(['large a', 'a1', 'g1'])
  await end('large a')
  await end('large b')
  expect(begun).toEqual(['large a', 'a1', 'g1', 'large b', 'large g'])
})

test('an account’s small report waits only for small reports', async () => {
  const { begun, ask, end } = asking({ ofAccounts: 1 })
  for (const name of ['a1', 'a2', 'a3']) ask(name, account('a'))
  ask('b1', account('b'))
  ask('small c', smallOf(account('c')))
  ask('small d', smallOf(account('d')))
  await settled()
  expect(begun).toEqual(['a1', 'small c'])
  await end('small c')
  expect(begun).toEqual(['a1', 'small c', 'small d'])
})

test('an account has one slot at a time, including small reports', async () => {
  const { begun, ask, end } = asking({ ofAccounts: 1 })
  ask('a1', account('a'))
  ask('small a', smallOf(account('a')))
  await settled()
  expect(begun).toEqual(['a1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'small a'])
})

test('small reports use free slots, but not ahead of waiting reports', async () => {
  const { begun, ask, end } = asking({ ofAccounts: 1 })
  ask('small a', smallOf(account('a')))
  ask('small b', smallOf(account('b')))
  ask('c1', account('c'))
  ask('small d', smallOf(account('d')))
  await settled()
  expect(begun).toEqual(['small a', 'small b'])
  await end('small a')
  expect(begun).toEqual(['small a', 'small b', 'c1'])
  await end('small b')
  expect(begun).toEqual(['small a', 'small b', 'c1', 'small d'])
})

test('an aborted request leaves the queue', async () => {
  const { begun, ask, end } = asking({ ofAccounts: 1, ofGuests: 1 })
  ask('a1', account('a'))
  const gone = ask('b1', account('b'))
  ask('c1', account('c'))
  gone.ended.abort(new Error('went away'))
  await expect(gone.turn).rejects.toThrow('went away')
  await expect(ask('d1', account('d'), gone.ended).turn).rejects.toThrow('went away')
  await end('a1')
  expect(begun).toEqual(['a1', 'c1'])
})
