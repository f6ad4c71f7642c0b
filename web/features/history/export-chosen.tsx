import { ExportDialog } from '#web/features/exports/export-dialog.tsx'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

interface Props {
  surveys: readonly DeviceSurvey[]
  onClose: () => void
}

/** Exports the selected surveys, or a single one. */
export function ExportChosen({ surveys, onClose }: Props) {
  const [first] = surveys
  const name = surveys.length === 1 && first ? first.attributes.survey_name : null
  return <ExportDialog scope={{ name, count: surveys.length, filter: null, surveys }} onClose={onClose} />
}
