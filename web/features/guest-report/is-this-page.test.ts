import { expect, test } from 'vitest'
import { leadsHere } from './is-this-page.ts'

const here = '/survey-report/tokentokentokentoken/ididididididididid'

test('accepts the active link, whatever its host and query', () => {
  expect(leadsHere(`https://surveys.example.com${here}`, here)).toBe(true)
  expect(leadsHere(`https://surveys.example.com${here}/?from=mail`, here)).toBe(true)
  expect(leadsHere(here, `${here}/`)).toBe(true)
})

test('accepts the path with the link’s id alone', () => {
  const link = `https://surveys.example.com${here}`
  expect(leadsHere(link, '/survey-report/ididididididididid')).toBe(true)
  expect(leadsHere(link, '/survey-report/ididididididididid/')).toBe(true)
  expect(leadsHere(link, '/survey-report/tokentokentokentoken')).toBe(false)
  expect(leadsHere(link, '/survey-report/ididididididididix')).toBe(false)
})

test('rejects another token, no link and malformed links', () => {
  expect(leadsHere(`https://surveys.example.com${here}x`, here)).toBe(false)
  expect(leadsHere(null, here)).toBe(false)
  expect(leadsHere('http://[', here)).toBe(false)
})
