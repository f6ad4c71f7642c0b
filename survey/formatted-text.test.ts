import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formattedText, plainLine, plainTextOf } from './formatted-text.ts'

test.each([
  ['Plain text', 'Plain text'],
  ['5 * 3 * 2 < 40 & more', '5 * 3 * 2 < 40 & more'],
  ['snake_case_name and __init__.py', 'snake_case_name and init.py'],
  ['<5 ft> and <name>', '<5 ft> and <name>'],
  ['# of floors', '# of floors'],
  ['2 ** 3', '2 ** 3'],
  ['**Bold** and *italic* and _both_', 'Bold and italic and both'],
  ['\\*not italic\\*', '*not italic*'],
  ['*required', '*required'],
  ['a&nbsp;b &lt;c&gt; &#8364; &unknown; AT&T', 'a b <c> € &unknown; AT&T'],
  ['<p>One</p><p>Two</p>', 'One Two'],
  ['<ul><li>One<li>Two</ul>', '• One • Two'],
  ['<script>alert(1)</script>Safe<style>x{}</style>', 'Safe'],
  ['<img src=x onerror=alert(1)>Photo', 'Photo'],
  ['[plan](https://a.b/c) [bad](javascript:alert(1))', 'plan [bad](javascript:alert(1))'],
  ['<a href="javascript:alert(1)">x</a>', 'x'],
  ['<span style="font-size:20px">Big <B>one</B></span>', 'Big one'],
])('converts %s to %s', (source, plain) => {
  expect(plainLine(source).replaceAll('\u00a0', ' ')).toBe(plain)
})

test('nests marks and tags', () => {
  expect(formattedText('**a *b* c** <u><i>d</u> e</i>')).toEqual([
    { text: 'a ', bold: true },
    { text: 'b', bold: true, italic: true },
    { text: ' c', bold: true },
    { text: ' ' },
    { text: 'd', underline: true, italic: true },
    { text: ' e' },
  ])
})

test('does not let an unclosed mark affect later marks', () => {
  expect(formattedText('**a *b** and *c*')).toEqual([
    { text: 'a *b', bold: true },
    { text: ' and ' },
    { text: 'c', italic: true },
  ])
})

test('keeps a label that would become empty', () => {
  expect(plainLine('<img src="a.png">')).toBe('<img src="a.png">')
})

const unit = fc.constantFrom(
  ...[
    '**',
    '*',
    '_',
    '__',
    '<b>',
    '</b>',
    '<a href="https://x">',
    '<a href=javascript:1>',
    '</a>',
    '[',
    '](',
    ')',
  ],
  ...[
    '&amp;',
    '&#0;',
    '&#xd800;',
    '<',
    '>',
    '\\',
    '\n',
    ' ',
    'a',
    '## ',
    '<br>',
    '<script>',
    '</script>',
    '<!--',
  ],
)

test('reads any text in linear time and never creates a script link', () => {
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 80 }), (parts) => {
      const runs = formattedText(parts.join(''))
      for (const { link } of runs) expect(link ?? 'https://').toMatch(/^(https?:\/\/|mailto:|tel:)/)
    }),
  )
  for (const part of ['*a ', '**a', '_a', '<b>', '[a](', '&#', '\\*', '<a href='])
    expect(plainTextOf(formattedText(part.repeat(2_000))).length).toBeGreaterThan(0)
})
