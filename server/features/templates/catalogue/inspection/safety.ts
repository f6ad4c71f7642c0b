import type { SectionSource } from '#survey/template-source.ts'
import { something, yesNo, yesNoUnknown } from '../choices.ts'

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
    // NFPA 10, section 7.3: maintenance at intervals of at most one year.
    {
      key: 'extinguishers-checked',
      name: 'Fire extinguishers last serviced',
      type: 'date',
      constraint: '. <= today()',
      constraintMessage: 'This date is in the future.',
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
    {
      key: 'hazards-where',
      name: 'Where the hazards are',
      type: 'long_text',
      dictation: true,
      media: true,
      showIf: something('hazards'),
    },
    { key: 'urgent', name: 'Needs action at once', type: 'text', dictation: true, media: true },
    {
      key: 'result',
      name: 'Result of the inspection',
      type: 'select',
      mandatory: true,
      options: ['Passed', 'Passed with remarks', 'Follow-up needed', 'Failed'],
    },
    {
      key: 'follow-up',
      name: 'Days until follow-up',
      type: 'numeric',
      showIf: "${result} = 'Follow-up needed' or ${result} = 'Failed'",
    },
    { key: 'notes', name: 'Recommendations', type: 'text', dictation: true },
    {
      key: 'buildings-seen',
      name: 'Buildings inspected',
      type: 'calculated',
      calculation: 'count(${exterior})',
    },
    { key: 'signed', name: 'Signature of the inspector', type: 'signature' },
  ],
}
