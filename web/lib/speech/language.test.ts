import { beforeEach, expect, test } from 'vitest'
import { startSession } from '#web/lib/session/session.ts'
import { changeSetting } from '#web/lib/settings/store.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { dictationLanguage, dictationLanguages } from './language.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  stubLocalStorage(kept)
  signIn('one')
})

function signIn(userId: string): void {
  startSession({ token: 't', userId, firstName: 'Sam', lastName: 'Rivera', role: 'surveyor' })
}

test('defaults to US English until an account chooses another language', () => {
  expect(dictationLanguage()).toBe('en-US')
  changeSetting('dictation_language', 'de-CH')
  expect(dictationLanguage()).toBe('de-CH')
  signIn('two')
  expect(dictationLanguage()).toBe('en-US')
})

test('an unknown language is not passed to the browser', () => {
  kept.set('settings:three', JSON.stringify({ chosen: { dictation_language: 'xx; drop' } }))
  signIn('three')
  expect(dictationLanguage()).toBe('en-US')
})

test('languages are named and sorted by name', () => {
  const names = dictationLanguages().map(({ name }) => name)
  expect(names).toContain('English (United States)')
  expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
  expect(new Set(names).size).toBe(names.length)
})
