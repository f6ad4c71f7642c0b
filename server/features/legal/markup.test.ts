import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstTexts } from '#contract/messages/legal-texts.ts'
import { withoutTags } from '#contract/rules/legal-markup.ts'
import { hostileMarkup } from '#server/testing/hostile-markup.ts'
import { badLinkIn, renderLegal, sanitizeLegal } from './markup.ts'

/** Only the allowed tags, no attribute except a valid `href`, and every other angle bracket as text. */
const harmless =
  /^(?:[^<]|<\/?(?:h[1-4]|p|ul|ol|li|b|strong|i|em|br)(?: \/)?>|<a(?: href="(?:https:\/\/|mailto:)[^"<>]*")?>|<\/a>)*$/

describe.each(hostileMarkup)('%s', (text) => {
  test('is harmless as markdown', () => expect(renderLegal(text)).toMatch(harmless))
  test('is harmless as HTML', () => expect(sanitizeLegal(text)).toMatch(harmless))
  test('stores text without tags', () =>
    expect(withoutTags(text)).not.toMatch(/<[a-z/!?](?!ttps:\/\/|ailto:)/i))
})

test('any input renders harmless HTML', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...hostileMarkup,
      '<',
      '>',
      '"',
      "'",
      '&',
      '`',
      '[',
      ']',
      '(',
      ')',
      '\\',
      '\n',
      'https://a.b',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      expect(renderLegal(text)).toMatch(harmless)
      expect(sanitizeLegal(text)).toMatch(harmless)
      expect(withoutTags(withoutTags(text))).toBe(withoutTags(text))
    }),
  )
})

test('text that looks like a tag is shown as typed', () => {
  expect(renderLegal('Write <b>bold</b> & 1 < 2')).toBe('<p>Write &lt;b&gt;bold&lt;/b&gt; &amp; 1 &lt; 2</p>')
})

test('headings rank below the page’s own; lists, emphasis and breaks stay', () => {
  expect(renderLegal('# One\n\n##### Five\n\n- **a** *b*\n\n1. c\\\nd')).toBe(
    '<h2>One</h2>\n<h4>Five</h4>\n<ul>\n<li><strong>a</strong> <em>b</em></li>\n</ul>\n<ol>\n<li>c<br />d</li>\n</ol>',
  )
})

test('links lead only to https and mailto, however they are written', () => {
  const good =
    '[a](https://example.com/?a=1&b=2) <https://example.com> [b](mailto:a@example.com) me@example.com'
  expect(badLinkIn(good)).toBeNull()
  expect(renderLegal(good).match(/<a href="(?:https:\/\/example\.com|mailto:)/g)).toHaveLength(4)
  for (const bad of [
    '[a](http://example.com)',
    '[a](/profile)',
    '[a](#x)',
    '[a](java&#115;cript:x)',
    '[a]()',
  ])
    expect(badLinkIn(bad), bad).not.toBeNull()
})

test('a table, code and a picture lose nothing that was written', () => {
  expect(renderLegal('| a | b |\n| - | - |\n| c | d |')).toContain('| c | d |')
  expect(renderLegal('    indented')).toContain('indented')
  expect(renderLegal('![a plan](https://example.com/x.png)')).toBe('<p>a plan</p>')
})

test('the first texts contain nothing that is left out', () => {
  for (const { en, es } of Object.values(firstTexts)) {
    for (const text of [en, es]) {
      expect(badLinkIn(text)).toBeNull()
      expect(withoutTags(text)).toBe(text)
    }
    const shape = (text: string) => renderLegal(text).match(/<\w+/g)
    expect(shape(es)).toEqual(shape(en))
  }
})

test.each([
  '['.repeat(50_000),
  '*'.repeat(50_000),
  '> '.repeat(20_000),
  '![['.repeat(20_000),
  '- '.repeat(40_000),
  '`'.repeat(50_000),
  'a@'.repeat(40_000),
  '<'.repeat(90_000),
])('odd text ends', (text) => {
  expect(renderLegal(text)).toMatch(harmless)
})
