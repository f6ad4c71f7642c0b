import type { SectionSource } from '#survey/template-source.ts'

export const result: SectionSource = {
  key: 'result',
  name: 'Acceptance',
  fields: [
    { key: 'closets', name: 'Closets', type: 'calculated', calculation: 'count(${closet})' },
    {
      key: 'all_area',
      name: 'Area of all closets',
      type: 'calculated',
      unit: 'ft²',
      calculation: 'sum(${area})',
    },
    { key: 'links', name: 'Fiber links', type: 'calculated', calculation: 'count(${fiber_link})' },
    {
      key: 'least_margin',
      name: 'Smallest margin of all links',
      type: 'calculated',
      unit: 'dB',
      calculation: 'min(${margin})',
    },
    {
      key: 'accepted',
      name: 'Work accepted',
      type: 'yes_no',
      mandatory: true,
      hint: 'If not, the reason goes in the report.',
    },
    {
      key: 'defects',
      name: 'Deficiencies to correct',
      type: 'long_text',
      mandatory: true,
      dictation: true,
      media: true,
      showIf: "${accepted} = 'No'",
    },
    {
      key: 'mend_by',
      name: 'Correct by',
      type: 'date',
      showIf: "${accepted} = 'No'",
      constraint: '. >= ${visited}',
      constraintMessage: 'This date is before the inspection.',
    },
    { key: 'walkthrough', name: 'Video of the finished work', type: 'video', max: 3 },
    { key: 'handed_over', name: 'Handed over', type: 'date_time' },
    { key: 'surveyor', name: 'Surveyor', type: 'signature', mandatory: true },
    { key: 'owner', name: 'Owner or representative', type: 'signature' },
  ],
}
