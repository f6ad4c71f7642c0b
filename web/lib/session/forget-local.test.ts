import { beforeEach, expect, test, vi } from 'vitest'
import { rememberPicker, takePickerReturn } from '../files/picker-return.ts'
import { startCountdown } from '../phone/countdown.ts'
import { forgetLocal } from './forget-local.ts'
import { startSession } from './session.ts'

class Store {
  [key: string]: unknown
}

function emptyStore(): Store {
  const store = new Store()
  const hidden = (value: unknown) => ({ value, enumerable: false })
  Object.defineProperties(store, {
    getItem: hidden((key: string) => store[key] ?? null),
    setItem: hidden((key: string, value: string) => {
      store[key] = value
    }),
    removeItem: hidden((key: string) => delete store[key]),
  })
  return store
}

beforeEach(() => {
  vi.stubGlobal('localStorage', emptyStore())
  vi.stubGlobal('sessionStorage', emptyStore())
  vi.stubGlobal('location', { pathname: '/survey/t/s/x', search: '' })
})

function begin(userId: string): void {
  startSession({ token: `token of ${userId}`, userId, firstName: 'Ann', lastName: 'Lee', role: 'surveyor' })
}

test('an unconfirmed template survives logging out; unsaved dialog input does not', () => {
  localStorage.setItem('unsaved:u1:form:f1', '{}')
  localStorage.setItem('unsaved:u1:drawing:p1', '{}')
  forgetLocal('u1')
  expect(Object.keys(localStorage)).toEqual(['unsaved:u1:form:f1'])
})

test('deletes the account’s data except unsent choices, and keeps other accounts’ data', () => {
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

test('deletes the countdown of a sent code', () => {
  startCountdown('entry-code')
  startCountdown('new-phone')
  sessionStorage.setItem('provider', '{}')
  forgetLocal('u1')
  expect(Object.keys(sessionStorage)).toEqual(['provider'])
})

test('the camera’s return address is visible only to its account', () => {
  begin('u1')
  rememberPicker('field')
  begin('u2')
  expect(takePickerReturn()).toBeNull()
  begin('u1')
  expect(takePickerReturn()).toBeNull()
  rememberPicker('field')
  expect(takePickerReturn()).toMatchObject({ path: '/survey/t/s/x', field: 'field' })
})
