import { v4 as newKey } from 'uuid'
import type { InputOf } from '#contract/endpoint.ts'
import { autoSave, type SurveyDetail } from '#contract/surveys/surveys.ts'
import type { HttpApi } from '#server/testing/http-api.ts'

const fieldsInCall = 12

/** A form that is filled section by section. */
export class SavedForm {
  private readonly api: HttpApi
  private readonly survey: SurveyDetail
  private readonly revisions = new Map<string, number>()

  constructor(api: HttpApi, survey: SurveyDetail) {
    this.api = api
    this.survey = survey
  }

  /** Saves like the app, with time and base revisions. */
  async save(count: number): Promise<boolean> {
    const edited_at = new Date().toISOString()
    return this.send(
      this.bodyOf(count, (id) => ({ edited_at, base_revision: this.revisions.get(id) ?? 0, edited: true })),
    )
  }

  /** Saves like a plain client, with values only. */
  async saveUnseen(count: number): Promise<boolean> {
    return this.send(this.bodyOf(count, () => ({})))
  }

  /** Sends the same body to a bare route. */
  async saveBare(address: string, route: 'save' | 'rows', count: number): Promise<boolean> {
    const edited_at = new Date().toISOString()
    const body = JSON.stringify(this.bodyOf(count, () => ({ edited_at, base_revision: count, edited: true })))
    const headers = { 'content-type': 'application/json', 'idempotency-key': newKey() }
    const response = await fetch(`${address}/${route}`, { method: 'PUT', headers, body })
    await response.json()
    return response.ok
  }

  private async send(body: InputOf<typeof autoSave>['body']): Promise<boolean> {
    const reply = await this.api.call(autoSave, { body }, newKey())
    if (reply?.status !== 200) return false
    for (const { id, revision } of reply.body.data.attributes.saved) this.revisions.set(id, revision)
    return true
  }

  private bodyOf(count: number, named: (id: string) => object): InputOf<typeof autoSave>['body'] {
    const section = this.survey.user_survey_sections[count % 8]
    const part = section?.user_survey_sub_sections[0]
    if (!section || !part) throw new Error('The template has too few sections')
    const texts = part.user_survey_sub_section_details.filter((one) =>
      ['text', 'numeric'].includes(one.field_type),
    )
    const value = String(count)
    const details = texts.slice(0, fieldsInCall).map(({ id }) => ({ id, field_value: value, ...named(id) }))
    const parts = [{ id: part.id, user_survey_sub_section_details_attributes: details }]
    const sections = [{ id: section.id, user_survey_sub_sections_attributes: parts }]
    return { user_survey_id: this.survey.id, user_survey_sections_attributes: sections }
  }
}
