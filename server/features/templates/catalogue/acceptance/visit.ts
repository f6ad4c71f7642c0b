import type { SectionSource } from '#survey/template-source.ts'

export const visit: SectionSource = {
  key: 'visit',
  name: 'Site and visit',
  fields: [
    {
      key: 'before',
      name: 'Before you begin',
      type: 'note',
      hint: 'Check in with the building contact and read the permit. Don’t shut anything off or open energized enclosures.',
    },
    { key: 'property', name: 'Property name', type: 'text', mandatory: true },
    { key: 'building', name: 'Building', type: 'text', mandatory: true, adds: 'Building', media: true },
    {
      key: 'visited',
      name: 'Date of the inspection',
      type: 'date',
      mandatory: true,
      constraint: '. <= today()',
      constraintMessage: 'The inspection date can’t be in the future.',
    },
    { key: 'arrived', name: 'Arrived on site', type: 'date_time' },
    {
      key: 'entrance',
      name: 'GPS location of the entrance',
      type: 'position',
      hint: 'Stand at the delivery entrance.',
    },
    { key: 'order', name: 'Work order', type: 'barcode', hint: 'The code is on page 1 of the work order.' },
    {
      key: 'kind',
      name: 'Type of work',
      type: 'radio',
      mandatory: true,
      options: ['New build', { label: 'Addition', id: 'Extension' }, 'Repair'],
    },
    {
      key: 'repair_of',
      name: 'What was repaired',
      type: 'text',
      dictation: true,
      mandatory: true,
      showIf: "${kind} = 'Repair'",
    },
    { key: 'contractor', name: 'Contractor', type: 'text' },
    { key: 'permit', name: 'Permit number', type: 'text' },
    { key: 'ahj', name: 'Authority having jurisdiction (AHJ)', type: 'text' },
    { key: 'closes', name: 'Building closes at', type: 'time' },
    { key: 'scope', name: 'Scope of work', type: 'long_text', dictation: true },
  ],
}
