import type { SourceFile } from './source-files.ts'

export interface Prose {
  readonly line: number
  readonly text: string
  /** Whether it is part of a page (.md) instead of a comment or a test title. */
  readonly isPage: boolean
}

export interface ProseFault {
  readonly line: number
  readonly found: string
  readonly instead: string
}

interface Rule {
  readonly pattern: RegExp
  readonly instead: string
  /** In pages it applies only to full sentences: headings, table cells and lead-ins may start like this. */
  readonly isOpening?: true
}

/**
 * Phrases that almost always hide the subject of a sentence. The list is short on purpose: it must stay rare in
 * good prose.
 */
const rules: readonly Rule[] = [
  { pattern: /^What\b(?!.*\?$)/, instead: "name the thing: 'Answers that …'.", isOpening: true },
  {
    pattern: /^(?:Whom?|Whose)\b(?!.*\?$)/,
    instead: "name the person: 'Users who …', 'The caller …'.",
    isOpening: true,
  },
  { pattern: /^(?:That which|Those (?:that|who|of))\b/, instead: 'use a noun.', isOpening: true },
  {
    pattern: /\bwhoever\b/i,
    instead: "name the person or the part: 'the caller', 'the user', 'the process'.",
  },
  { pattern: /\bwhatever\b/i, instead: "'any' and a noun, or 'regardless of'." },
  { pattern: /\bsomebody\b/i, instead: "'a user', 'another account', 'a caller'." },
  {
    pattern: /\b(?:is|are|was|were|be|been) told\b(?! (?:to|which)\b)/i,
    instead: "'gets', 'learns', 'is notified', 'receives'.",
  },
  { pattern: /\bstands? for\b/i, instead: "'represents', 'means'." },
  { pattern: /\b(?:is|are) said\b/i, instead: "'is shown', 'is reported'." },
  { pattern: /\banew\b/i, instead: "'again', or what happens: 'recreated', 'reloaded'." },
  { pattern: /\bput back\b/i, instead: "'restored'." },
  {
    pattern: /\bnot un(?:like|common|usual|likely|known)\b/i,
    instead: 'say it without the double negative.',
  },
]

/** Returns a fault for each sentence that contains one of the phrases, and the number of all sentences. */
export function checkProse(prose: readonly Prose[]): { sentences: number; faults: readonly ProseFault[] } {
  let sentences = 0
  const faults: ProseFault[] = []
  for (const { line, text, isPage } of prose) {
    for (const sentence of sentencesOf(text)) {
      sentences += 1
      const isFull = !isPage || sentence.endsWith('.')
      const rule = rules.find(({ pattern, isOpening }) => (isFull || !isOpening) && pattern.test(sentence))
      if (rule) faults.push({ line, found: sentence, instead: rule.instead })
    }
  }
  return { sentences, faults }
}

/** Splits a text into sentences, without code and quoted texts. */
function sentencesOf(text: string): readonly string[] {
  return withoutQuotes(text)
    .split(/(?<=[.!?])\s+(?=[^\p{Ll}])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
}

function withoutQuotes(text: string): string {
  return text
    .replace(/`[^`]*`/g, '`…`')
    .replace(/(?<![\p{L}\d])['‘"“][^'’"”]*['’"”](?![\p{L}\d])/gu, '…')
    .replace(/\]\([^)]*\)/g, ']')
}

/** Returns the prose of a file: its comments and test titles, or the paragraphs of a page. */
export function proseOf(file: SourceFile): readonly Prose[] {
  if (file.path.endsWith('.md')) return paragraphsOf(file.text)
  const comments = commentsOf(file.text)
  return /\.test\.tsx?$/.test(file.path) ? [...comments, ...titlesOf(file.text)] : comments
}

const strings = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/g

/** Consecutive line comments are one text, so that a sentence may continue on the next line. */
function commentsOf(text: string): readonly Prose[] {
  const found: { line: number; text: string; isPage: false }[] = []
  let isInside = false
  let isRun = false
  for (const [at, line] of text.split('\n').entries()) {
    const own = /^\s*(?:\{?\/\*\*?|\/\/)/.exec(line)
    const last = found.at(-1)
    if (isInside && last) {
      last.text += ` ${contentOf(line)}`
      isInside = !line.includes('*/')
    } else if (own && isRun && last && line.trim().startsWith('//')) last.text += ` ${contentOf(line)}`
    else if (own) {
      found.push({ line: at + 1, text: contentOf(line), isPage: false })
      isInside = line.includes('/*') && !line.includes('*/')
    } else {
      const trailing = /[\s;,{}()]\/\/ ([A-Za-z].*)$/.exec(line.replace(strings, "''"))?.[1]
      if (trailing) found.push({ line: at + 1, text: trailing, isPage: false })
    }
    isRun = line.trim().startsWith('//')
  }
  return found
}

function contentOf(line: string): string {
  return line
    .trim()
    .replace(/^(?:\{?\/\*\*?|\/\/|\*(?!\/))\s?/, '')
    .replace(/\s*\*\/\}?.*$/, '')
}

function titlesOf(text: string): readonly Prose[] {
  const titles = text.matchAll(
    /^[ \t]*(?:test|it|describe)(?:\.\w+)*(?:\([^\n]*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\n])*)\1/gm,
  )
  return [...titles].map(({ index, 2: title = '' }) => ({
    line: text.slice(0, index).split('\n').length,
    text: capitalized(title),
    isPage: false,
  }))
}

/** A title starts in lower case; the rules look for the start of a sentence. */
function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Joins the lines of paragraphs and list items; skips code blocks and tables' rules. */
function paragraphsOf(text: string): readonly Prose[] {
  const found: { line: number; text: string; isPage: true }[] = []
  let isCode = false
  let isOpen = false
  for (const [at, line] of text.split('\n').entries()) {
    if (line.startsWith('```')) isCode = !isCode
    const isProse = !isCode && !line.startsWith('```') && /\p{L}/u.test(line)
    const starts = /^\s*(?:[-*#>|]|\d+\.)/.test(line)
    const last = found.at(-1)
    if (isProse && isOpen && !starts && last) last.text += ` ${line.trim()}`
    else if (isProse)
      for (const cell of line.startsWith('|') ? line.split('|') : [line])
        found.push({
          line: at + 1,
          text: cell.replace(/^\s*(?:[-*#>]+|\d+\.)\s+/, '').trim(),
          isPage: true,
        })
    isOpen = isProse && !line.startsWith('|') && !line.startsWith('#')
  }
  return found
}
