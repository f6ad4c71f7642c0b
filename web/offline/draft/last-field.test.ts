import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setAnswer } from '#survey/edit/change.ts'
import { identityField, identityOf } from '#survey/identity.ts'
import type { Survey } from '#survey/survey.ts'
import { forgetLocal } from '#web/lib/session/forget-local.ts'
import { account, emptySurvey, surveyId } from '#web/testing/fake-offline.ts'
import { lastFields, rememberField } from './last-field.ts'

let kept: Record<string, string>

beforeEach(() => {
  kept = {}
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => {
      kept[key] = text
    },
    removeItem: (key: string) => {
      delete kept[key]
    },
  }
  // The code lists the keys as properties of the storage.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const survey = emptySurvey()
const part = survey.sections[0]?.subSections[0]
const answer = (index: number) => part?.answers[index]?.id ?? ''
const named = (id: string): Survey => ({ ...survey, id })

test('remembers the last edited field of each survey, newest first', () => {
  rememberField(account, survey, answer(0))
  rememberField(account, named('another'), answer(0))
  rememberField(account, survey, answer(1))
  const place = survey.sections[0]?.definition.name
  expect(lastFields(account)).toEqual([
    { survey: surveyId, answer: answer(1), place },
    { survey: 'another', answer: answer(0), place },
  ])
})

test('names a sub-section by its title once it has one', () => {
  const title = part?.title.id ?? ''
  const at = '2026-11-02T08:00:00.000Z'
  const titled = setAnswer(survey, part?.id ?? '', title, { value: ' 203 ', values: [], at })
  rememberField(account, survey, answer(0))
  rememberField(account, titled, answer(0))
  expect(lastFields(account).map(({ place }) => place)).toEqual(['203'])
})

test('remembers thirty surveys, each once', () => {
  for (let count = 0; count < 40; count += 1) rememberField(account, named(`s${count}`), answer(0))
  rememberField(account, named('s39'), answer(1))
  expect(lastFields(account).map((one) => one.survey)).toEqual(
    Array.from({ length: 30 }, (_, index) => `s${39 - index}`),
  )
})

test('is hidden from other accounts and removed at logout', () => {
  rememberField(account, survey, answer(0))
  expect(lastFields('another')).toEqual([])
  forgetLocal(account)
  expect(lastFields(account)).toEqual([])
})

test('ignores invalid fields and unreadable storage', () => {
  rememberField(account, survey, 'nowhere')
  expect(lastFields(account)).toEqual([])
  for (const text of ['{', '{}', 'null', '[null, {"survey": 1}]']) {
    kept[`last-field:${account}`] = text
    expect(lastFields(account)).toEqual([])
  }
})

test('names a repeated sub-section by its number before it has a title', () => {
  const repeated = survey.sections.find(
    (section) => section.definition.addSimilar && identityField(section.definition.fields),
  )
  const first = repeated?.subSections[0]
  const identity = repeated && first && identityOf(repeated, first)
  if (!first || !identity) throw new Error('The template has no repeated section with an identity')
  const at = '2026-11-02T08:00:00.000Z'
  const numbered = setAnswer(survey, first.id, identity.id, { value: '203', values: [], at })
  rememberField(account, numbered, identity.id)
  expect(lastFields(account).map(({ place }) => place)).toEqual(['203'])
})
