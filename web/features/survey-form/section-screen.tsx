import { useParams } from '#web/lib/page/route.tsx'
import { useSearchParams } from '#web/lib/page/router.tsx'
import { currentSession, useSession } from '#web/lib/session/session.ts'
import { prepareDraft } from '#web/offline/draft/prepared-draft.ts'
import { formParams } from './form-params.ts'
import { lastFieldOf, OpenForm } from './open-form.tsx'

/**
 * Runs on a page load at a form, in parallel with loading the rest of the code: loads the survey from the device.
 * Returns the address of the last edited field if the form should open there.
 */
export async function prepareForm(...address: Parameters<typeof formParams>) {
  const session = currentSession()
  if (!session) return undefined
  const params = formParams(...address)
  const draft = await prepareDraft(session.userId, params.surveyId)
  const isRight = draft && ['', draft.survey.template.id].includes(params.templateId)
  return isRight ? lastFieldOf(session.userId, draft.survey, params) : undefined
}

/** A survey's section. Reads and writes on the device; the outbox sends the changes. */
export function SectionScreen() {
  const params = formParams(useParams(), useSearchParams()[0])
  const account = useSession()?.userId ?? ''
  return <OpenForm key={params.surveyId} account={account} params={params} />
}
