import type { GuestSection } from './shown-parts.ts'

type Video =
  GuestSection['user_survey_sub_sections'][number]['user_survey_sub_section_details'][number]['videos'][number]

/** The videos of a section that are still being prepared, by their ids. */
export function preparingIn(section: GuestSection): ReadonlySet<string> {
  return new Set(videosIn(section).flatMap((video) => (video.is_preparing ? [video.id] : [])))
}

/**
 * The section with the videos that were prepared since; the same object if there is none. Everything else stays as it
 * was read: with fresh addresses every picture would load again.
 */
export function withPrepared(section: GuestSection, latest: GuestSection): GuestSection {
  const waiting = preparingIn(section)
  const ready = new Map(
    videosIn(latest).flatMap((video) =>
      waiting.has(video.id) && !video.is_preparing ? [[video.id, video]] : [],
    ),
  )
  if (ready.size === 0) return section
  return {
    ...section,
    user_survey_sub_sections: section.user_survey_sub_sections.map((part) => ({
      ...part,
      user_survey_sub_section_details: part.user_survey_sub_section_details.map((detail) => ({
        ...detail,
        videos: detail.videos.map((video) => ready.get(video.id) ?? video),
      })),
    })),
  }
}

function videosIn({ user_survey_sub_sections }: GuestSection): readonly Video[] {
  return user_survey_sub_sections.flatMap((part) =>
    part.user_survey_sub_section_details.flatMap(({ videos }) => videos),
  )
}
