import type { SectionSource } from '#survey/template-source.ts'
import { something, yesNo, yesNoUnknown } from '../choices.ts'

export const safety: SectionSource = {
  key: 'safety',
  name: 'Safety and result',
  fields: [
    {
      key: 'extinguishers',
      name: 'Fire extinguisher tags current',
      type: 'radio',
      options: yesNoUnknown,
      media: true,
    },
    // NFPA 10, sections 7.2 and 7.3: inspection every month, maintenance every year.
    {
      key: 'extinguishers-inspected',
      name: 'Last monthly extinguisher inspection',
      type: 'date',
      constraint: '. <= today()',
      constraintMessage: 'This date is in the future.',
    },
    {
      key: 'extinguishers-checked',
      name: 'Last annual extinguisher maintenance',
      type: 'date',
      constraint: '. <= today()',
      constraintMessage: 'This date is in the future.',
    },
    {
      key: 'alarm',
      name: 'Fire alarm panel normal',
      type: 'radio',
      options: yesNoUnknown,
      media: true,
    },
    { key: 'sprinklers', name: 'Sprinklers', type: 'radio', options: ['All areas', 'Some areas', 'None'] },
    { key: 'exit-signs', name: 'Exit signs out', type: 'numeric' },
    { key: 'locks', name: 'Entry doors latch and lock', type: 'radio', options: yesNo },
    {
      key: 'hazards',
      name: 'Hazards found',
      type: 'checkbox',
      mandatory: true,
      options: [
        'Trip hazard',
        'Electrical',
        'Fire',
        'Fall',
        'Mold',
        { label: 'Gas odor', id: 'Gas smell' },
        'Blocked exit',
        'None',
      ],
    },
    {
      key: 'hazards-where',
      name: 'Hazard locations',
      type: 'long_text',
      dictation: true,
      media: true,
      showIf: something('hazards'),
    },
    { key: 'urgent', name: 'Immediate action needed', type: 'text', dictation: true, media: true },
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
    { key: 'signed', name: 'Inspector signature', type: 'signature' },
  ],
}
