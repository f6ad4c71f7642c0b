/** Values that valid clients never send: other types, other sizes, characters that a database rejects. */
export const invalidValues: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  2 ** 53,
  '',
  ' ',
  'a\u0000b@c.de',
  '\ud800',
  "'; drop table survey; --",
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-7fff-bfff-ffffffffffff',
  '0000-00-00T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '31-12-9999',
  'x'.repeat(20_000),
  '\u0000'.repeat(30),
  [],
  [null],
  {},
  { toString: null, length: -1 },
  JSON.parse('{"__proto__":{"admin":true}}'),
]

/** The same values as parts of an address. */
export const invalidTexts: readonly string[] = [
  ...invalidValues.filter((value) => typeof value === 'string').map(encodeURIComponentSafely),
  '%00',
  '%',
  '%ff%fe',
  '%c0%ae%c0%ae%2f',
  '-1',
  '1e9',
  '99999999999999999999',
  'null',
  '[object Object]',
]

function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 3_000)
}

/** Yields every copy of `value` with one corrupted or missing part, at any depth. */
export function* corrupted(value: unknown): Generator<unknown> {
  yield* invalidValues
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries())
      for (const other of corrupted(one)) yield value.with(index, other)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) {
      const { [name]: _, ...without } = value as Record<string, unknown>
      yield without
      for (const other of corrupted(one)) yield { ...value, [name]: other }
    }
  }
}

export interface Payload {
  readonly type: string | null
  readonly bytes: string | Buffer | undefined
}

const json = 'application/json'
const deep = 200_000

/** Bodies that are not valid JSON. */
export const invalidPayloads: readonly Payload[] = [
  { type: null, bytes: undefined },
  { type: json, bytes: undefined },
  { type: json, bytes: '' },
  { type: json, bytes: 'null' },
  { type: json, bytes: '[]' },
  { type: json, bytes: '"text"' },
  { type: json, bytes: '{' },
  { type: json, bytes: '{"a":\u0000}' },
  { type: json, bytes: '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}' },
  { type: json, bytes: '['.repeat(deep) + ']'.repeat(deep) },
  { type: json, bytes: `{"a":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}` },
  { type: json, bytes: Buffer.from([0xff, 0xfe, 0x00, 0x7b]) },
  { type: `${json}; charset=utf-16`, bytes: '{}' },
  { type: 'text/plain', bytes: '{}' },
  { type: 'application/xml', bytes: '<a/>' },
  { type: 'application/x-www-form-urlencoded', bytes: 'a=1&a=2' },
  { type: 'not a type', bytes: '{}' },
  { type: 'multipart/form-data', bytes: '--x\r\n' },
]

const answer = 'user_survey_media[user_survey_sub_section_detail_id]'

/** Returns invalid multipart bodies; `detail` is an answer that accepts photos, `photo` a valid one. */
export function invalidUploads(detail: string, photo: Buffer): readonly Payload[] {
  const type = 'multipart/form-data; boundary=x'
  const field = (name: string, value: string, more = '') =>
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n${more}\r\n${value}\r\n`)
  const file = (name: string, bytes: Buffer, disposition = '; filename="a.jpg"', kind = 'image/jpeg') =>
    Buffer.concat([
      Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="${name}"${disposition}\r\nContent-Type: ${kind}\r\n\r\n`,
      ),
      bytes,
      Buffer.from('\r\n'),
    ])
  const photos = 'user_survey_media[photos][]'
  const to = field(answer, detail)
  const end = Buffer.from('--x--\r\n')
  const all = (...parts: readonly Buffer[]) => ({ type, bytes: Buffer.concat([...parts, end]) })
  const many = (count: number, part: Buffer) => Array.from({ length: count }, () => part)
  return [
    { type: 'multipart/form-data', bytes: Buffer.concat([to, end]) },
    { type: 'multipart/form-data; boundary=', bytes: Buffer.concat([to, end]) },
    { type: `multipart/form-data; boundary=${'y'.repeat(300)}`, bytes: Buffer.concat([to, end]) },
    { type: 'multipart/mixed; boundary=x', bytes: Buffer.concat([to, end]) },
    { type, bytes: undefined },
    { type, bytes: '' },
    { type, bytes: Buffer.concat([to]) },
    { type, bytes: Buffer.concat([to, file(photos, photo)]).subarray(0, -photo.length / 2) },
    { type, bytes: Buffer.concat([to, file(photos, photo)]).subarray(0, to.length + 60) },
    { type, bytes: Buffer.from('--x\r\n\r\n\r\n--x\r\n') },
    all(),
    all(to),
    all(file(photos, photo)),
    all(...many(3_000, field('a', 'b'))),
    all(to, ...many(60, file(photos, Buffer.from('x')))),
    all(to, file(photos, photo, '')),
    all(to, file(photos, photo, '', 'application/octet-stream')),
    all(to, file(photos, Buffer.alloc(0))),
    all(to, file('user_survey_media[id]', photo)),
    all(to, file(photos, photo, '; filename=""')),
    all(to, file(photos, photo, `; filename="${'\ud83d\ude00'.repeat(400)}.jpg"`)),
    all(to, file('x'.repeat(70_000), photo)),
    all(to, field('x'.repeat(70_000), '1')),
    all(to, field('user_survey_media[descriptions][]', 'a\u0000b\ud800'), file(photos, Buffer.from('no'))),
    all(to, field('user_survey_media[descriptions][]', 'x'.repeat(2_000_000))),
    all(to, field('user_survey_media[ids][]', '__proto__'), file(photos, photo)),
    all(to, field('user_survey_media[ids]', 'one'), file(photos, photo)),
    all(to, field('__proto__', '1'), field('user_survey_media[__proto__]', '1'), field('toString', '1')),
    all(to, field('user_survey_media[descriptions]', '{"a":[1', 'Content-Type: application/json\r\n')),
    all(to, field('user_survey_media[descriptions]', '{"a":1}', 'Content-Type: application/json\r\n')),
    all(field(answer, `{"__proto__":1}`, 'Content-Type: application/json\r\n')),
  ]
}
