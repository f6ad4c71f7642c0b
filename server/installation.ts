import type { Context } from '#server/context.ts'
import type { FirstAdmin } from '#server/features/accounts/first-admin.ts'

/** What an installation needs to be usable: the templates, and on an empty one a sample survey of the first admin's. */
export async function prepareInstallation(_context: Context, _admin: FirstAdmin | null): Promise<void> {}
