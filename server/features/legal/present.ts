import type { AcceptedRow, MemberRow } from './people.ts'
import { readMarkup } from './read-markup.ts'
import { inReaderLanguage, type LegalRow } from './texts.ts'

/** The text as the public pages show it; empty if there is none. */
export async function presentText(text: LegalRow | null, type: string) {
  if (!text)
    return { id: '', type, attributes: { description: '', markdown: '', version: 0, created_at: '' } }
  const markdown = inReaderLanguage(text)
  return {
    id: text.id,
    type,
    attributes: {
      description: (await readMarkup(markdown)).html,
      markdown,
      version: text.version,
      created_at: text.created_at.toISOString(),
    },
  }
}

export function presentAccepted(row: AcceptedRow) {
  const { id, name, email, full_phone_number, accepted_on } = row
  return { id, name, email, full_phone_number, accepted_on: accepted_on?.toISOString() ?? '' }
}

export function presentMember({ id, name, email, full_phone_number, accepted_on }: MemberRow) {
  return {
    id,
    type: 'account',
    attributes: {
      name,
      email,
      full_phone_number,
      is_accepted: accepted_on !== null,
      accepted_on: accepted_on?.toISOString() ?? null,
    },
  }
}

export function pageMeta(count: number, page: number, perPage: number) {
  return { total_pages: Math.ceil(count / perPage), total_count: count, current_page: page }
}
