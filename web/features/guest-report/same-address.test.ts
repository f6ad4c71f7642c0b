import { expect, test } from 'vitest'
import { leadsHere } from './same-address.ts'

const here = '/survey-report/tokentokentokentoken/ididididididididid'

test('the active link is this page, whatever the host and the query', () => {
  expect(leadsHere(`https://surveys.example.com${here}`, here)).toBe(true)
  expect(leadsHere(`https://surveys.example.com${here}/?from=mail`, here)).toBe(true)
  expect(leadsHere(here, `${here}/`)).toBe(true)
})

test('another token, no link and nonsense are not', () => {
  expect(leadsHere(`https://surveys.example.com${here}x`, here)).toBe(false)
  expect(leadsHere(null, here)).toBe(false)
  expect(leadsHere('http://[', here)).toBe(false)
})
