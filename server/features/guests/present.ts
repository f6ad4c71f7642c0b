import type { ReplyOf } from '#contract/endpoint.ts'
import type { guestInfo, guestNavigation, guestSection } from '#contract/sharing/guests.ts'
import type { ReportDetail } from '#contract/sharing/reports.ts'
import type { Reader } from '#server/features/reports/addresses.ts'
import type { LoadedReport } from '#server/features/reports/loaded-report.ts'
import { presentParts } from '#server/features/reports/present-sections.ts'
import { plansForReader, reportForReader } from '#server/features/reports/report-wire.ts'
import { nameOf, ownName } from '#survey/numbering.ts'

type Info = ReplyOf<typeof guestInfo>['data']['attributes']
type Menu = ReplyOf<typeof guestNavigation>
type SectionInfo = ReplyOf<typeof guestSection>['data']['attributes']

/** Guests know a survey by the id of their link; its own id is not revealed. */
export function presentInfo(loaded: LoadedReport, linkId: string, reader: Reader): Info {
  const { survey, report } = loaded
  const { photoCount, videoCount, progress, changedSince, plans } = report
  // As many as the guest's report and zip have.
  const [photos, videos] = survey.showMedia ? [photoCount, videoCount] : [0, 0]
  return {
    id: linkId,
    survey_name: survey.name,
    date_created: survey.createdAt,
    last_edited: survey.lastEdited,
    time_zone: survey.timeZone,
    created_by: survey.createdBy,
    owner: survey.owner,
    progress,
    status: survey.status,
    changed_since_submission: changedSince,
    attached_photo_files: photos,
    attached_video_files: videos,
    total_uploaded_files: photos + videos,
    plans: plansForReader(plans, loaded.plans, reader),
  }
}

export function presentMenu({ shown }: LoadedReport): Menu {
  const user_survey_sections = shown.sections.map((section) => ({
    id: section.id,
    survey_section_name: section.definition.name,
    user_survey_sub_sections: section.subSections.map((part) => ({
      id: part.id,
      survey_sub_section_name: nameOf(section, part),
      survey_sub_section_title: ownName(section, part),
    })),
  }))
  return { data: { user_survey_navigation_menu: { user_survey_sections } } }
}

/** Removes content hidden by the survey's two checkboxes. Null: guests do not see this section. */
export function presentSection(
  loaded: LoadedReport,
  sectionId: string,
  linkId: string,
  reader: Reader,
): SectionInfo | null {
  const { survey, report } = loaded
  const { sections } = loaded.shown
  const section = sections.find(({ id }) => id === sectionId)
  if (!section) return null
  // The report leaves out a section in which it shows nothing.
  const parts = report.sections.find(({ id }) => id === sectionId)?.parts ?? []
  return {
    id: section.id,
    user_survey_id: linkId,
    user_survey_section_name: section.definition.name,
    is_subsection_present: section.subSections.length > 1,
    is_first: sections.at(0) === section,
    is_last: sections.at(-1) === section,
    user_survey_sub_sections: presentParts(loaded, reader)(section, parts),
    survey_template_details: { checkbox_1: survey.showMedia, checkbox_2: survey.hideEmpty },
  }
}

export function presentReport(loaded: LoadedReport, linkId: string, reader: Reader): ReportDetail {
  return { ...reportForReader(loaded, reader), id: linkId, surveyId: linkId }
}
