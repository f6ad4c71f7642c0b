import type { ReplyOf } from '#contract/endpoint.ts'
import type * as agreed from '#contract/templates/custom-forms.ts'
import { hiddenSeries } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { findForm } from './data.ts'
import { findInLibrary } from './library.ts'
import { whyNotMake } from './policy.ts'
import { presentForm, presentLibraryForm } from './present.ts'

type ReplayCall = Pick<Call<typeof agreed.readForm>, 'db' | 'account'>
type FullReply = Pick<ReplyOf<typeof agreed.saveForm>, 'data'>
type Form = Parameters<typeof presentForm>[0]

interface Kept {
  readonly id: string
  readonly revision: number
}

/**
 * Returns the current draft with the revision of the original reply. A client that continues from it learns
 * of later changes with its next save.
 */
async function asItIs(
  { db, account }: ReplayCall,
  { id, revision }: Kept,
  change: Partial<Pick<Form, 'document' | 'name'>> = {},
) {
  const denied = await whyNotMake(db, account.id)
  if (denied) return denied
  const shipped = findInLibrary(id)
  if (shipped) return { data: presentLibraryForm(shipped, await hiddenSeries(db)) }
  const row = await findForm(db, id)
  return row ? { data: presentForm({ ...row, ...change, revision }) } : fail('form.notFound')
}

function extract({ data }: FullReply): Kept {
  return { id: data.id, revision: data.attributes.revision }
}

/** Replays replies with a form (`serve.ts`). */
export const replayForm = { extract, reread: (call: ReplayCall, kept: Kept) => asItIs(call, kept) }

/** Replays a save with the document that the call sent. */
export const replaySavedForm = {
  extract,
  reread(call: Call<typeof agreed.saveForm>, kept: Kept) {
    const document = call.body.form
    return asItIs(call, kept, { document, name: document.name })
  },
}

/** Replays an import without the report on its rows. */
export const replayCreatedForm = {
  extract,
  async reread(call: ReplayCall, kept: Kept) {
    const form = await asItIs(call, kept)
    return form instanceof Failure ? form : { ...form, meta: {} }
  },
}
