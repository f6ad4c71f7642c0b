import { expect, test } from 'vitest'
import { preparingIn, withPrepared } from './queries.ts'
import type { GuestSection } from './shown-parts.ts'

type Detail = GuestSection['user_survey_sub_sections'][number]['user_survey_sub_section_details'][number]

const medium = {
  filename: 'video-0001.mp4',
  content_type: 'video/mp4',
  description: '',
  thumbnail_url: null,
  width: null,
  height: null,
}

function sectionWith(photoUrl: string, videos: Detail['videos']): GuestSection {
  const detail: Detail = {
    id: 'detail',
    field_name: 'Riser',
    field_type: 'text',
    field_value: '',
    field_value_multiple: [],
    field_text: '',
    photos: [{ ...medium, id: 'photo', number: 1, url: photoUrl }],
    videos,
  }
  return {
    id: 'section',
    user_survey_id: 'link',
    user_survey_section_name: 'Floor',
    is_subsection_present: false,
    is_first: true,
    is_last: true,
    user_survey_sub_sections: [
      {
        id: 'part',
        user_survey_sub_section_name: 'Floor',
        user_survey_sub_section_title: '',
        user_survey_sub_section_details: [detail],
      },
    ],
    survey_template_details: { checkbox_1: true, checkbox_2: false },
  }
}

const preparing = (id: string) => ({ ...medium, id, number: 1, url: null, is_preparing: true })
const ready = (id: string) => ({ ...medium, id, number: 1, url: `/fresh/${id}` })
const videosOf = (section: GuestSection) =>
  section.user_survey_sub_sections[0]?.user_survey_sub_section_details[0]?.videos
const photoOf = (section: GuestSection) =>
  section.user_survey_sub_sections[0]?.user_survey_sub_section_details[0]?.photos[0]?.url

test('replaces a video once it is ready and keeps the pictures’ URLs', () => {
  const shown = sectionWith('/first/photo', [preparing('a'), preparing('b')])
  expect([...preparingIn(shown)]).toEqual(['a', 'b'])
  const merged = withPrepared(shown, sectionWith('/second/photo', [ready('a'), preparing('b')]))
  expect(videosOf(merged)).toEqual([ready('a'), preparing('b')])
  expect(photoOf(merged)).toBe('/first/photo')
  expect([...preparingIn(merged)]).toEqual(['b'])
})

test('stops waiting for a video that failed', () => {
  const failed = { ...medium, id: 'a', number: 1, url: null }
  const merged = withPrepared(sectionWith('/photo', [preparing('a')]), sectionWith('/photo', [failed]))
  expect(videosOf(merged)).toEqual([failed])
  expect(preparingIn(merged).size).toBe(0)
})

test('changes nothing while no video is ready and keeps a removed video until the next read', () => {
  const shown = sectionWith('/first', [preparing('a')])
  expect(withPrepared(shown, sectionWith('/second', [preparing('a')]))).toBe(shown)
  expect(withPrepared(shown, sectionWith('/second', []))).toBe(shown)
})
