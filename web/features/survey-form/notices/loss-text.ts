import { placeNameOf } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Loss } from '#web/offline/operations/operation.ts'

/** Describes one loss for the user. */
export function lossText(survey: Survey, loss: Loss): string {
  switch (loss.kind) {
    case 'answer':
      return t('form.lostAnswer', { field: loss.field, value: loss.value || t('form.conflictEmpty') })
    case 'file':
      return t('form.lostFile', { name: loss.name })
    case 'copies':
      return t('form.lostCopies', { count: loss.count })
    case 'description':
      return t('form.lostDescription', { text: loss.text })
    case 'added-part':
      return t('form.lostAddedPart', { name: partName(survey, loss.subSection) })
    case 'restored-part':
      return t('form.lostRestoredPart', { name: loss.called })
    case 'removed-part':
      return t('form.lostRemovedPart')
    case 'removed-file':
      return t('form.lostRemovedFile')
    case 'drawing':
      return t('drawing.lost')
    case 'removed-drawing':
      return t('drawing.lostRemoval')
    case 'plan':
      return t('plans.lost', { name: loss.name })
    case 'plan-name':
      return t('plans.lostName', { name: loss.name })
    case 'removed-plan':
      return t('plans.lostRemoval')
    case 'pin':
      return t('plans.lostPin')
    case 'survey':
      return t('form.lostSurvey', { name: loss.name })
    case 'names':
      return t('form.lostNames', { name: loss.name })
    case 'removed-survey':
      return t('form.lostRemovedSurvey')
    case 'restored-survey':
      return t('form.lostRestoredSurvey')
    case 'move':
      return t('surveyMoves.lost')
    case 'status':
      return t(loss.status === 'Completed' ? 'form.lostSubmit' : 'form.lostSave')
  }
}

function partName(survey: Survey, id: string): string {
  for (const section of survey.sections) {
    const part = section.subSections.find((one) => one.id === id)
    if (part) return placeNameOf(section, part)
  }
  return t('form.sections')
}
