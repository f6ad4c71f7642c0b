import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile } from './compile.ts'
import { evaluate, type Scope } from './evaluate.ts'
import { binding, type Expression, fixedArguments, functions, SyntaxFault } from './expression.ts'
import { parse } from './parser.ts'
import { PatternBudget } from './pattern.ts'
import { print } from './print.ts'
import { type AnswerNode, toBoolean, toNumber, toText, type Value } from './value.ts'

const day = '2026-03-15'

/** Evaluates an expression with these answers; several values belong to a repeated section. */
function result(source: string, given: Record<string, readonly string[]> = {}, self = ''): Value {
  return evaluate(parse(source), scopeOf(given, self))
}

/** The scope of the second sub-section; each key has one answer per sub-section. */
function scopeOf(given: Record<string, readonly string[]>, self: string): Scope {
  const nodes = (key: string) => (given[key] ?? []).map(node)
  return {
    nodes,
    nodeIn: (_section, field, part) => nodes(field)[part - 1] ?? node(''),
    labelOf: (field, value) => `${field} ${value}`,
    column: (name) => `of ${name}`,
    self: node(self),
    patterns: new PatternBudget(),
    position: 2,
    today: day,
    now: () => `${day}T09:30:00`,
    creationTime: () => '2026-03-01T08:00:00',
    random: () => 0.25,
    uuid: () => '019b0000-0000-7000-8000-000000000000',
  }
}

function node(text: string): AnswerNode {
  return { text, chosen: text === '' ? [] : [text] }
}

const truths: readonly (readonly [string, boolean])[] = [
  ["${a} = 'x'", true],
  ['${a} = "x" and ${n} > 3', true],
  ['${n} >= 4.0 or false()', true],
  ["not(${a} = 'x')", false],
  ["selected(${a}, 'x')", true],
  ["selected(${many}, '2')", true],
  ["selected(${a}, '')", false],
  ['${empty} = 0', false],
  ['${empty} < 1', false],
  ["${empty} = ''", true],
  ["${absent} = ''", true],
  ['${absent}', false],
  ['${a}', true],
  ['${many} > 2', true],
  ['${many} > 3', false],
  ['${many} = 2 and ${many} != 2', true],
  ["${a} != 'x'", false],
  ["number('x') = number('x')", false],
  ["number('x') != number('x')", true],
  ["'2' < '10'", true],
  ['true() = 5', true],
  ["'2026-03-02' < '2026-03-10'", true],
  ['${d} <= today()', true],
  ['${d} > today() - 7', true],
  ["'2026-02-30' < today()", false],
  ["starts-with(${a}, 'x') and contains('abc', 'b')", true],
  ['string-length("añ😀") = 3', true],
  ['1 = 1 = true()', true],
  ['1 < 2 < 3', true],
]
test.each(truths)('%s is %s', (source, truth) => {
  const given = { a: ['x'], n: ['4'], empty: [''], many: ['1', '2', '3'], d: ['2026-03-14'] }
  expect(toBoolean(result(source, given))).toBe(truth)
})

const numbers: readonly (readonly [string, number])[] = [
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['7 mod 3 - -2', 3],
  ['-7 mod 3', -1],
  ['10 div 4', 2.5],
  ['8 - 3 - 2', 3],
  ['count(${many})', 4],
  ['count-non-empty(${many})', 3],
  ['sum(${many})', 6],
  ['sum(${absent})', 0],
  ['min(${many})', 1],
  ['max(${many}, 9)', 9],
  ['max(${absent})', Number.NaN],
  ['${absent} + 1', Number.NaN],
  ['coalesce(${absent}, ${absent} + 1, 5)', 5],
  ['if(${many}, 1, 2)', 1],
  ['round(2.5)', 3],
  ['round(-2.5)', -2],
  ['round(1.005, 2)', 1.01],
  ['round(1250, -2)', 1300],
  ['int(-2.7)', -2],
  ['number("1e3")', Number.NaN],
  ['. * 2', 8],
  ["number('2026-03-15') - number('2026-03-01')", 14],
  ["number(' .5 ')", 0.5],
  ['position(..)', 2],
  ['pow(2, 10)', 1024],
  ["decimal-date-time('1970-01-02T12:00')", 1.5],
  ["number('18:00')", 0.75],
  ["number('06:00:00.000')", 0.25],
  ["if('09:05' < '18:00', 1, 2)", 1],
  ["if('18:00' < '09:05', 1, 2)", 2],
  ["number('24:00')", Number.NaN],
  ["number('9:05')", Number.NaN],
  ['indexed-repeat(${many}, ${room}, position(..) + 2) + 1', 4],
  ['indexed-repeat(${many}, ${room}, 9) + 1', Number.NaN],
  ["date('2026-03-15T23:30-05:00') - date('2026-03-01')", 14],
  ['random() + random()', 0.5],
  // A degree of the equator on ODK's sphere of 6,378,100 m.
  ["distance('0 0', '0 1')", 111_318.85],
  ["distance('40.7484 -73.9857 5', '40.7527 -73.9772 9 12')", 861.94],
  ["distance('0 0;0 1;0 0')", 222_637.69],
  ["distance('0 0')", Number.NaN],
  ["distance('0 0', 'nowhere')", Number.NaN],
]
test.each(numbers)('evaluates %s to %d', (source, number) => {
  expect(toNumber(result(source, { many: ['1', '2', '', '3'] }, '4'))).toBe(number)
})

const texts: readonly (readonly [string, string])[] = [
  ["concat('a', 1, true(), ${many})", 'a1true12'],
  ['string(0.1 + 0.2)', '0.3'],
  ['string(1000000 * 1000000 * 1000000 * 10000)', '10000000000000000000000'],
  ['string(1 div 3000000)', '0.000000333333333333333'],
  ['string(0 div 0)', 'NaN'],
  ['today()', day],
  ["if(. = 'x', 'yes', 'no')", 'yes'],
  ["substr('añ😀b', 1, 3)", 'ñ😀'],
  ["substr('hello', -3)", 'llo'],
  ['selected-at(${many}, 1)', '2'],
  ['selected-at(${many}, 5)', ''],
  ["jr:choice-name(., '${wiring}')", 'wiring x'],
  ['date(20527.9)', '2026-03-15'],
  ["join(', ', ${many}, 'x')", '1, 2, x'],
  ["join('', ${absent})", ''],
  ["substring-before('2026-03-15', '-')", '2026'],
  ["substring-before('abc', 'x')", ''],
  ["substring-after('2026-03-15', '-')", '03-15'],
  ["substring-after('abc', 'x')", ''],
  ["substring-after('abc', '')", 'abc'],
  ["substring-before('abc', '')", ''],
  ["normalize-space('  a \t b\nc ')", 'a b c'],
  ["translate('bar', 'abc', 'AB')", 'BAr'],
  ["translate('--aaa--', 'abca-', 'ABCZ')", 'AAA'],
  ["format-date-time('18:05', '%H:%M')", '18:05'],
  ["date('2026-02-30')", ''],
  [
    "format-date('2026-03-05T07:08:09', '%d.%m.%Y %n/%e %b %a %H:%M:%S %y %Q%%')",
    '05.03.2026 3/5 Mar Thu 07:08:09 26 %Q%',
  ],
  ["format-date(today(), '%b %e')", 'Mar 15'],
  ["format-date('never', '%b')", ''],
  ['now()', '2026-03-15T09:30:00'],
  ['once(now())', '2026-03-01T08:00:00'],
  ['once(today())', '2026-03-01'],
  ['once(concat(today(), now()))', '2026-03-012026-03-01T08:00:00'],
  ['once(uuid())', '019b0000-0000-7000-8000-000000000000'],
]
test.each(texts)('evaluates %s to the text %s', (source, text) => {
  expect(toText(result(source, { many: ['1', '2'] }, 'x'))).toBe(text)
})

const faults: readonly (readonly [string, string, number])[] = [
  ['', 'valueExpected', 0],
  ['1 +', 'valueExpected', 3],
  ['1 2', 'unexpected', 2],
  ["'open", 'openText', 0],
  ['1 = ${open', 'openReference', 5],
  ['${a b}', 'badKey', 0],
  ['(1 + 2', 'unclosed', 0],
  ['(1 + 2,', 'unexpected', 6],
  ['__proto__()', 'unknownFunction', 0],
  ['once(${a})', 'onceOfAnswers', 0],
  ['1 + once(. + 1)', 'onceOfAnswers', 4],
  ["regex(., concat('a', '+'))", 'fixedArgument', 9],
  ["regex(., '(a')", 'badPattern', 9],
  ['position(1)', 'fixedArgument', 9],
  ['position()', 'argumentCount', 0],
  ['.. = 1', 'valueExpected', 0],
  ["indexed-repeat('a', ${b}, 1)", 'fixedArgument', 15],
  ["jr:choice-name(., 'wiring')", 'fixedArgument', 18],
  ['building = 1', 'unknownFunction', 0],
  ['constructor(1)', 'unknownFunction', 0],
  ['1 = not()', 'argumentCount', 4],
  ['today', 'unexpected', 5],
  ['1 # 2', 'badCharacter', 2],
  ['a/b', 'unknownFunction', 0],
  ['1 / 2', 'badCharacter', 2],
  [`${'('.repeat(60)}1${')'.repeat(60)}`, 'tooDeep', 51],
  [`${'-'.repeat(900)}1`, 'tooDeep', 51],
  [' '.repeat(1_001), 'tooLong', 1_000],
]
test.each(faults)('rejects %j: %s at %d', (source, code, position) => {
  const fault = compile(source)
  expect(fault).toBeInstanceOf(SyntaxFault)
  expect(fault).toMatchObject({ code, position })
})

test('parses the longest and most deeply nested texts quickly', () => {
  const worst = ['(', '-', '1+', "'", '${', '.', 'not(', '1 ', 'a', '.5', '<', "''=", '${a}=', '😀', '- -']
  for (const piece of worst) {
    for (const length of [999, 1_000, 1_000_000]) {
      const compiled = compile(piece.repeat(Math.ceil(length / piece.length)).slice(0, length))
      if (length > 1_000) expect(compiled).toMatchObject({ code: 'tooLong' })
    }
  }
})

test('does not count a long operator chain as nesting', () => {
  const source = Array(200).fill('1').join(' + ')
  expect(toNumber(result(source))).toBe(200)
})

test('lists the keys that an expression reads', () => {
  expect(compile("${ a } = ${b} and count(${a}) > today() and . != ''")).toMatchObject({
    keys: ['a', 'b'],
    usesSelf: true,
    usesToday: true,
  })
})

const leaf: fc.Arbitrary<Expression> = fc.oneof(
  fc.nat(99_999).map((whole) => ({ kind: 'number', value: whole / 100 }) as const),
  fc
    .string({ maxLength: 8 })
    .filter((text) => !(text.includes("'") && text.includes('"')))
    .map((value) => ({ kind: 'text', value }) as const),
  fc.constantFrom('a', 'b_2', 'größe.x').map((key) => ({ kind: 'reference', key }) as const),
  fc.constant({ kind: 'self' } as const),
)

const expressions = fc.letrec<{ any: Expression }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    tie('any').map((of) => ({ kind: 'minus', of }) as const),
    fc
      .record({
        operator: fc.constantFrom(...typedKeys(binding)),
        left: tie('any'),
        right: tie('any'),
      })
      .map((parts) => ({ kind: 'operation', ...parts }) as const),
    fc.constantFrom(...typedKeys(functions).filter((name) => name !== 'once')).chain((name) => {
      const [minLength, most] = functions[name]
      return fc
        .array(tie('any'), { minLength, maxLength: Math.min(most, 3) })
        .map(
          (args) => ({ kind: 'call', name, args: args.map((arg, at) => written(name, at) ?? arg) }) as const,
        )
    }),
    fc.constantFrom('once(now())', 'once(concat(today(), uuid()))').map((source) => parse(source)),
  ),
})).any

/** Returns the literal that this argument requires. */
function written(name: keyof typeof functions, at: number): Expression | null {
  const fixed = fixedArguments[name]?.[at]
  if (!fixed) return null
  if (fixed === 'parent') return { kind: 'parent' }
  return fixed === 'pattern' ? { kind: 'text', value: '(a|b)*[c-e]{2,}' } : { kind: 'reference', key: 'b_2' }
}

test('parses a printed expression to the same expression', () => {
  fc.assert(
    fc.property(expressions, (expression) => {
      const text = print(expression)
      fc.pre(text.length <= 1_000)
      expect(parse(text)).toEqual(expression)
    }),
  )
})

const answers = fc.dictionary(
  fc.constantFrom('a', 'b_2', 'größe.x'),
  fc.array(fc.oneof(fc.string(), fc.constantFrom('', '5', '-1.5', '2026-03-15', 'NaN', '٣')), {
    maxLength: 3,
  }),
)

test('reads a bare name as a column only in a choice filter', () => {
  const source = "building = ${building} and name != 'x' or div div div"
  expect(compile(source, 'filter')).toMatchObject({
    keys: ['building'],
    columns: ['building', 'name', 'div'],
  })
  expect(print(parse(source, 'filter'))).toBe(source)
  expect(compile(source)).toMatchObject({ code: 'unknownFunction', piece: 'building' })
})

test('never throws while evaluating', () => {
  fc.assert(
    fc.property(expressions, answers, fc.string(), (expression, given, self) => {
      const value = evaluate(expression, scopeOf(given, self))
      expect(typeof toText(value)).toBe('string')
      expect(typeof toNumber(value)).toBe('number')
    }),
  )
})

test('satisfies the laws of and, or and not', () => {
  fc.assert(
    fc.property(expressions, expressions, answers, (a, b, given) => {
      const truth = (expression: Expression) => toBoolean(evaluate(expression, scopeOf(given, '1')))
      const not = (of: Expression): Expression => ({ kind: 'call', name: 'not', args: [of] })
      const both = (operator: 'and' | 'or', left: Expression, right: Expression): Expression => ({
        kind: 'operation',
        operator,
        left,
        right,
      })
      expect(truth(not(not(a)))).toBe(truth(a))
      expect(truth(both('and', a, b))).toBe(truth(both('and', b, a)))
      expect(truth(not(both('and', a, b)))).toBe(truth(both('or', not(a), not(b))))
      expect(truth(both('or', a, not(a)))).toBe(true)
    }),
  )
})

test('computes like JavaScript', () => {
  const number = fc.integer({ min: -9_999, max: 9_999 }).map((whole) => whole / 8)
  fc.assert(
    fc.property(number, number, number, (a, b, c) => {
      const given = { a: [String(a)], b: [String(b)], c: [String(c)] }
      const value = (source: string) => toNumber(result(source, given))
      expect(value('${a} + ${b} * ${c}')).toBe(a + b * c)
      expect(value('${a} - ${b} - ${c}')).toBe(a - b - c)
      expect(value('${a} div ${b} mod ${c}')).toBe((a / b) % c)
      expect(value('-${a} * (${b} + ${c})')).toBe(-a * (b + c))
      expect(toBoolean(result('${a} < ${b}', given))).toBe(a < b)
      expect(toBoolean(result('${a} >= ${c}', given))).toBe(a >= c)
    }),
  )
})

test('satisfies a comparison with a list if one of its answers does', () => {
  const list = fc.array(fc.constantFrom('1', '2', '3', 'x', ''), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(list, list, fc.constantFrom('=', '!=', '<', '<=', '>', '>='), (left, right, operator) => {
      const pair = (a: string, b: string) => toBoolean(result(`\${a} ${operator} \${b}`, { a: [a], b: [b] }))
      const some = left.some((a) => right.some((b) => pair(a, b)))
      expect(toBoolean(result(`\${a} ${operator} \${b}`, { a: left, b: right }))).toBe(some)
    }),
  )
})

test('parses any text or rejects it with a position', () => {
  const bits = fc.constantFrom(
    ...'${}()., \'"-+*<>=!ab19é',
    ' div ',
    ' or ',
    'if(',
    'not(',
    'today()',
    '${a}',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(bits, { maxLength: 80 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(text, (source) => {
      const compiled = compile(source)
      if (!(compiled instanceof SyntaxFault)) return
      expect(compiled.position).toBeGreaterThanOrEqual(0)
      expect(compiled.position).toBeLessThanOrEqual(Math.max(source.length, 1_000))
    }),
  )
})

function typedKeys<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[]
}
