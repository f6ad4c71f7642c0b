import { useParams } from '#web/lib/page/route.tsx'
import { useSearchParams } from '#web/lib/page/router.tsx'
import { currentSession, useSession } from '#web/lib/session/session.ts'
import { primeDraft } from '#web/offline/draft/primed.ts'
import { formParams } from './form-params.ts'
import { lastFieldOf, OpenForm } from './open-form.tsx'

/**
 * Where the page is opened at a form: loads the survey from the device beside the rest of the code. Returns the address
 * of the last field where the surveyor goes on there.
 */
export async function prepareForm(...address: Parameters<typeof formParams>) {
  const session = currentSession()
  if (!session) return undefined
  const params = formParams(...address)
  const draft = await primeDraft(session.userId, params.surveyId)
  const isRight = draft && ['', draft.survey.template.id].includes(params.templateId)
  return isRight ? lastFieldOf(session.userId, draft.survey, params) : undefined
}

/** A survey's section: read and written on the device, sent by the outbox. */
export function SectionScreen() {
  const params = formParams(useParams(), useSearchParams()[0])
  const account = useSession()?.userId ?? ''
  return <OpenForm key={params.surveyId} account={account} params={params} />
}
