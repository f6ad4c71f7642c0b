import type { ReplyOf } from '#contract/endpoint.ts'
import type { saveGuestRecord } from '#contract/sharing/guest-dashboard.ts'

export type SavedRecord = ReplyOf<typeof saveGuestRecord>['data']['attributes']

/** A new file, no file, or the stored one. */
export type AttachmentChoice = File | 'none' | 'kept'

export interface DetailsInput {
  readonly first_name: string
  readonly last_name: string
  readonly company_name: string
  readonly email: string
  readonly note: string
}

export function detailsInputOf(saved: SavedRecord | null): DetailsInput {
  const { first_name = '', last_name = '', company_name = '', email = '', note = '' } = saved ?? {}
  return { first_name, last_name, company_name, email, note }
}

export function formDataOf(typed: DetailsInput, chosen: AttachmentChoice): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(typed)) form.append(`dashboard_guest[${name}]`, value)
  if (chosen instanceof File) form.append('dashboard_guest[attachment]', chosen, chosen.name)
  if (chosen === 'none') form.append('dashboard_guest[remove_attachment]', 'true')
  return form
}
