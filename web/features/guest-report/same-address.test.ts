import { expect, test } from 'vitest'
import { leadsHere } from './same-address.ts'

const here = '/survey-report/tokentokentokentoken/ididididididididid'

test('the active link is this page, whatever the host and the query', () => {
  expect(leadsHere(`https://surveys.example.com${here}`, here)).toBe(true)
  expect(leadsHere(`https://surveys.example.com${here}/?from=mail`, here)).toBe(true)
  expect(leadsHere(here, `${here}/`)).toBe(true)
})

test('the page may name the link by its id alone', () => {
  const link = `https://surveys.example.com${here}`
  expect(leadsHere(link, '/survey-report/ididididididididid')).toBe(true)
  expect(leadsHere(link, '/survey-report/ididididididididid/')).toBe(true)
  expect(leadsHere(link, '/survey-report/tokentokentokentoken')).toBe(false)
  expect(leadsHere(link, '/survey-report/ididididididididix')).toBe(false)
})

test('another token, no link and nonsense are not', () => {
  expect(leadsHere(`https://surveys.example.com${here}x`, here)).toBe(false)
  expect(leadsHere(null, here)).toBe(false)
  expect(leadsHere('http://[', here)).toBe(false)
})
