import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Settings, usualSettings } from '#contract/accounts/settings-choices.ts'
import { noSettings, readRecord, withChoice, withoutWaiting, withServer } from './record.ts'

const early = '2026-05-01T10:00:00.000Z'
const late = '2026-05-01T11:00:00.000Z'

function server(chosen: Partial<Settings>, at: string) {
  const changed_at = Object.fromEntries(Object.keys(chosen).map((name) => [name, at]))
  return { ...usualSettings, ...chosen, changed_at }
}

test('a choice applies at once and waits to be sent', () => {
  expect(withChoice(noSettings, 'theme', 'dark', early)).toEqual({
    chosen: { theme: 'dark' },
    changedAt: { theme: early },
    waiting: ['theme'],
  })
})

describe('the server’s settings', () => {
  test('are applied, except where a later choice waits', () => {
    const here = withChoice(withChoice(noSettings, 'theme', 'dark', early), 'units', 'metric', late)
    const merged = withServer(
      here,
      server({ theme: 'light', units: 'imperial', text_size: 125 }, '2026-05-01T10:30:00.000Z'),
    )
    expect(merged.chosen).toEqual({ theme: 'light', units: 'metric', text_size: 125 })
    expect(merged.waiting).toEqual(['units'])
  })

  test('also reset a choice', () => {
    const here = { ...withChoice(noSettings, 'theme', 'dark', early), waiting: [] }
    expect(withServer(here, server({}, late))).toEqual(noSettings)
  })
})

test('a sent choice no longer waits, unless it changed meanwhile', () => {
  const sent = withChoice(withChoice(noSettings, 'theme', 'dark', early), 'units', 'metric', early)
  const now = withChoice(sent, 'theme', 'light', late)
  expect(withoutWaiting(now, sent).waiting).toEqual(['theme'])
})

test('reads any stored value without failing', () => {
  const kept = withChoice(noSettings, 'text_size', 150, early)
  expect(readRecord(JSON.stringify(kept))).toEqual(kept)
  expect(
    readRecord('{"chosen":{"theme":"neon","units":"metric"},"waiting":"all","changedAt":{"units":7}}'),
  ).toEqual({
    chosen: { units: 'metric' },
    changedAt: {},
    waiting: [],
  })
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect(Object.keys(readRecord(text))).toEqual(['chosen', 'changedAt', 'waiting'])
    }),
  )
})
