import { describe, expect, test } from 'vitest'
import { checkProse, proseOf } from './prose-rules.ts'

const linesFlagged = (path: string, ...lines: readonly string[]) =>
  checkProse(proseOf({ path, text: `${lines.join('\n')}\n` })).faults.map(({ line }) => line)

describe('comments', () => {
  test('flags openings without a subject, but not questions', () => {
    expect(linesFlagged('web/a.ts', '/** What is gone counts at once. */', 'const a = 1')).toEqual([1])
    expect(linesFlagged('web/a.ts', '// Who stalls is cut.', 'a()')).toEqual([1])
    expect(linesFlagged('web/a.ts', '// What belongs here?', 'a()')).toEqual([])
  })

  test('flags a phrase in the middle of a sentence that spans lines', () => {
    const comment = ['/**', ' * The server drops the cache for', ' * whoever requests it.', ' */']
    expect(linesFlagged('server/a.ts', 'a()', ...comment)).toEqual([2])
    expect(linesFlagged('server/a.ts', 'a()', '// The first line names', '// somebody.')).toEqual([2])
  })

  test('flags JSX, CSS and trailing comments', () => {
    expect(linesFlagged('web/a.tsx', '{/* Whatever is left. */}', '<a />')).toEqual([1])
    expect(linesFlagged('web/a.css', 'a {}', '/* Loaded anew. */')).toEqual([2])
    expect(linesFlagged('web/a.ts', 'a() // the user is told')).toEqual([1])
  })

  test('ignores code, quoted texts, addresses and string literals', () => {
    const lines = [
      "/** Sets `whatever` and shows 'What is missing' to the user. */",
      "const text = 'somebody'",
      "const address = 'https://example.org/whoever'",
      "expect(lines('// What it does.'))",
    ]
    expect(linesFlagged('web/a.ts', ...lines)).toEqual([])
  })

  test('names the sentence and an alternative', () => {
    const { sentences, faults } = checkProse(
      proseOf({ path: 'web/a.ts', text: '/** Returns the row. Whoever asks gets it. */\n' }),
    )
    expect(sentences).toBe(2)
    expect(faults).toEqual([
      { line: 1, found: 'Whoever asks gets it.', instead: expect.stringContaining('the caller') },
    ])
  })
})

describe('test titles', () => {
  test('flags titles of any form', () => {
    const lines = ["test('what is typed stays', () => {})", 'it.each([1])(`whoever asks`, () => {})']
    expect(linesFlagged('web/a.test.ts', ...lines)).toEqual([1, 2])
    expect(linesFlagged('web/a.test.ts', "  describe('the second editor is told', () => {})")).toEqual([1])
  })

  test('does not read titles outside of tests', () => {
    expect(linesFlagged('web/a.ts', "test('what is typed')")).toEqual([])
  })
})

describe('pages', () => {
  test('allows openings in headings and table cells, but not in sentences', () => {
    expect(linesFlagged('docs/a.md', '# What guests see', '| What it does | Who may |')).toEqual([])
    expect(linesFlagged('docs/a.md', '- What is gone', '  counts at once.')).toEqual([1])
  })

  test('skips code blocks', () => {
    expect(linesFlagged('docs/a.md', '```', 'Whoever asks.', '```', 'Whoever asks.')).toEqual([4])
  })
})

test('accepts plain sentences', () => {
  const plain = [
    'Base revision for the next edit when another user already saved the same value.',
    'An unchanged value echoed back in a whole-section save is not an edit.',
    'Replays a stored reply only if the caller may still see it.',
    'Returns what the caller asked for, or null if the key is new.',
    'A device is told to wait if the queue is full.',
    'Errors that users can fix are one sentence; others have a stack.',
  ]
  expect(linesFlagged('server/a.ts', ...plain.map((sentence) => `// ${sentence}`))).toEqual([])
})
