import { expect, test } from 'vitest'
import { isThisPage } from './queries.ts'

const here = '/survey-report/tokentokentokentoken/ididididididididid'

test('accepts the active link with any host and query', () => {
  expect(isThisPage(`https://surveys.example.com${here}`, here)).toBe(true)
  expect(isThisPage(`https://surveys.example.com${here}/?from=mail`, here)).toBe(true)
  expect(isThisPage(here, `${here}/`)).toBe(true)
})

test('accepts the path with the link’s id alone', () => {
  const link = `https://surveys.example.com${here}`
  expect(isThisPage(link, '/survey-report/ididididididididid')).toBe(true)
  expect(isThisPage(link, '/survey-report/ididididididididid/')).toBe(true)
  expect(isThisPage(link, '/survey-report/tokentokentokentoken')).toBe(false)
  expect(isThisPage(link, '/survey-report/ididididididididix')).toBe(false)
})

test('rejects another token, no link and malformed links', () => {
  expect(isThisPage(`https://surveys.example.com${here}x`, here)).toBe(false)
  expect(isThisPage(null, here)).toBe(false)
  expect(isThisPage('http://[', here)).toBe(false)
})
