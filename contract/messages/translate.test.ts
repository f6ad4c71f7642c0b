/** @alone The loaded texts belong to the whole process. */
import { afterEach, beforeAll, expect, test } from 'vitest'
import { spanish } from './es/catalogue.ts'
import type { Language } from './language.ts'
import { addTexts, setLanguageSource, spokenLanguage, spokenLocale } from './spoken.ts'
import { t } from './translate.ts'

let language: Language = 'en'

beforeAll(() => setLanguageSource(() => language))
afterEach(() => {
  language = 'en'
})

test('another language is used only after its texts are loaded', () => {
  language = 'es'
  expect([spokenLanguage(), spokenLocale(), t('common.save')]).toEqual(['en', 'en-US', 'Save'])
  addTexts('es', spanish)
  expect([spokenLanguage(), spokenLocale(), t('common.save')]).toEqual(['es', 'es-419', 'Guardar'])
})

test('switching the language translates the whole sentence', () => {
  const both = () => [1, 2].map((count) => t('history.count', { count }))
  expect(both()).toEqual(['1 survey', '2 surveys'])
  language = 'es'
  expect(both()).toEqual(['1 inspección', '2 inspecciones'])
  language = 'en'
  expect(both()).toEqual(['1 survey', '2 surveys'])
})
