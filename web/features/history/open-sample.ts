import { openSample } from '#contract/surveys/sample.ts'
import { call } from '#web/lib/http/call.ts'
import { ownTimeZone } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { putQuestions } from '#web/offline/incoming/put-questions.ts'
import { locateForm } from './open-form.ts'

/** A dozen pictures are looked at before the server answers. */
const patience = 120_000

/** Where the form of the account's sample survey is; the server makes it where there is none. */
export async function locateSample(account: string): ReturnType<typeof locateForm> {
  const body = { time_zone: ownTimeZone() }
  const made = await call(openSample, { body }, { account, timeout: patience })
  if (!made.ok) return { ok: false, message: made.status === 0 ? t('history.sampleOffline') : made.message }
  const { id, attributes } = made.reply.data
  const form = await locateForm(account, id)
  if (form.ok) await putQuestions(account, id, attributes.conflicts)
  return form
}
