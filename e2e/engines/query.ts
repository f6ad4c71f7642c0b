import type { ByRole, Exactly, Words } from './page.ts'

/** A text or pattern, serialized for the page. */
export type Match =
  | { readonly text: string; readonly exact: boolean }
  | { readonly source: string; readonly flags: string }

/** A chain of steps to elements: each searches within the previous one's results. */
export type Query = readonly Step[]
export type Step =
  | { readonly by: 'role'; readonly role: string; readonly name?: Match; readonly level?: number }
  | { readonly by: 'label' | 'text' | 'hasText'; readonly match: Match }
  | { readonly by: 'css' | 'xpath'; readonly selector: string }
  | { readonly by: 'has' | 'or'; readonly query: Query }
  | { readonly by: 'nth'; readonly at: number }

export function matching(words: Words, { exact = false }: Exactly = {}): Match {
  return typeof words === 'string' ? { text: words, exact } : { source: words.source, flags: words.flags }
}

export function byRole(role: string, options: ByRole = {}): Step {
  const { name, level } = options
  return {
    by: 'role',
    role,
    ...(name === undefined ? {} : { name: matching(name, options) }),
    ...(level === undefined ? {} : { level }),
  }
}

export function bySelector(selector: string): Step {
  return selector.startsWith('xpath=')
    ? { by: 'xpath', selector: selector.slice('xpath='.length) }
    : { by: 'css', selector }
}

/** Returns the query as text for error messages. */
export function asWords(query: Query): string {
  return query.map((step) => JSON.stringify(step)).join(' → ')
}
