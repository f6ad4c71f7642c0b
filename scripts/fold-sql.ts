/**
 * Prints PostgreSQL's `fold_text`, which folds a text like `fold`. After changing `fold`, or with a Node.js
 * of a newer Unicode version, put its output into a new migration. That migration must also drop and recreate
 * `survey.search_text`, because a stored column keeps old values. `server/features/surveys/list/fold.test.ts`
 * compares both.
 */
import { letters, marks, unseen } from '#contract/rules/fold.ts'

const characters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))

const single = new Map<string, string>()
for (const character of characters) {
  if (unseen.test(character) || character.normalize('NFKD') !== character) continue
  const lower = character.toLowerCase()
  const folded = letters[lower] ?? lower
  if (folded !== character) single.set(character, [...folded].length === 1 ? folded : lower)
}
const several = Object.entries(letters).filter(([, replacement]) => replacement.length > 1)
for (const [letter] of several) single.delete(letter)

console.log(`create or replace function fold_text(given text) returns text
language sql immutable strict parallel safe as $fold$
  select btrim(regexp_replace(case
    when given collate "C" ~ '^[ -_a-~]*$' then lower(given collate "C")
    else ${several.reduce(
      (inner, [letter, replacement]) => `replace(${inner}, '${letter}', '${replacement}')`,
      `translate(
      regexp_replace(
        normalize(${translated('given', marks)}, NFKD) collate "C",
        '[${ranges((character) => unseen.test(character))}]', '', 'g'),
      ${quoted([...single.keys()].join(''))},
      ${quoted([...single.values()].join(''))})`,
    )}
  end collate "C", '[${ranges((character) => /[\s\p{Cc}]/u.test(character))}]+', ' ', 'g'), ' ')
$fold$;`)

function translated(inner: string, table: Readonly<Record<string, string>>): string {
  return `translate(${inner}, ${quoted(Object.keys(table).join(''))}, ${quoted(Object.values(table).join(''))})`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Returns the contents of a regular expression's character class. */
function ranges(isIn: (character: string) => boolean): string {
  const found: [first: number, last: number][] = []
  for (const character of characters) {
    const code = character.codePointAt(0) ?? 0
    if (!isIn(character)) continue
    const last = found.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else found.push([code, code])
  }
  return found.map(([first, last]) => escaped(first) + (first === last ? '' : `-${escaped(last)}`)).join('')
}

function escaped(code: number): string {
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}
