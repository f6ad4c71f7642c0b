import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { type CsvRow, readCsv } from '#contract/rules/csv.ts'
import { checkInvitation, type Invitation } from './check-invitation.ts'

/** A row of the file. `wrong` is why it cannot be invited, or null. */
export interface PlannedInvitation {
  /** Line number in the file. */
  readonly line: number
  readonly invitation: Invitation
  readonly wrong: MessageKey | null
}

export type ReadInvitations =
  | { readonly ok: true; readonly planned: readonly PlannedInvitation[] }
  | { readonly ok: false; readonly problem: MessageKey; readonly line: number }

type Column = keyof Invitation
const columns: readonly Column[] = ['first_name', 'last_name', 'email', 'role']

/** Common column headings in the app's languages. */
const headings: Readonly<Record<string, Column>> = {
  first_name: 'first_name',
  firstname: 'first_name',
  given_name: 'first_name',
  nombre: 'first_name',
  last_name: 'last_name',
  lastname: 'last_name',
  surname: 'last_name',
  family_name: 'last_name',
  apellido: 'last_name',
  apellidos: 'last_name',
  email: 'email',
  e_mail: 'email',
  email_address: 'email',
  mail: 'email',
  correo: 'email',
  correo_electrónico: 'email',
  role: 'role',
  rol: 'role',
}
const roles: Readonly<Record<string, Invitation['role']>> = {
  '': 'surveyor',
  surveyor: 'surveyor',
  inspector: 'surveyor',
  admin: 'admin',
  administrator: 'admin',
  administrador: 'admin',
  administradora: 'admin',
}

/** Parses the file. Without a heading row, the columns are first name, last name, email and role. */
export function readInvitations(text: string): ReadInvitations {
  const { rows, open } = readCsv(text)
  if (open !== null) return { ok: false, problem: 'admin.fileOpenQuote', line: open }
  const named = rows[0]?.cells.map((cell) => headings[plain(cell)]) ?? []
  const hasHeadings = named.includes('email')
  const order = hasHeadings ? named : columns
  const people = hasHeadings ? rows.slice(1) : rows
  const [first] = people
  if (!first) return { ok: false, problem: 'admin.fileEmpty', line: 1 }
  const over = people[limits.invitationsPerFile]
  if (over) return { ok: false, problem: 'admin.fileTooMany', line: over.line }
  const seen = new Set<string>()
  return { ok: true, planned: people.map((row) => plannedOf(row, order, seen)) }
}

function plannedOf(
  { line, cells }: CsvRow,
  order: readonly (Column | undefined)[],
  seen: Set<string>,
): PlannedInvitation {
  const cell = (column: Column) => (cells[order.indexOf(column)] ?? '').trim()
  const role = roles[plain(cell('role'))]
  const invitation = {
    first_name: cell('first_name'),
    last_name: cell('last_name'),
    email: cell('email').toLowerCase(),
    role: role ?? 'surveyor',
  }
  const [fault = null] = Object.values(checkInvitation(invitation))
  const isDouble = seen.has(invitation.email)
  seen.add(invitation.email)
  const wrong = fault ?? (role === undefined ? 'admin.fileBadRole' : isDouble ? 'admin.fileDouble' : null)
  return { line, invitation, wrong }
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
