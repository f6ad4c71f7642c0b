import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { SyntaxFault } from './expression.ts'
import { parse } from './parser.ts'
import { plainExpression, visible } from './plain-expression.ts'

test.each([
  ['selected(${branch}, ‘o’)', "selected(${branch}, 'o')"],
  ['${branch} = “h”', '${branch} = "h"'],
  ['${branch} = „h“', '${branch} = "h"'],
  ['if(${a} = ‘h’, “Head”, “Other”)', 'if(${a} = \'h\', "Head", "Other")'],
  ['${a}\u00a0>\u20095', '${a} > 5'],
  ['\ufeff${\u200ba} = 1', '${a} = 1'],
  ['${a} ≥ 5 and ${b} ≠ 6 – 1', '${a} >= 5 and ${b} != 6 - 1'],
  // A quoted string keeps its characters.
  ['${a} = "O’Neil – 5\u00a0m"', '${a} = "O’Neil – 5\u00a0m"'],
  ["${a} = “it's”", '${a} = "it\'s"'],
  ["${a} = 'yes’", "${a} = 'yes'"],
  // XPath paths refer to the field of the same sub-section.
  ['../name', '${name}'],
  ['../../group/na-me + 1', '${na-me} + 1'],
  ['current()/../floor = building', '${floor} = building'],
  ['/form/site/floor > 2', '${floor} > 2'],
  ["position(..) = 1 and ${a} = '../b'", "position(..) = 1 and ${a} = '../b'"],
  ["regex(., 'a/b ../c')", "regex(., 'a/b ../c')"],
  ['${a} = ‘never closed', "${a} = 'never closed"],
])('normalizes %s to %s', (written, plain) => {
  expect(plainExpression(written)).toBe(plain)
  expect(plainExpression(plain)).toBe(plain)
})

test('parses an expression pasted from a word processor', () => {
  expect(parse('selected(${branch},\u00a0‘o’)')).toEqual(parse("selected(${branch}, 'o')"))
})

test('never reports an invisible character in a fault', () => {
  const hidden = ['\u200b', '\u00a0', '\u202e', '\u3164', '\ue000', '\u0007', '\u{e0041}']
  const unit = fc.constantFrom(...hidden, '${', '}', '(', "'", 'a', '§', '+')
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const compiled = compile(parts.join(''))
      const piece = compiled instanceof SyntaxFault ? compiled.piece : ''
      expect(piece).not.toMatch(/(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u)
    }),
  )
  expect(visible('a\u200b b\u00a0')).toBe('aU+200B bU+00A0')
})

test('changes nothing when applied twice', () => {
  const unit = fc.constantFrom(
    '‘',
    '’',
    '“',
    '”',
    "'",
    '"',
    '../',
    '/',
    'a',
    '${',
    '}',
    '\u00a0',
    ' ',
    '.',
    '≤',
    '–',
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
      const once = plainExpression(parts.join(''))
      expect(plainExpression(once)).toBe(once)
    }),
  )
})
