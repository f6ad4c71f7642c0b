import type { ReplyOf } from '#contract/endpoint.ts'
import type * as agreed from '#contract/templates/custom-forms.ts'
import { hiddenSeries } from '#server/features/templates/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { Call } from '#server/http/serve.ts'
import { findForm } from './data.ts'
import { findInLibrary } from './library.ts'
import { whyNotMake } from './policy.ts'
import { presentForm, presentLibraryForm } from './present.ts'

type Telling = Pick<Call<typeof agreed.readForm>, 'db' | 'account'>
type Told = Pick<ReplyOf<typeof agreed.saveForm>, 'data'>
type Form = Parameters<typeof presentForm>[0]

interface Kept {
  readonly id: string
  readonly revision: number
}

/**
 * The draft as it is now, under the revision that was told: whoever goes on from that learns with the next change what
 * others did since.
 */
async function asItIs(
  { db, account }: Telling,
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

function keep({ data }: Told): Kept {
  return { id: data.id, revision: data.attributes.revision }
}

/** How calls that come again are answered (`serve.ts`). */
export const replayForm = { keep, tell: (call: Telling, kept: Kept) => asItIs(call, kept) }

/** With what the call brought. */
export const replaySavedForm = {
  keep,
  tell(call: Call<typeof agreed.saveForm>, kept: Kept) {
    const document = call.body.form
    return asItIs(call, kept, { document, name: document.name })
  },
}

/** What became of each row of a sheet was told when it was read. */
export const replayCreatedForm = {
  keep,
  async tell(call: Telling, kept: Kept) {
    const form = await asItIs(call, kept)
    return form instanceof Failure ? form : { ...form, meta: {} }
  },
}
