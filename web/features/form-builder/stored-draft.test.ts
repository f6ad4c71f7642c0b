import { beforeEach, expect, test, vi } from 'vitest'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { claimRecord, type StoredDraft } from './stored-draft.ts'

/** A stand-in for localStorage whose items are own properties, as in browsers. */
class Store {
  [key: string]: unknown
}

let isFull = false

function emptyStore(): Store {
  const store = new Store()
  const hidden = (value: unknown) => ({ value, enumerable: false })
  Object.defineProperties(store, {
    getItem: hidden((key: string) => store[key] ?? null),
    setItem: hidden((key: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      store[key] = value
    }),
    removeItem: hidden((key: string) => delete store[key]),
  })
  return store
}

beforeEach(() => {
  isFull = false
  vi.stubGlobal('localStorage', emptyStore())
})

function named(name: string, base = 1): StoredDraft {
  const form: FormDocument = { schema: 'fieldbook-form/1', name, sections: [] }
  return { base, version: 0, form, sent: null }
}

test('two pages with one draft store separate records', async () => {
  const [one, other] = [await claimRecord('u1', 'f1'), await claimRecord('u1', 'f1')]
  one.keep(named('One'))
  other.keep(named('Other'))
  other.keep(null)
  one.release()
  other.release()
  const next = await claimRecord('u1', 'f1')
  expect(next.left).toEqual(named('One'))
  next.release()
})

test('records of closed pages are opened one by one, newest first', async () => {
  const pages = [await claimRecord('u1', 'f2'), await claimRecord('u1', 'f2')]
  pages[0]?.keep(named('Older', 1))
  pages[1]?.keep(named('Newer', 2))
  for (const page of pages) page.release()
  const [first, second, third] = [
    await claimRecord('u1', 'f2'),
    await claimRecord('u1', 'f2'),
    await claimRecord('u1', 'f2'),
  ]
  expect([first?.left, second?.left, third?.left]).toEqual([named('Newer', 2), named('Older', 1), null])
})

test('records are separate for each account and draft, and those of older app versions are found', async () => {
  localStorage.setItem('unsaved:u1:form:f3', JSON.stringify(named('Earlier')))
  expect((await claimRecord('u2', 'f3')).left).toBe(null)
  expect((await claimRecord('u1', 'f')).left).toBe(null)
  const found = await claimRecord('u1', 'f3')
  expect(found.left).toEqual(named('Earlier'))
  found.keep(null)
  expect(Object.keys(localStorage)).toEqual([])
})

test('a late write of a closed page does not replace the next page’s record', async () => {
  const left = await claimRecord('u1', 'f4')
  left.keep(named('Sent'))
  left.release()
  const next = await claimRecord('u1', 'f4')
  next.keep(named('Further'))
  left.keep(null)
  left.keep(named('Late'))
  next.release()
  expect((await claimRecord('u1', 'f4')).left).toEqual(named('Further'))
})

test('a full local storage returns false', async () => {
  const record = await claimRecord('u1', 'f5')
  isFull = true
  expect(record.keep(named('One'))).toBe(false)
  expect(record.keep(null)).toBe(true)
})

test('the sent form is restored beside the current one, including shared sections', async () => {
  const section = (key: string, name: string) => ({ key, name, fields: [] })
  const [roof, closet] = [section('roof', 'Roof'), section('closet', 'Closet')]
  const sent: FormDocument = { schema: 'fieldbook-form/1', name: 'Walk', sections: [roof, closet] }
  const form: FormDocument = { ...sent, name: 'A "walk"', sections: [roof, section('closet', 'IDF closet')] }
  const stored: StoredDraft = { base: 3, version: 2, form, sent }
  const page = await claimRecord('u1', 'f9')
  page.keep(stored)
  page.release()
  const next = await claimRecord('u1', 'f9')
  expect(next.left).toEqual(stored)
  next.release()
})
