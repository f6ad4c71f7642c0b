import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fold } from '#contract/rules/fold.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
beforeAll(async () => {
  here = await testApp()
})
afterAll(() => here.close())

/**
 * Returns texts that the database folds differently, except characters that only one of the Unicode versions
 * knows.
 */
async function differences(texts: readonly string[]) {
  const { rows } = await sql<{ given: string; normal: string; made: string }>`
    select given, normalize(given, NFKD) as normal, fold_text(given) as made
    from unnest(${texts}::text[]) as given`.execute(here.context.db)
  expect(rows).toHaveLength(texts.length)
  const known = rows.filter(({ given, normal }) => normal === given.normalize('NFKD'))
  expect(known.length).toBeGreaterThan(texts.length * 0.99)
  return known.flatMap(({ given, made }) =>
    made === fold(given) ? [] : [{ given, made, wanted: fold(given) }],
  )
}

test('database and app fold characters alike: the whole BMP, and others that folding could change', async () => {
  const characters = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter(
      (one) => one < '\ud800' || one > '\udfff' || fold(one) !== one || /[\p{LC}\p{M}\p{Cf}]/u.test(one),
    )
  expect(characters.length).toBeGreaterThan(63_487)
  expect(await differences(characters.map((one) => `a${one}b`))).toEqual([])
})

test('database and app fold any text alike', async () => {
  const texts = fc.sample(
    fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 })),
    5_000,
  )
  const storable = texts.map((text) => text.replaceAll('\0', '').toWellFormed())
  expect(await differences([...storable, '', ' ', '\u0301', 'ΣΟΦΟΣ Σ', 'ﬁŒuvre \t№ ½″ '])).toEqual([])
})
