import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { defaultAnswer } from '../default-value.ts'
import { plainField } from '../template.ts'
import { richTemplate } from '../testing/rich-template.ts'
import { open } from '../testing/scenario.ts'
import { readPosition, readTyped, writePosition } from './position.ts'
import { asPlainText, typeProblem } from './registry.ts'
import { readStrokes, type Stroke, signaturePaper, writeStrokes } from './strokes.ts'

const strokes = 'M10 150L300 40L590 150'

test('accepts a sign and one point in a decimal and rejects an ambiguous comma', () => {
  open(richTemplate)
    .answer('Room', 'Level', '-12.5')
    .expectAnswer('Room', 'Level', '-12.5 dB')
    .expectRefused('Room', 'Level', '-12,5', 'not-a-number')
    .expectRefused('Room', 'Level', '1,234', 'not-a-number')
    .expectRefused('Room', 'Level', '1,234.5', 'not-a-number')
    .answer('Room', 'Level', '\u0661\u0662.\uff15')
    .expectAnswer('Room', 'Level', '12.5 dB')
    .answer('Room', 'Level', '.5')
    .expectAnswer('Room', 'Level', '0.5 dB')
    .answer('Room', 'Level', '−3.')
    .expectAnswer('Room', 'Level', '-3 dB')
    .expectRefused('Room', 'Level', '12a', 'not-a-number')
    .expectRefused('Room', 'Level', '1e5', 'not-a-number')
    .expectRefused('Room', 'Level', '1.2.3', 'not-a-number')
    .expectRefused('Room', 'Level', '9'.repeat(limits.numberDigitsMax + 1), 'too-long')
})

test('stores a decimal outside its range and reports the problem', () => {
  const play = open(richTemplate).answer('Room', 'Level', '-70.5').expectAnswer('Room', 'Level', '-70.5 dB')
  expect(typeProblem(play.find('Room', 'Level').answer)).toEqual({
    message: 'form.notBetween',
    values: { min: -60, max: 2000 },
  })
  play.answer('Room', 'Level', '-60')
  expect(typeProblem(play.find('Room', 'Level').answer)).toBeNull()
  play.answer('Room', 'Level', '-')
  expect(typeProblem(play.find('Room', 'Level').answer)?.message).toBe('surveys.enterNumber')
})

test('accepts calendar dates and local times', () => {
  open(richTemplate)
    .answer('Room', 'Built', '2024-02-29')
    .expectAnswer('Room', 'Built', '02/29/2024')
    .expectRefused('Room', 'Built', '2026-02-29', 'not-a-date')
    .expectRefused('Room', 'Built', '0026-02-28', 'not-a-date')
    .expectRefused('Room', 'Built', '02/28/2026', 'not-a-date')
    .answer('Room', 'Tested', '2026-11-21T00:05')
    .expectAnswer('Room', 'Tested', '11/21/2026 12:05 AM')
    .answer('Room', 'Tested', '2026-11-21T13:30')
    .expectAnswer('Room', 'Tested', '11/21/2026 1:30 PM')
    .expectRefused('Room', 'Tested', '2026-11-21', 'not-a-date')
    .expectRefused('Room', 'Tested', '2026-11-21T24:00', 'not-a-date')
})

test('keeps line breaks in long text', () => {
  open(richTemplate).answer('Room', 'Story', 'One\r\ntwo ').expectAnswer('Room', 'Story', 'One\ntwo')
})

test('stores the reason for No and drops it for Yes', () => {
  const play = open(richTemplate)
    .answer('Room', 'Safe', 'No', 'The door is blocked')
    .expectAnswer('Room', 'Safe', 'No: The door is blocked')
    .answer('Room', 'Safe', 'Yes', 'The door is blocked')
    .expectAnswer('Room', 'Safe', 'Yes')
    .answer('Room', 'Leaking', 'Yes', 'Below the sink')
    .expectAnswer('Room', 'Leaking', 'Yes: Below the sink')
    .expectRefused('Room', 'Safe', 'Maybe', 'not-an-option')
  expect(play.find('Room', 'Safe').answer.values).toEqual([])
})

test('reports a mandatory No without a reason', () => {
  const play = open(richTemplate).answer('Room', 'Safe', 'No')
  expect(typeProblem(play.find('Room', 'Safe').answer)?.message).toBe('form.reasonMissing')
  play.answer('Room', 'Safe', 'No', 'Dark')
  expect(typeProblem(play.find('Room', 'Safe').answer)).toBeNull()
})

test('shows who signed and when, for drawn and typed signatures', () => {
  const at = '2026-11-21T15:04:00-05:00'
  open(richTemplate)
    .answer('Room', 'Signed', strokes, 'Dana Reed', at)
    .expectAnswer('Room', 'Signed', 'Signed by Dana Reed, 11/21/2026 3:04 PM')
    .answer('Room', 'Signed', strokes)
    .expectAnswer('Room', 'Signed', 'Signed')
    .answer('Room', 'Signed', 'typed', 'Dana Reed', at)
    .expectAnswer('Room', 'Signed', 'Signed by Dana Reed (typed), 11/21/2026 3:04 PM')
    .answer('Room', 'Signed', '', 'Dana Reed')
    .expectAnswer('Room', 'Signed', '')
    .expectRefused('Room', 'Signed', 'typed', 'not-readable')
    .expectRefused('Room', 'Signed', 'M1 1L601 1', 'not-readable')
    .expectRefused('Room', 'Signed', 'M1 1', 'not-readable')
    .expectRefused('Room', 'Signed', 'm1 1l2 2', 'not-readable')
    .expectRefused('Room', 'Signed', `M1 1${'L2 2'.repeat(3_000)}`, 'not-readable')
  expect(() => open(richTemplate).answer('Room', 'Signed', strokes, 'Dana', 'yesterday')).toThrow(
    'not-readable',
  )
})

test('keeps a name typed before signing without counting it as a signature', () => {
  const play = open(richTemplate).answer('Room', 'Signed', '', 'Dana Reed')
  expect(play.find('Room', 'Signed').answer.values).toEqual(['Dana Reed'])
  play.expectAnswer('Room', 'Signed', '')
})

test('shows the accuracy of a position', () => {
  open(richTemplate)
    .answer('Room', 'Door', '40.7128 -74.006 5')
    .expectAnswer('Room', 'Door', '40.712800, -74.006000 (±5 m)')
    .answer('Room', 'Door', '-0.5 180')
    .expectAnswer('Room', 'Door', '-0.500000, 180.000000')
    .expectRefused('Room', 'Door', '91 0', 'not-readable')
    .expectRefused('Room', 'Door', '0 181', 'not-readable')
    .expectRefused('Room', 'Door', '40.7128', 'not-readable')
    .expectRefused('Room', 'Door', '40.71280000001 0', 'not-readable')
})

test('parses positions in the formats of map apps', () => {
  const there = { latitude: 40.7128, longitude: -74.006, accuracy: null }
  for (const text of [
    '40.7128, -74.006',
    '40.7128 -74.006',
    '40.7128° N, 74.006° W',
    ' 40.7128N 74.006w ',
    '+40.7128; −74.006',
  ])
    expect(readTyped(text)).toEqual(there)
  for (const text of ['', '40.7128', '40.7128,', '91, 0', 'Main Street 5', '40,7128, -74,006'])
    expect(readTyped(text)).toBeNull()
})

test('trims a barcode', () => {
  open(richTemplate).answer('Room', 'Tag', ' A-17\n').expectAnswer('Room', 'Tag', 'A-17')
})

test('compares and calculates with local times of day', () => {
  open(richTemplate)
    .answer('Room', 'Opens', '08:30')
    .expectAnswer('Room', 'Opens', '8:30 AM')
    .answer('Room', 'Opens', '00:00')
    .expectAnswer('Room', 'Opens', '12:00 AM')
    .answer('Room', 'Closes', '18:15')
    .expectAnswer('Room', 'Closes', '6:15 PM')
    .expectProblem('Room', 'Closes', '')
    .answer('Room', 'Opens', '08:30')
    .expectCalculated('Room', 'Open for', '9.75 h')
    .answer('Room', 'Closes', '08:30')
    .expectProblem('Room', 'Closes', 'Not before it opens.')
    .answer('Room', 'Closes', '')
    .expectAnswer('Room', 'Closes', '')
    .expectCalculated('Room', 'Open for', '')
  for (const text of ['24:00', '8:30', '08:60', '08:30:00', '8:30 AM', '2026-01-05T08:30'])
    open(richTemplate).expectRefused('Room', 'Opens', text, 'not-a-time')
})

test('accepts ratings from one to five and compares them as numbers', () => {
  open(richTemplate)
    .expectHidden('Room', 'Mess')
    .answer('Room', 'Tidy', '2')
    .expectAnswer('Room', 'Tidy', '2 of 5')
    .expectShown('Room', 'Mess')
    .answer('Room', 'Tidy', '3')
    .expectHidden('Room', 'Mess')
    .answer('Room', 'Tidy', '')
    .expectAnswer('Room', 'Tidy', '')
  for (const text of ['0', '6', '2.5', '1e0', '٣', 'good', ' 3'])
    open(richTemplate).expectRefused('Room', 'Tidy', text, 'not-an-option')
})

test('accepts a default time with seconds and a default rating', () => {
  const field = (type: 'time' | 'rating', defaultValue: string) =>
    defaultAnswer({ ...plainField, id: 'field', name: 'Field', type, defaultValue })
  expect(field('time', '08:30:00.000')).toEqual({ value: '08:30', values: [] })
  expect(field('rating', '3')).toEqual({ value: '3', values: [] })
  expect([field('time', 'early'), field('rating', '7')]).toEqual([null, null])
})

test('accepts default dates and times in the formats of spreadsheets and other tools', () => {
  const given = (type: 'date' | 'date_time', defaultValue: string) =>
    defaultAnswer({ ...plainField, id: 'field', name: 'Field', type, defaultValue })?.value
  for (const text of ['2024-02-29', '2024-02-29 00:00', '2024-02-29T00:00:00'])
    expect(given('date', text)).toBe('2024-02-29')
  for (const text of [
    '2024-02-29T08:30',
    '2024-02-29 08:30',
    '2024-02-29 08:30:15',
    '2024-02-29T08:30:15.250',
  ])
    expect(given('date_time', text)).toBe('2024-02-29T08:30')
  expect([given('date', '2024-02-29 08:30'), given('date_time', '2024-02-29')]).toEqual([
    undefined,
    undefined,
  ])
})

test('rejects answers to notes and calculated fields', () => {
  open(richTemplate)
    .expectRefused('Room', 'Read this', 'x', 'not-readable')
    .expectRefused('Room', 'Doubled', '7', 'not-readable')
    .answer('Room', 'Level', '2.25')
    .expectAnswer('Room', 'Doubled', '4.5 dB')
})

test('formats an answer as text without its field', () => {
  const at = '2026-11-21T15:04:00-05:00'
  expect(asPlainText('yes_no', { value: 'No', values: ['Dark'] })).toBe('No: Dark')
  expect(asPlainText('checkbox', { value: '', values: ['Copper', 'Fiber'] })).toBe('Copper, Fiber')
  expect(asPlainText('numeric', { value: '12', values: [] })).toBe('12')
  const signed = (value: string, ...values: string[]) => asPlainText('signature', { value, values })
  expect(signed(strokes, 'Dana Reed', at)).toBe('Signature, Dana Reed, 11/21/2026 3:04 PM')
  expect(signed('typed', 'Lee', at)).toBe('Signature, Lee, 11/21/2026 3:04 PM')
  expect(signed(strokes)).toBe('Signature')
  expect(signed('', 'Dana Reed')).toBe('Dana Reed')
})

const angle = (most: number) => fc.double({ min: -most, max: most, noNaN: true })

test('round-trips every position on Earth to a centimeter', () => {
  fc.assert(
    fc.property(angle(90), angle(180), fc.option(fc.nat(10_000)), (latitude, longitude, accuracy) => {
      const read = readPosition(writePosition({ latitude, longitude, accuracy }))
      expect(read?.latitude).toBeCloseTo(latitude, 6)
      expect(read?.longitude).toBeCloseTo(longitude, 6)
      expect(read?.accuracy).toBe(accuracy)
    }),
  )
})

const point = fc.record({
  x: fc.double({ min: -50, max: 700, noNaN: true }),
  y: fc.double({ min: -50, max: 300, noNaN: true }),
})

test('stores any drawing as valid strokes that never grow when stored again', () => {
  fc.assert(
    fc.property(fc.array(fc.array(point, { maxLength: 60 }), { maxLength: 6 }), (drawn) => {
      const path = writeStrokes(drawn)
      const read = readStrokes(path) ?? []
      expect(read).toHaveLength(drawn.filter(({ length }) => length > 0).length)
      expect(writeStrokes(read).length).toBeLessThanOrEqual(path.length)
    }),
  )
})

test('keeps a simplified line close to the drawing', () => {
  const drawn = wave(400)
  const [read = []] = readStrokes(writeStrokes([drawn])) ?? []
  expect(read.length).toBeLessThan(drawn.length)
  for (const { x, y } of drawn)
    expect(Math.min(...read.map((one) => gap(one, { x, y }, read)))).toBeLessThan(2)
})

test('fits the longest scribble into an answer', () => {
  const scribble = Array.from({ length: 30 }, (_, at) => wave(500, at))
  const path = writeStrokes(scribble)
  expect(path.length).toBeLessThanOrEqual(limits.answerMax)
  expect(readStrokes(path)?.length).toBeGreaterThan(20)
  const dots = Array.from({ length: 5_000 }, (_, at) => [{ x: at % 600, y: at % 200 }])
  expect(readStrokes(writeStrokes(dots))).not.toBeNull()
})

function wave(points: number, phase = 0): Stroke {
  const { width, height } = signaturePaper
  return Array.from({ length: points }, (_, at) => ({
    x: (at / points) * width,
    y: height / 2 + Math.sin(at / 15 + phase) * 80,
  }))
}

/** Distance from the line segment that begins at `from`. */
function gap(from: Stroke[number], to: Stroke[number], line: Stroke): number {
  const next = line[line.indexOf(from) + 1] ?? from
  const [dx, dy] = [next.x - from.x, next.y - from.y]
  const length = dx * dx + dy * dy || 1
  const along = Math.max(0, Math.min(1, ((to.x - from.x) * dx + (to.y - from.y) * dy) / length))
  return Math.hypot(to.x - from.x - along * dx, to.y - from.y - along * dy)
}
