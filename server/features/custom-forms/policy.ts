import type { Db } from '#server/context.ts'
import { mayMakeTemplates } from '#server/features/accounts/may-make-templates.ts'
import type { AccountIdentity } from '#server/http/authenticate.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { type FormRow, findForm, lockForm } from './data.ts'
import { findInLibrary, type LibraryForm } from './library.ts'

type Denied = Failure<'access.denied'>

/** Returns the failure for an account that may not make templates, or null. */
export async function whyNotMake(db: Db, accountId: string): Promise<Denied | null> {
  return (await mayMakeTemplates(db, accountId)) ? null : fail('access.denied')
}

/** Opens a form to read: an account's or a built-in one. */
export async function openForm(
  db: Db,
  accountId: string,
  id: string,
): Promise<FormRow | LibraryForm | Denied | Failure<'form.notFound'>> {
  const denied = await whyNotMake(db, accountId)
  if (denied) return denied
  return findInLibrary(id) ?? (await findForm(db, id)) ?? fail('form.notFound')
}

/** Opens a form to change, with its lock. */
export async function openToChange(
  db: Db,
  accountId: string,
  id: string,
): Promise<FormRow | Denied | Failure<'form.notFound' | 'form.libraryOnly'>> {
  const denied = await whyNotMake(db, accountId)
  if (denied) return denied
  if (findInLibrary(id)) return fail('form.libraryOnly')
  return (await lockForm(db, id)) ?? fail('form.notFound')
}

/** Opens a template to archive or restore; only admins may do that to built-in ones. */
export async function openToOffer(
  db: Db,
  account: Pick<AccountIdentity, 'id' | 'role'>,
  id: string,
): Promise<FormRow | LibraryForm | Denied | Failure<'form.notFound' | 'form.libraryOnly'>> {
  const shipped = findInLibrary(id)
  if (shipped && account.role === 'admin') return shipped
  return openToChange(db, account.id, id)
}

export function isOfLibrary(form: FormRow | LibraryForm): form is LibraryForm {
  return 'template' in form
}
