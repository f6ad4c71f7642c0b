import type { GuestSection } from './shown-parts.ts'

type Video =
  GuestSection['user_survey_sub_sections'][number]['user_survey_sub_section_details'][number]['videos'][number]

/** Ids of the section's videos that are still being prepared. */
export function preparingIn(section: GuestSection): ReadonlySet<string> {
  return new Set(videosIn(section).flatMap((video) => (video.is_preparing ? [video.id] : [])))
}

/**
 * Replaces videos that became ready; returns the same object if there are none. The rest keeps its signed
 * URLs: with new ones every picture would load again.
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
