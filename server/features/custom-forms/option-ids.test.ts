import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAccountAccess } from '#contract/admin/admin.ts'
import { reportDetail } from '#contract/sharing/reports.ts'
import { moveSurveys, undoMove } from '#contract/surveys/survey-moves.ts'
import { createForm, publishForm, readForm, saveForm } from '#contract/templates/custom-forms.ts'
import type { FormDocument } from '#contract/templates/form-document.ts'
import { templateDetails } from '#contract/templates/templates.ts'
import { type MadeAccount, otherSession } from '#server/testing/make.ts'
import { detailOf, readSurvey, save, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let maker: MadeAccount
beforeAll(async () => {
  here = await testApp()
  const admin = await here.make.account({ role: 'admin' })
  maker = await here.make.account()
  await admin.api.call(changeAccountAccess, { params: { id: maker.id }, body: { may_make_templates: true } })
})
afterAll(() => here.close())

type Options = NonNullable<FormDocument['sections'][number]['fields'][number]['options']>

function riser(options: Options): FormDocument {
  return {
    schema: 'fieldbook-form/1',
    name: 'Riser',
    sections: [
      {
        key: 'riser',
        name: 'Riser',
        fields: [
          { key: 'cable', name: 'Cable', type: 'radio', options },
          { key: 'all', name: 'All cables', type: 'checkbox', options },
          { key: 'pairs', name: 'Pairs', type: 'numeric', showIf: "${cable} = 'Coper'" },
        ],
      },
    ],
  }
}

const made = async (form: FormDocument) => (await maker.api.call(createForm, { body: { form } })).body.data.id

async function publish(id: string, form?: FormDocument) {
  const { attributes } = (await maker.api.call(readForm, { params: { id } })).body.data
  if (form) await maker.api.call(saveForm, { body: { id, revision: attributes.revision, form } })
  const published = await maker.api.call(publishForm, { params: { id }, body: {} })
  expect(published.status).toBe(200)
  return published.body.data.attributes
}

const templateOf = async (id: string) =>
  (await maker.api.call(readForm, { params: { id } })).body.data.attributes.survey_template_id ?? ''

test('a corrected label keeps its answers, on the server and for a device of the version before', async () => {
  const id = await made(riser(['Coper', 'Fiber']))
  await publish(id)
  const survey = await startSurvey(maker, { template: { id: await templateOf(id) } })
  await save(maker, survey, [
    { in: 'Riser', field: 'Cable', field_value: 'Coper' },
    { in: 'Riser', field: 'All cables', field_value_multiple: ['Coper', 'Fiber'] },
    { in: 'Riser', field: 'Pairs', field_value: '25' },
  ])
  const corrected: Options = [{ label: 'Copper', id: 'Coper' }, 'Fiber']
  const second = await publish(id, riser(corrected))
  expect(second).toMatchObject({ version: 2, has_unpublished_changes: false })

  const to = await templateOf(id)
  const moved = await maker.api.call(moveSurveys, {
    body: { survey_ids: [survey.id], survey_template_id: to },
  })
  expect(moved.status).toBe(200)
  const shown = async () => {
    const { body } = await maker.api.call(reportDetail, { params: { id: survey.id } })
    return body.data.attributes.sections.flatMap(({ parts }) =>
      parts.flatMap(({ rows }) => rows.map(({ label, value }) => `${label}: ${value}`)),
    )
  }
  expect(await shown()).toEqual(['Cable: Copper', 'All cables: Copper, Fiber', 'Pairs: 25'])
  const template = await maker.api.call(templateDetails, { query: { survey_template_id: to } })
  expect(
    template.body.survey_template_details.data.attributes.survey_info_section[0]
      ?.survey_info_section_fields[0],
  ).toMatchObject({
    field_options: ['Coper', 'Fiber'],
    field_option_labels: ['Copper', 'Fiber'],
  })

  // A device that does not know of the move, and one that sends labels.
  const late = { ...maker, api: await otherSession(maker) }
  await save(late, survey, [{ in: 'Riser', field: 'Cable', field_value: 'Fiber' }])
  await save(late, survey, [{ in: 'Riser', field: 'Cable', field_value: 'Coper' }])
  const now = await readSurvey(maker, survey.id)
  await save(maker, now, [{ in: 'Riser', field: 'All cables', field_value_multiple: ['Copper'] }])
  expect(await shown()).toEqual(['Cable: Copper', 'All cables: Copper', 'Pairs: 25'])
  expect(detailOf(await readSurvey(maker, survey.id), 'Riser', 'Cable').field_value).toBe('Coper')

  const move = moved.body.data[0]?.attributes.move_id ?? ''
  expect((await maker.api.call(undoMove, { params: { id: move } })).status).toBe(200)
  expect(await shown()).toEqual(['Cable: Coper', 'All cables: Coper', 'Pairs: 25'])
})

test('a version from elsewhere matches its options by name and label', async () => {
  const id = await made(riser([{ label: 'Coper', value: 'cu' }, 'Fiber']))
  await publish(id)
  const draft = riser(['Fiber', { label: 'Copper', value: 'cu' }])
  const published = await publish(id, draft)
  expect(published.form.sections[0]?.fields[0]?.options).toEqual([
    'Fiber',
    { label: 'Copper', id: 'Coper', value: 'cu' },
  ])
  expect(published).toMatchObject({ version: 2, has_unpublished_changes: false })
  const { body } = await maker.api.call(readForm, { params: { id } })
  expect(body.data.attributes.form).toEqual(published.form)
  expect(body.data.attributes.published_form).toBeUndefined()
  await maker.api.call(saveForm, {
    body: { id, revision: published.revision, form: { ...published.form, name: 'Risers' } },
  })
  const changed = (await maker.api.call(readForm, { params: { id } })).body.data.attributes
  expect(changed.published_form).toEqual(published.form)
})
