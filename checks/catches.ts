/**
 * Returns the lines of `catch`es that drop their error. A dropped error can hide a lost answer, so each
 * `catch` must rethrow, write to the device's journal, or state in a comment why nothing is owed: in its
 * body, on its line, or above its statement.
 */
export function silentCatches(text: string): readonly number[] {
  const lines = text.split('\n')
  return [...text.matchAll(/\bcatch\b\s*(?=[({])/g)].flatMap(({ index, 0: word }) => {
    const line = text.slice(0, index).split('\n').length - 1
    if (isComment(lines[line]?.slice(0, index - text.lastIndexOf('\n', index - 1) - 1) ?? '')) return []
    const handler = handlerAt(text, index + word.length)
    const answers = /\/\/|\/\*|\bthrow\b|\b(?:note|logError|reportStorageFailure)\b/.test(handler)
    return answers || isExplained(lines, line) ? [] : [line + 1]
  })
}

/** Returns the arguments of `.catch(…)` or the clause `catch (…) {…}`, with the rest of its last line. */
function handlerAt(text: string, start: number): string {
  let end = closing(text, start)
  const isClause = text[start] === '(' && !/\.\s*catch\s*$/.test(text.slice(0, start))
  if (isClause) end = closing(text, text.indexOf('{', end))
  const lineEnd = text.indexOf('\n', end)
  return text.slice(start, lineEnd < 0 ? text.length : lineEnd)
}

const pairs: Readonly<Record<string, string>> = { '(': ')', '{': '}' }

function closing(text: string, start: number): number {
  const opener = text[start] ?? ''
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === opener) depth += 1
    if (text[at] === pairs[opener]) depth -= 1
    if (depth === 0) return at + 1
  }
  return text.length
}

/** Whether a comment is directly above it, or above the start of its chain of calls. */
function isExplained(lines: readonly string[], line: number): boolean {
  if (/^\s*\}?\s*catch\b/.test(lines[line] ?? '')) return false
  for (let first = line; ; first -= 1) {
    if (isComment(lines[first - 1] ?? '')) return true
    if (!/^\s*\./.test(lines[first] ?? '')) return false
  }
}

function isComment(line: string): boolean {
  return /^\s*(\/\/|\/?\*)/.test(line) || /\s\/\//.test(line)
}
