import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { addSimilar, autoSave, type SurveyDetail } from '#contract/surveys/surveys.ts'
import {
  mappedField,
  reportSearch,
  searchedField,
  sectionDetails,
  sectionNavigation,
} from '#contract/surveys/surveys-search.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { attach, phonePhoto, photoPart } from '#server/testing/media.ts'
import {
  addSampleTemplate,
  allMandatory,
  detailOf,
  partOf,
  readSurvey,
  sampleTemplate,
  save,
  sectionNamed,
  startSurvey,
} from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let sam: MadeAccount
let eve: MadeAccount
/** Two buildings, the second titled 'Gate house'. */
let survey: SurveyDetail
let other: SurveyDetail

const notFound = { message: 'Not found.' }
const invalid = { message: 'Invalid template or section id' }
const templateId = sampleTemplate.id

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  sam = await here.make.account()
  eve = await here.make.account({ firstName: 'Eve' })
  const started = await startSurvey(sam)
  await save(sam, started, allMandatory)
  await sam.api.call(addSimilar, {
    body: { user_survey_id: started.id, user_survey_section_id: sectionNamed(started, 'Building').id },
  })
  survey = await readSurvey(sam, started.id)
  await save(sam, survey, [{ in: 'Building', index: 1, field: 'Building name', field_value: 'Lodge' }])
  await giveTitle(survey, 'Building', 1, 'Gate house')
  other = await startSurvey(sam, { name: 'Other' })
})
afterAll(() => here.close())

function giveTitle(on: SurveyDetail, section: string, index: number, title: string) {
  const part = partOf(on, section, index)
  const detail = { id: part.user_survey_sub_section_title_detail?.id ?? '', field_value: title }
  const body = {
    user_survey_id: on.id,
    user_survey_sections_attributes: [
      {
        id: sectionNamed(on, section).id,
        user_survey_sub_sections_attributes: [
          { id: part.id, user_survey_sub_section_details_attributes: [detail] },
        ],
      },
    ],
  }
  return sam.api.call(autoSave, { body })
}

/** Calls all five endpoints with valid input. */
function calls(as: MadeAccount, id = survey.id) {
  const section = sectionNamed(survey, 'Building').id
  const field = detailOf(survey, 'Building', 'Units')
  const named = { survey_template_id: templateId, user_survey_id: id }
  return [
    as.api.call(sectionNavigation, { query: { user_survey_id: id } }),
    as.api.call(sectionDetails, { query: { user_survey_id: id, user_survey_section_id: section } }),
    as.api.call(reportSearch, { query: { ...named, search_query: 'lodge' } }),
    as.api.call(searchedField, { query: { ...named, searched_field: 'Units' } }),
    as.api.call(mappedField, {
      query: {
        ...named,
        user_survey_section_id: section,
        user_survey_sub_section_id: partOf(survey, 'Building').id,
        template_field_id: field.template_field_id,
      },
    }),
  ]
}

test('a foreign survey and a missing one both give 404', async () => {
  for (const answer of [...(await Promise.all(calls(eve))), ...(await Promise.all(calls(sam, newId())))])
    expect([answer.status, answer.errors]).toEqual([404, [notFound]])
})

test('the menu has sections and sub-sections in order, with their titles or identities', async () => {
  const { body } = await sam.api.call(sectionNavigation, { query: { user_survey_id: survey.id } })
  const menu = body.user_survey_navigation_menu.user_survey_sections
  expect(menu.map((section) => section.survey_section_name)).toEqual(['Building', 'Floor', 'MDF Info'])
  expect(menu[0]?.id).toBe(sectionNamed(survey, 'Building').id)
  expect(menu[0]?.user_survey_sub_sections).toEqual([
    {
      id: partOf(survey, 'Building').id,
      survey_sub_section_name: 'Building 1',
      survey_sub_section_title: 'East wing',
    },
    {
      id: partOf(survey, 'Building', 1).id,
      survey_sub_section_name: 'Building 2',
      survey_sub_section_title: 'Gate house',
    },
  ])
})

test.each([
  ['mdf', ['MDF Info']],
  ['building', ['Building 1', 'Building 2']],
  ['gate HOUSE', ['Building 2']],
  ['east wing', ['Building 1']],
  ['attic', []],
])("the menu for '%s'", async (search_query, names) => {
  const { body } = await sam.api.call(sectionNavigation, {
    query: { user_survey_id: survey.id, search_query },
  })
  const parts = body.user_survey_navigation_menu.user_survey_sections.flatMap(
    (section) => section.user_survey_sub_sections,
  )
  expect(parts.map((part) => part.survey_sub_section_name)).toEqual(names)
})

test('a section is returned with answers and media, whole or only one sub-section', async () => {
  const media = await attach(sam, detailOf(survey, 'Building', 'Notes', 1).id, [
    photoPart(await phonePhoto()),
  ])
  const section = sectionNamed(survey, 'Building')
  const query = { user_survey_id: survey.id, user_survey_section_id: section.id }
  const whole = await sam.api.call(sectionDetails, { query })
  const known = sectionNamed(await readSurvey(sam, survey.id), 'Building')
  const { attributes } = whole.body.data
  expect(attributes.user_survey_sub_sections.map((part) => part.id)).toEqual(
    known.user_survey_sub_sections.map((part) => part.id),
  )
  const last = partOf(survey, 'Building', 1)
  const one = await sam.api.call(sectionDetails, { query: { ...query, user_survey_sub_section_id: last.id } })
  expect(one.body.data.attributes).toMatchObject({
    user_survey_section_name: 'Building',
    is_survey_subsection_present: true,
    user_survey_sub_sections: [
      {
        id: last.id,
        user_survey_sub_section_name: 'Building 2',
        user_survey_sub_section_title: 'Gate house',
      },
    ],
  })
  expect(one.body.data.attributes.user_survey_sub_sections).toHaveLength(1)
  const notes = one.body.data.attributes.user_survey_sub_sections[0]?.user_survey_sub_section_details[2]
  expect(notes?.photos.map(({ id }) => id)).toEqual(media.photo_details.map(({ id }) => id))
  const empty = await sam.api.call(sectionDetails, { query: { ...query, user_survey_sub_section_id: '' } })
  expect(empty.body.data.attributes.user_survey_sub_sections).toHaveLength(2)
})

test('a child of other parents is not found', async () => {
  const building = sectionNamed(survey, 'Building').id
  const foreignSection = sectionNamed(other, 'Building').id
  const foreignPart = partOf(other, 'Building').id
  const floor = partOf(survey, 'Floor').id
  const section = (user_survey_section_id: string, user_survey_sub_section_id = '') =>
    sam.api.call(sectionDetails, {
      query: { user_survey_id: survey.id, user_survey_section_id, user_survey_sub_section_id },
    })
  const field = (
    user_survey_section_id: string,
    user_survey_sub_section_id: string,
    template_field_id: string,
  ) =>
    sam.api.call(mappedField, {
      query: {
        survey_template_id: templateId,
        user_survey_id: survey.id,
        user_survey_section_id,
        user_survey_sub_section_id,
        template_field_id,
      },
    })
  const units = detailOf(survey, 'Building', 'Units').template_field_id
  const access = detailOf(survey, 'Floor', 'Access').template_field_id
  for (const answer of [await section(foreignSection), await field(foreignSection, foreignPart, units)])
    expect([answer.status, answer.errors]).toEqual([404, [invalid]])
  for (const answer of [
    await section(building, foreignPart),
    await section(building, floor),
    await field(building, foreignPart, units),
    await field(building, floor, units),
    await field(building, partOf(survey, 'Building').id, access),
  ])
    expect([answer.status, answer.errors]).toEqual([404, [notFound]])
})

test('a template other than the survey’s own is invalid', async () => {
  const named = { survey_template_id: newId(), user_survey_id: survey.id }
  for (const answer of [
    await sam.api.call(reportSearch, { query: { ...named, search_query: 'x' } }),
    await sam.api.call(searchedField, { query: { ...named, searched_field: 'Units' } }),
    await sam.api.call(mappedField, {
      query: {
        ...named,
        user_survey_section_id: sectionNamed(survey, 'Building').id,
        user_survey_sub_section_id: partOf(survey, 'Building').id,
        template_field_id: detailOf(survey, 'Building', 'Units').template_field_id,
      },
    }),
  ])
    expect([answer.status, answer.errors]).toEqual([404, [invalid]])
})

test.each([
  ['room LOCATION', ['Room location (in MDF Info)']],
  ['behind the', ['Room location (in MDF Info)']],
  ['lodge', ['Building name (in Gate house · Building)']],
  ['gate', ['Title (in Gate house · Building)']],
  ['fiber', ['Wiring (in Ground floor · Floor)']],
  ['no such words', []],
  ['   ', []],
])("the report search for '%s'", async (search_query, names) => {
  const { status, body } = await sam.api.call(reportSearch, {
    query: { survey_template_id: templateId, user_survey_id: survey.id, search_query },
  })
  expect([status, body]).toEqual([200, { search_field_details: names, meta: { total_count: names.length } }])
})

test.each([
  ['Room location (in MDF Info)', 'MDF Info', 'MDF Info'],
  ['room location', 'MDF Info', 'MDF Info'],
  ['Units (in Building 2)', 'Building', 'Building 2'],
  ['Units (in Gate house · Building)', 'Building', 'Building 2'],
  ['Title (in Gate house · Building)', 'Building', 'Building 2'],
  ['Units', 'Building', 'Building 1'],
])("'%s' leads to its field", async (searched_field, section, part) => {
  const { body } = await sam.api.call(searchedField, {
    query: { survey_template_id: templateId, user_survey_id: survey.id, searched_field },
  })
  const index = part === 'Building 2' ? 1 : 0
  expect(body.searched_field_details.data).toMatchObject({
    type: 'searched_field',
    attributes: {
      user_survey_section_name: section,
      user_survey_section_id: sectionNamed(survey, section).id,
      user_survey_sub_section_name: part,
      user_survey_sub_section_id: partOf(survey, section, index).id,
    },
  })
})

test.each(['Nowhere', 'Units (in Building 3)', '', ' (in )', '%', "'"])(
  "'%s' finds nothing",
  async (text) => {
    const { status, errors } = await sam.api.call(searchedField, {
      query: { survey_template_id: templateId, user_survey_id: survey.id, searched_field: text },
    })
    expect([status, errors]).toEqual([404, [{ message: 'Nothing Found, please try other search criteria' }]])
  },
)

test('input longer than any name is rejected', async () => {
  const named = { survey_template_id: templateId, user_survey_id: survey.id }
  const words = 'x'.repeat(limits.searchMax + 1)
  const label = 'x'.repeat(limits.searchedFieldMax + 1)
  for (const { status } of [
    await sam.api.call(reportSearch, { query: { ...named, search_query: words } }),
    await sam.api.call(sectionNavigation, { query: { user_survey_id: survey.id, search_query: words } }),
    await sam.api.call(searchedField, { query: { ...named, searched_field: label } }),
  ])
    expect(status).toBe(422)
})

test('a field of the template is mapped to its answer in the survey', async () => {
  const field = detailOf(survey, 'Building', 'Building name', 1)
  const { body } = await sam.api.call(mappedField, {
    query: {
      survey_template_id: templateId,
      user_survey_id: survey.id,
      user_survey_section_id: sectionNamed(survey, 'Building').id,
      user_survey_sub_section_id: partOf(survey, 'Building', 1).id,
      template_field_id: field.template_field_id,
    },
  })
  expect(body.data.survey_field_detail).toMatchObject({ id: field.id, field_value: 'Lodge', revision: 1 })
})
