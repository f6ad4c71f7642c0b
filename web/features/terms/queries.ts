import { queryOptions, useQuery } from '@tanstack/react-query'
import { latestTerms, listTerms, privacyPolicy, termsDetail, termsStanding } from '#contract/admin/legal.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import {
  escapedHtml,
  legalHeadingLevel,
  legalLink,
  legalTags,
  legalTokenizer,
  withoutTags,
} from '#contract/rules/legal-markup.ts'
import { queryClient, reading } from '#web/lib/http/query-client.ts'
import { useSearchParams } from '#web/lib/page/router.tsx'

export type LegalKind = 'terms' | 'privacy'
export type LegalText = ReplyOf<typeof latestTerms>['terms_and_condition']['data']

const termsText = queryOptions({
  ...reading(latestTerms, {}),
  select: (reply) => reply.terms_and_condition.data,
})
const privacyText = queryOptions({
  ...reading(privacyPolicy, {}),
  select: (reply) => reply.privacy_policy.data,
})

/** The current text. */
export function useLegalText(kind: LegalKind) {
  const terms = useQuery({ ...termsText, enabled: kind === 'terms' })
  const privacy = useQuery({ ...privacyText, enabled: kind === 'privacy' })
  return kind === 'terms' ? terms : privacy
}

/** The current text, read from the server. */
export async function newestText(kind: LegalKind): Promise<LegalText> {
  if (kind === 'terms')
    return (await queryClient.fetchQuery({ ...reading(latestTerms, {}), staleTime: 0 })).terms_and_condition
      .data
  return (await queryClient.fetchQuery({ ...reading(privacyPolicy, {}), staleTime: 0 })).privacy_policy.data
}

export const termsStatusQuery = reading(termsStanding, {})

export function versionsQuery(page: number) {
  return reading(listTerms, { query: { page: String(page), per_page: '10' } })
}

/** The version in the URL (`id`) or the current one, with a page of those who accepted it. */
export function useVersion(people: { page?: string; search_query?: string } = {}) {
  const [params] = useSearchParams()
  const named = params.get('id') ?? ''
  const newest = useQuery({ ...termsText, enabled: named === '' })
  const id = named || newest.data?.id || ''
  const version = useQuery({
    ...reading(termsDetail, { params: { id }, query: { per_page: '10', ...people } }),
    enabled: id !== '',
    placeholderData: (before) => (before?.data.id === id ? before : undefined),
  })
  const { error, isFetching, refetch } = newest.error ? newest : version
  return { version: version.data, error, isFetching, retry: () => void refetch() }
}

/** The sanitized text. As a query, a failed library load can be retried. */
export function fragmentQuery({ html, markdown }: { html?: string; markdown?: string }) {
  return queryOptions({
    queryKey: ['legal.fragment', html ?? null, markdown ?? null],
    queryFn: () => (markdown === undefined ? safeFragment(html ?? '') : markdownFragment(markdown)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  })
}

/** Caches a text that was just saved. */
export function cacheText(kind: LegalKind, data: LegalText): void {
  if (kind === 'terms')
    queryClient.setQueryData(reading(latestTerms, {}).queryKey, { terms_and_condition: { data } })
  else queryClient.setQueryData(reading(privacyPolicy, {}).queryKey, { privacy_policy: { data } })
}

/** Invalidates everything read about legal texts and answers. */
export async function reloadLegal(): Promise<void> {
  const names = [latestTerms, privacyPolicy, termsStanding, listTerms, termsDetail].map(({ name }) => name)
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => names.includes(String(queryKey[0])) })
}

/** Sanitizes the server's HTML once more. DOMPurify loads on first use. */
async function safeFragment(html: string): Promise<DocumentFragment> {
  const { default: purify } = await import('dompurify')
  const fragment = purify.sanitize(html, {
    ALLOWED_TAGS: [...legalTags],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: legalLink,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  })
  // New tab: the current page keeps its typed text.
  for (const link of fragment.querySelectorAll('a[href]')) {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  return fragment
}

/** Renders markdown like the server and sanitizes it. */
async function markdownFragment(markdown: string): Promise<DocumentFragment> {
  return safeFragment(await htmlOf(withoutTags(markdown)))
}

async function htmlOf(text: string): Promise<string> {
  const { Marked } = await import('marked')
  const reader = new Marked({
    async: false,
    tokenizer: legalTokenizer,
    renderer: {
      heading({ tokens, depth }) {
        const tag = `h${legalHeadingLevel(depth)}`
        return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`
      },
      image: ({ text: words }) => escapedHtml(words),
    },
  })
  try {
    return reader.parse(text, { async: false })
  } catch {
    // Nested too deeply for the parser: show it as typed.
    return `<p>${escapedHtml(text)}</p>`
  }
}
