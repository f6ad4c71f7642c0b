import { expect, test } from 'vitest'
import { addressBehind, alertAddress, alertIn, stateBehind } from './alert.ts'
import { infoIn } from './info-page.ts'

const alert = { title: 'Title', body: 'Body', positive: { text: 'Yes' } }

test.each(['/', '/dashboard', '/survey/1/2/3', '/survey-report/a/b'])('above %s and back', (pathname) => {
  expect(addressBehind(alertAddress(pathname))).toBe(pathname)
  expect(addressBehind(pathname)).toBeNull()
})

test('reads an alert from navigation state only if it is complete', () => {
  expect(alertIn({ alert, behind: { from: '/x' } })).toEqual(alert)
  expect(stateBehind({ alert, behind: { from: '/x' } })).toEqual({ from: '/x' })
  for (const state of [
    null,
    undefined,
    'alert',
    {},
    { alert: null },
    { alert: { ...alert, body: undefined } },
    { alert: { ...alert, positive: 'Yes' } },
    { alert: { ...alert, neutral: { text: 'Later', to: 5 } } },
  ])
    expect(alertIn(state)).toBeNull()
})

test('an info page links only to this app', () => {
  const info = { title: 'T', body: 'B', button: 'Ok', to: '/Home' }
  expect(infoIn({ info })).toEqual(info)
  for (const to of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', ''])
    expect(infoIn({ info: { ...info, to } })).toBeNull()
  expect(infoIn({ info: { ...info, button: undefined } })).toBeNull()
  expect(infoIn(null)).toBeNull()
})
