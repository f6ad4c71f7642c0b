import type { ReplyOf } from '#contract/endpoint.ts'
import type { guestSection } from '#contract/sharing/guests.ts'

export type GuestSection = ReplyOf<typeof guestSection>['data']['attributes']
type Detail = GuestSection['user_survey_sub_sections'][number]['user_survey_sub_section_details'][number]

export interface ShownRow {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly signature: Detail['field_signature']
  readonly unchecked: boolean
  readonly photos: Detail['photos']
  readonly videos: Detail['videos']
}

export interface ShownPart {
  readonly id: string
  /** The title ('Unit 4B') or '<section> 2'; null for a single sub-section without a title. */
  readonly heading: string | null
  readonly rows: readonly ShownRow[]
}

/**
 * A section as the guest sees it: no media if `checkbox_1` is off, no empty fields if `checkbox_2` is on. The
 * server filters too; this is a second guard.
 */
export function shownParts(section: GuestSection): readonly ShownPart[] {
  const { checkbox_1: showMedia, checkbox_2: hideEmpty } = section.survey_template_details
  const parts = section.user_survey_sub_sections.map((part) => ({
    id: part.id,
    heading:
      part.user_survey_sub_section_title ||
      (section.is_subsection_present ? part.user_survey_sub_section_name : null),
    rows: part.user_survey_sub_section_details
      .map((detail) => shownRow(detail, showMedia))
      .filter((row) => !hideEmpty || !isEmpty(row)),
  }))
  return hideEmpty ? parts.filter(({ rows }) => rows.length > 0) : parts
}

function shownRow(detail: Detail, showMedia: boolean): ShownRow {
  return {
    id: detail.id,
    name: detail.field_name,
    value: detail.field_text,
    signature: detail.field_signature,
    unchecked: detail.field_unchecked ?? false,
    photos: showMedia ? detail.photos : [],
    videos: showMedia ? detail.videos : [],
  }
}

function isEmpty({ value, photos, videos }: ShownRow): boolean {
  return value.trim() === '' && photos.length === 0 && videos.length === 0
}
