import { createForm, publishForm, readForm, saveForm } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { admin, loggedIn, type Site } from './site.ts'

/** Returns API calls as the administrator, who may edit templates. */
export function asAdmin({ address }: Site): Promise<HttpApi> {
  return loggedIn(new HttpApi(address), admin)
}

/** Creates a draft; returns its id. */
export async function makeForm(api: HttpApi, form: FormDocument): Promise<string> {
  const answer = await api.call(createForm, { body: { form } })
  if (answer?.status !== 201) throw new Error(`No template: ${JSON.stringify(answer?.body)}`)
  return answer.body.data.id
}

/** Publishes the draft, or `form` in its place; returns the id for starting surveys with it. */
export async function publish(api: HttpApi, id: string, form?: FormDocument): Promise<string> {
  if (form) {
    const draft = await api.call(readForm, { params: { id } })
    const revision = draft?.body.data.attributes.revision ?? 0
    const saved = await api.call(saveForm, { body: { id, revision, form } })
    if (saved?.status !== 200) throw new Error(`Not saved: ${JSON.stringify(saved?.body)}`)
  }
  const answer = await api.call(publishForm, { params: { id }, body: { note: '' } })
  if (answer?.status !== 200) throw new Error(`Not published: ${JSON.stringify(answer?.body)}`)
  return answer.body.data.attributes.survey_template_id ?? ''
}
