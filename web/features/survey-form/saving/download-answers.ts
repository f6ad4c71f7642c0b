import type { Survey } from '#survey/survey.ts'
import { answersFile } from './answers-file.ts'

/** Downloads all answers as a file. */
export function downloadAnswers(survey: Survey): void {
  const { name, text } = answersFile(survey, new Date().toISOString())
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
