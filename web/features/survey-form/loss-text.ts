import { titledNameOf } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'
import { say } from '#web/lib/say.ts'
import type { Loss } from '#web/offline/operations/operation.ts'

/** What would be lost, in the words of the form. */
export function lossText(survey: Survey, loss: Loss): string {
  switch (loss.kind) {
    case 'answer':
      return say('form.lostAnswer', { field: loss.field, value: loss.value || say('form.conflictEmpty') })
    case 'file':
      return say('form.lostFile', { name: loss.name })
    case 'copies':
      return say('form.lostCopies', { count: loss.count })
    case 'description':
      return say('form.lostDescription', { text: loss.text })
    case 'added-part':
      return say('form.lostAddedPart', { name: partName(survey, loss.subSection) })
    case 'removed-part':
      return say('form.lostRemovedPart')
    case 'removed-file':
      return say('form.lostRemovedFile')
    case 'drawing':
      return say('drawing.lost')
    case 'removed-drawing':
      return say('drawing.lostRemoval')
    case 'plan':
      return say('plans.lost', { name: loss.name })
    case 'plan-name':
      return say('plans.lostName', { name: loss.name })
    case 'removed-plan':
      return say('plans.lostRemoval')
    case 'pin':
      return say('plans.lostPin')
    case 'survey':
      return say('form.lostSurvey', { name: loss.name })
    case 'names':
      return say('form.lostNames', { name: loss.name })
    case 'removed-survey':
      return say('form.lostRemovedSurvey')
    case 'restored-survey':
      return say('form.lostRestoredSurvey')
    case 'move':
      return say('surveyMoves.lost')
    case 'status':
      return say(loss.status === 'Completed' ? 'form.lostSubmit' : 'form.lostSave')
  }
}

function partName(survey: Survey, id: string): string {
  for (const section of survey.sections) {
    const part = section.subSections.find((one) => one.id === id)
    if (part) return titledNameOf(section, part)
  }
  return say('form.sections')
}
