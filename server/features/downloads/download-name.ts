import { cleanName } from '#server/features/reports/zip/paths.ts'

const longest = 100

/** 'Harbour View 12 report.pdf': a name that every system can save. */
export function downloadName(surveyName: string, ending: string): string {
  return `${cleanName(surveyName, longest)} ${ending}`.trimStart()
}
