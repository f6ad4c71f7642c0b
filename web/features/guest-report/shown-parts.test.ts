import { expect, test } from 'vitest'
import { type GuestSection, shownParts } from './shown-parts.ts'

const photo = {
  id: 'photo',
  filename: 'photo-0001.jpg',
  content_type: 'image/jpeg',
  description: '',
  url: '/api/files/media/a',
  thumbnail_url: null,
  width: 4,
  height: 3,
}

function detail(name: string, value: string, values: string[] = [], photos = [] as (typeof photo)[]) {
  return {
    id: name,
    field_name: name,
    field_type: 'text',
    field_value: value,
    field_value_multiple: values,
    field_text: value || values.join(', '),
    photos,
    videos: [],
  }
}

function section(flags: { checkbox_1: boolean; checkbox_2: boolean }): GuestSection {
  return {
    id: 'section',
    user_survey_id: 'survey',
    user_survey_section_name: 'MDF Info',
    is_subsection_present: true,
    is_first: true,
    is_last: true,
    user_survey_sub_sections: [
      {
        id: 'one',
        user_survey_sub_section_name: 'MDF Info 1',
        user_survey_sub_section_details: [
          detail('Location', 'Basement'),
          detail('Lock', ' '),
          detail('Cables', '', ['Fiber', 'Copper']),
          detail('Backboard', '', [], [photo]),
        ],
      },
      {
        id: 'two',
        user_survey_sub_section_name: 'MDF Info 2',
        user_survey_sub_section_details: [detail('Location', '')],
      },
    ],
    survey_template_details: flags,
  }
}

const namesOf = (flags: { checkbox_1: boolean; checkbox_2: boolean }) =>
  shownParts(section(flags)).map(({ rows }) => rows.map(({ name }) => name))

test('hides empty fields and empty sub-sections with checkbox_2', () => {
  expect(namesOf({ checkbox_1: true, checkbox_2: true })).toEqual([['Location', 'Cables', 'Backboard']])
})

test('treats a field with only photos as empty when photos are hidden', () => {
  expect(namesOf({ checkbox_1: false, checkbox_2: true })).toEqual([['Location', 'Cables']])
})

test('shows all fields without checkbox_2, and photos only with checkbox_1', () => {
  const parts = shownParts(section({ checkbox_1: false, checkbox_2: false }))
  expect(parts.map(({ heading }) => heading)).toEqual(['MDF Info 1', 'MDF Info 2'])
  expect(parts[0]?.rows).toHaveLength(4)
  expect(parts[0]?.rows.flatMap(({ photos }) => photos)).toEqual([])
})

test('joins several choices into one value', () => {
  expect(shownParts(section({ checkbox_1: true, checkbox_2: true }))[0]?.rows[1]?.value).toBe('Fiber, Copper')
})

test('uses the title as heading, also for a single sub-section', () => {
  const many = section({ checkbox_1: true, checkbox_2: false })
  const [part] = many.user_survey_sub_sections
  if (!part) throw new Error('The section has no parts')
  const titled = { ...part, user_survey_sub_section_title: 'Unit 4B' }
  const headings = (of: GuestSection) => shownParts(of).map(({ heading }) => heading)
  expect(headings({ ...many, user_survey_sub_sections: [titled, part] })).toEqual(['Unit 4B', 'MDF Info 1'])
  const alone = { ...many, is_subsection_present: false }
  expect(headings({ ...alone, user_survey_sub_sections: [part] })).toEqual([null])
  expect(headings({ ...alone, user_survey_sub_sections: [titled] })).toEqual(['Unit 4B'])
})
