import type { Contact } from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { emptyContact } from './new-contact.ts'

/** https://www.w3.org/TR/contact-picker/; missing from TypeScript's types. */
interface Picked {
  readonly name?: readonly string[]
  readonly email?: readonly string[]
  readonly tel?: readonly string[]
}
interface Picker {
  select(properties: readonly string[]): Promise<readonly Picked[]>
}

function picker(): Picker | null {
  return (navigator as Navigator & { contacts?: Picker }).contacts ?? null
}

/** Whether the browser has a contact picker. Most phones do. */
export function canPick(): boolean {
  return typeof picker()?.select === 'function'
}

/** Returns the picked contact, or null if the user cancelled. Throws if permission is denied. */
export async function pickContact(): Promise<Contact | null> {
  const [picked] = (await picker()?.select(['name', 'email', 'tel'])) ?? []
  if (!picked) return null
  const line = (texts?: readonly string[]) => cut(oneLine(texts?.[0] ?? ''), limits.contactLineMax)
  const words = line(picked.name).split(/\s+/)
  const last = words.length > 1 ? (words.pop() ?? '') : ''
  return {
    ...emptyContact,
    firstName: words.join(' '),
    lastName: last,
    contactNumber: line(picked.tel),
    email: line(picked.email),
  }
}
