import type { SectionSource } from '#survey/template-source.ts'
import { something } from '../choices.ts'

export const visit: SectionSource = {
  key: 'visit',
  name: 'Property and visit',
  fields: [
    {
      key: 'before',
      name: 'Before you begin',
      type: 'note',
      hint: 'Arrange access with the owner or manager and have occupants notified. Stay off steep or wet roofs, and don’t open electrical panels.',
    },
    { key: 'name', name: 'Property name', type: 'text', mandatory: true },
    { key: 'address', name: 'Address', type: 'text', mandatory: true },
    {
      key: 'purpose',
      name: 'Reason for the inspection',
      type: 'select',
      mandatory: true,
      options: [
        'Annual',
        { label: 'Pre-purchase', id: 'Before purchase' },
        { label: 'Pre-lease', id: 'Before lease' },
        { label: 'Move-in', id: 'Move in' },
        { label: 'Move-out', id: 'Move out' },
        'Insurance',
        'Complaint',
      ],
    },
    {
      key: 'inspected',
      name: 'Date of the inspection',
      type: 'date',
      constraint: '. <= today()',
      constraintMessage: 'The inspection date can’t be in the future.',
    },
    { key: 'inspector', name: 'Inspector', type: 'text' },
    { key: 'license', name: 'Inspector license number', type: 'text' },
    { key: 'present', name: 'People present', type: 'text' },
    { key: 'weather', name: 'Weather', type: 'radio', options: ['Dry', 'Rain', 'Snow or ice', 'High wind'] },
    { key: 'buildings', name: 'Number of buildings', type: 'numeric', mandatory: true },
    { key: 'units', name: 'Number of units', type: 'numeric' },
    { key: 'built', name: 'Year built', type: 'numeric', min: 1600, max: 2100 },
    { key: 'codes', name: 'Gate and door codes', type: 'text', internal: true },
    { key: 'keys', name: 'Keys and lockbox', type: 'text', internal: true },
    {
      key: 'not-seen',
      name: 'Areas not inspected',
      type: 'checkbox',
      options: ['Roof', 'Attic', 'Basement', 'Crawl space', 'Locked rooms', 'Occupied units', 'None'],
    },
    {
      key: 'not-seen-why',
      name: 'Why they were not inspected',
      type: 'long_text',
      dictation: true,
      showIf: something('not-seen'),
    },
    { key: 'overview', name: 'Overview', type: 'text', dictation: true, media: true },
  ],
}
