import { beforeEach, expect, test, vi } from 'vitest'
import { forgetLocal } from './forget-local.ts'
import { rememberPicker, takePickerReturn } from './picker-return.ts'
import { startSession } from './session.ts'

class Store {
  [key: string]: unknown
}

beforeEach(() => {
  const store = new Store()
  const hidden = (value: unknown) => ({ value, enumerable: false })
  Object.defineProperties(store, {
    getItem: hidden((key: string) => store[key] ?? null),
    setItem: hidden((key: string, value: string) => {
      store[key] = value
    }),
    removeItem: hidden((key: string) => delete store[key]),
  })
  vi.stubGlobal('localStorage', store)
  vi.stubGlobal('location', { pathname: '/survey/t/s/x', search: '' })
})

function begin(userId: string): void {
  startSession({ token: `token of ${userId}`, userId, firstName: 'Ann', lastName: 'Lee', role: 'surveyor' })
}

test('what is kept of the account goes, but choices that the server does not have; others keep theirs', () => {
  localStorage.setItem('menu:u1:en', '[]')
  localStorage.setItem('menu:u2:en', '[]')
  localStorage.setItem('settings:u1', JSON.stringify({ chosen: { theme: 'dark' }, waiting: [] }))
  localStorage.setItem('settings:u2', JSON.stringify({ chosen: {}, waiting: [] }))
  localStorage.setItem('language', 'es')
  forgetLocal('u1')
  expect(Object.keys(localStorage).sort()).toEqual(['language', 'menu:u2:en', 'settings:u2'])
  const waits = {
    chosen: { theme: 'dark' },
    changedAt: { theme: '2026-11-02T09:00:00Z' },
    waiting: ['theme'],
  }
  localStorage.setItem('settings:u2', JSON.stringify(waits))
  forgetLocal('u2')
  expect(Object.keys(localStorage).sort()).toEqual(['language', 'settings:u2'])
})

test('where the camera was opened is told to that account alone', () => {
  begin('u1')
  rememberPicker('field')
  begin('u2')
  expect(takePickerReturn()).toBeNull()
  begin('u1')
  expect(takePickerReturn()).toBeNull()
  rememberPicker('field')
  expect(takePickerReturn()).toMatchObject({ path: '/survey/t/s/x', field: 'field' })
})
