import { t } from '#web/lib/language/translate.ts'
import { formOnDevice } from '#web/offline/draft/form-on-device.ts'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'

/** Returns a listed survey's form path. Downloads the survey first if it is not on the device. */
export async function locateForm(
  account: string,
  survey: string,
): Promise<{ ok: true; path: string } | { ok: false; message: string }> {
  const here = await formOnDevice(account, survey)
  if (here) return { ok: true, path: here }
  const fetched = await fetchSurvey(account, survey)
  if (!fetched.ok) {
    return { ok: false, message: fetched.status === 0 ? t('history.notHereLong') : fetched.message }
  }
  const path = await formOnDevice(account, survey)
  return path ? { ok: true, path } : { ok: false, message: t('surveys.invalidTemplateOrSection') }
}
