/** Tests whether a code point is in a set of characters. */
export type CharacterTest = (code: number) => boolean

const wordCharacter = /^\w$/
const space = /^\s$/

/** `\d` and `\w` match ASCII only, like XLSForm's tools. */
const classes: Readonly<Record<string, CharacterTest>> = {
  d: (code) => code >= 48 && code <= 57,
  w: (code) => wordCharacter.test(String.fromCodePoint(code)),
  s: (code) => space.test(String.fromCodePoint(code)),
}

const controls: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  r: '\r',
  f: '\f',
  v: '\v',
  e: '\u001b',
}

/** Returns the class for `\d`, `\w` or `\s`; a capital letter negates it. */
export function classOf(letter: string): CharacterTest | null {
  const test = Object.hasOwn(classes, letter.toLowerCase()) ? classes[letter.toLowerCase()] : undefined
  if (!test) return null
  return letter === letter.toLowerCase() ? test : not(test)
}

/** Returns the control character for `\t` and similar, or the escaped sign itself: `\.`. */
export function controlOf(letter: string): string | null {
  if (Object.hasOwn(controls, letter)) return controls[letter] ?? null
  return /^[A-Za-z0-9]$/.test(letter) ? null : letter
}

/** `\p{L}`: Unicode general categories of one or two letters. Each test reads one character. */
export function categoryOf(name: string): CharacterTest | null {
  if (!/^[CLMNPSZ][a-z]?$/.test(name)) return null
  try {
    const category = new RegExp(`^\\p{${name}}$`, 'u')
    return (code) => category.test(String.fromCodePoint(code))
  } catch {
    return null
  }
}

export function only(code: number): CharacterTest {
  return (other) => other === code
}

export function between(first: number, last: number): CharacterTest {
  return (code) => code >= first && code <= last
}

export function not(test: CharacterTest): CharacterTest {
  return (code) => !test(code)
}

export function anyOf(tests: readonly CharacterTest[]): CharacterTest {
  return (code) => tests.some((test) => test(code))
}

/** `.`: every character except line terminators. */
export function notLineEnd(code: number): boolean {
  return code !== 10 && code !== 13 && code !== 0x85 && code !== 0x2028 && code !== 0x2029
}

/** Ignores case, for `(?i)`. */
export function eitherCase(test: CharacterTest): CharacterTest {
  return (code) => {
    if (test(code)) return true
    const character = String.fromCodePoint(code)
    return [character.toLowerCase(), character.toUpperCase()].some(
      (other) => other !== character && [...other].length === 1 && test(other.codePointAt(0) ?? 0),
    )
  }
}
