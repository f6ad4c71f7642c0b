import type { SectionSource } from '#survey/template-source.ts'
import { yesNo, yesNoUnknown } from '../choices.ts'

export const safety: SectionSource = {
  key: 'safety',
  name: 'Safety and result',
  fields: [
    {
      key: 'extinguishers',
      name: 'Fire extinguishers in date',
      type: 'radio',
      options: yesNoUnknown,
      media: true,
    },
    {
      key: 'alarm',
      name: 'Fire alarm panel without faults',
      type: 'radio',
      options: yesNoUnknown,
      media: true,
    },
    { key: 'sprinklers', name: 'Sprinklers', type: 'radio', options: ['All areas', 'Some areas', 'None'] },
    { key: 'exit-signs', name: 'Exit signs not lit', type: 'numeric' },
    { key: 'locks', name: 'Entry doors close and lock', type: 'radio', options: yesNo },
    {
      key: 'hazards',
      name: 'Hazards found',
      type: 'checkbox',
      mandatory: true,
      options: ['Trip hazard', 'Electrical', 'Fire', 'Fall', 'Mold', 'Gas smell', 'Blocked exit', 'None'],
    },
    { key: 'urgent', name: 'Needs action at once', type: 'text', dictation: true, media: true },
    {
      key: 'result',
      name: 'Result of the inspection',
      type: 'select',
      mandatory: true,
      options: ['Passed', 'Passed with remarks', 'Follow-up needed', 'Failed'],
    },
    { key: 'follow-up', name: 'Days until follow-up', type: 'numeric' },
    { key: 'notes', name: 'Recommendations', type: 'text', dictation: true },
  ],
}
